'use strict';
// Returns the definitions of a `kind` ("load", "server") with these ids, or all that are not optional: {chosen,
// skipped: [{id, label, why}]}. A definition that this machine cannot run is skipped, with the reason.
function choose(kind, definitions, ids) {
  for (const id of ids || []) {
    if (!definitions.some(one => one.id === id)) {
      throw new Error(`no ${kind} is called ${id}; there are ${definitions.map(one => one.id).join(', ')}`);
    }
  }
  const chosen = [];
  const skipped = [];
  for (const one of definitions.filter(each => (ids ? ids.includes(each.id) : !each.optional))) {
    const why = one.missing();
    if (why) skipped.push({id: one.id, label: one.label, why});
    else chosen.push(one);
  }
  return {chosen, skipped};
}

module.exports = {choose};
