// The client program of the scripts: runs the recipes that standard input names, several at a time.
//   run ID PORT DIRECTORY RECIPE [ARGUMENT]   begins a recipe; each line that it prints begins with ID
//   end ID                                    releases the objects of the recipe, and prints "ID done"
//   ping N                                    prints "pong N" after all earlier events from outside have been handled
#include <vector>

#include "recipe.h"

static Recipes recipes;

static std::map<String, Job> jobs;

static void run(String id, int port, String directory, String name, String argument) {
  auto job = make<Job>(id, port, directory, argument);
  jobs.emplace(id, job);
  try {
    recipes.all.at(name)(job);
  } catch (const Error& error) {
    job->say("threw " + describe(error));
  }
}

static void soon(Function<void()> callback) {
  setImmediate([=] { setImmediate(callback); });
}

static void obey(Array<String> words) {
  if (words[0] == "run") run(words[1], int(toNumber(words[2])), words[3], words[4], words.size() > 5 ? words[5] : "");
  if (words[0] == "end") {
    jobs.at(words[1])->end();
    soon([=] {
      jobs.erase(words[1]);
      console::log(words[1] + " done");
    });
  }
  if (words[0] == "ping") soon([=] { console::log("pong " + words[1]); });
}

int main(int argc, char** argv) { return nodecpp::run(argc, argv, [] {
  requestRecipes(recipes);
  bodyRecipes(recipes);
  agentRecipes(recipes);
  endRecipes(recipes);
  let<String> rest = "";
  process::stdin->setEncoding("utf8");
  process::stdin->on(event::data, [=](String text) {
    auto lines = (rest + text).split("\n");
    rest = lines.pop();
    for (auto line : lines) obey(line.split(" "));
  });
}); }
