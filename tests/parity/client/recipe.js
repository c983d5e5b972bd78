'use strict';
// Recipes by name. recipe(name, f) adds one; f(job) begins it.
module.exports = () => {
  const recipes = new Map();
  return {recipes, recipe: (name, f) => recipes.set(name, f)};
};
