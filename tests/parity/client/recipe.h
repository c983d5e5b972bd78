// The table of recipes by their names. A recipe is what the client program does when a script asks for it, for example
// a request with a certain option. recipe(name, f) adds a recipe, and f(job) begins it.
#pragma once

#include "watch.h"

struct Recipes {
  std::map<String, Function<void(Job)>> all;
  void operator()(String name, Function<void(Job)> f) { all.emplace(name, f); }
};

void requestRecipes(Recipes& recipe);
void bodyRecipes(Recipes& recipe);
void agentRecipes(Recipes& recipe);
void endRecipes(Recipes& recipe);
