'use strict';
// The table of recipes by their names. A recipe is what the client program does when a script asks for it, for example
// a request with a certain option. recipe(name, f) adds a recipe, and f(job) begins it.
module.exports = () => {
  const recipes = new Map();
  return {recipes, recipe: (name, f) => recipes.set(name, f)};
};
