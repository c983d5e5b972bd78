'use strict';
// The recipes by their names. recipe(name, f) adds one, and f(job) begins it.
module.exports = () => {
  const recipes = new Map();
  return {recipes, recipe: (name, f) => recipes.set(name, f)};
};
