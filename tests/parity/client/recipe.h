// The recipes by their names. recipe(name, f) adds one, and f(job) begins it.
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
