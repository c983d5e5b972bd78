'use strict';
// Finds the strings of several code points that the properties of strings (flag v) contain. Node cannot list them, so
// candidates are built as Unicode TS #51 defines emoji sequences, and Node is asked about each of them. For Unicode 17
// there are 2760 of them, and with the 1193 single code points of Basic_Emoji that is the total of 3953 that
// https://www.unicode.org/emoji/charts-17.0/emoji-counts.html has. For a new version of Unicode, compare the numbers
// with the page of that version.
const {character, codeLimit, isSurrogate} = require('../code_points.js');

const joiner = '\u200d', emojiStyle = '\ufe0f', keycap = '\u20e3';
const range = (first, last) => Array.from({length: last - first + 1}, (_, i) => character(first + i));
const tones = range(0x1f3fb, 0x1f3ff), regions = range(0x1f1e6, 0x1f1ff), tags = range(0xe0061, 0xe007a);
const all = range(0, codeLimit - 1).filter(one => !isSurrogate(one.codePointAt(0)));
const has = name => {
  const pattern = new RegExp(`^\\p{${name}}$`, 'v');
  return text => pattern.test(text);
};
const isBasic = has('Basic_Emoji'), isJoined = has('RGI_Emoji_ZWJ_Sequence');
const styled = all.map(one => one + emojiStyle).filter(isBasic);
const plain = [...all.filter(isBasic), ...styled];
const people = all.filter(one => /\p{Emoji_Modifier_Base}/u.test(one));
// A skin tone takes the place of the variation selector.
const toned = (element, tone) => [...element][0] + tone;
const personSet = new Set(people);
const isPerson = element => personSet.has([...element][0]);

// Subdivisions of countries have a code of two letters and up to three more. All that Node knows have five.
function tagged() {
  let texts = ['\u{1f3f4}'];
  for (let i = 0; i < 4; i++) texts = texts.flatMap(text => tags.map(tag => text + tag));
  const isTagged = has('RGI_Emoji_Tag_Sequence');
  return texts.flatMap(text => tags.map(tag => text + tag + '\u{e007f}').filter(isTagged));
}

// Sequences with joiners. The possible elements after the first one are found with people without a skin tone and with
// people of two different skin tones, since some sequences exist only in one of these forms. Each person of what was
// found then gets each tone.
function joined() {
  const found = new Set();
  const ask = parts => {
    if (isJoined(parts.join(joiner))) found.add(parts.join(joiner));
  };
  const elements = [...plain, ...people.flatMap(one => tones.map(tone => one + tone))];
  for (const first of elements) for (const last of elements) ask([first, last]);
  const lasts = [...new Set([...found].map(text => text.split(joiner)[1]).concat(people))];
  for (const first of people)
    for (const middle of plain) {
      for (const last of lasts) ask([first, middle, last]);
      for (const last of people) ask([first + tones[0], middle, last + tones[1]]);
    }
  const isToned = text => tones.some(tone => text.includes(tone));
  const threes = [...found].filter(text => !isToned(text)).map(text => text.split(joiner)).filter(parts => parts.length === 3);
  const of = index => [...new Set(threes.map(parts => parts[index]))];
  for (const first of of(0))
    for (const second of of(1))
      for (const third of plain)
        for (const last of of(2)) {
          ask([first, second, third, last]);
          if (isPerson(first) && isPerson(last)) ask([toned(first, tones[0]), second, third, toned(last, tones[1])]);
        }
  for (const text of [...found]) {
    let versions = [[]];
    for (const part of text.split(joiner)) {
      const choices = isPerson(part) ? [...tones.map(tone => toned(part, tone)), [...part][0], part] : [part];
      versions = versions.flatMap(before => choices.map(choice => [...before, choice]));
    }
    versions.forEach(ask);
  }
  return [...found];
}

// Returns [name, strings] for each property but RGI_Emoji, which is the union of the others.
module.exports = function sequences() {
  const rows = [
    ['Basic_Emoji', styled],
    ['Emoji_Keycap_Sequence', all.map(one => one + emojiStyle + keycap).filter(has('Emoji_Keycap_Sequence'))],
    ['RGI_Emoji_Modifier_Sequence', all.flatMap(one => tones.map(tone => one + tone)).filter(has('RGI_Emoji_Modifier_Sequence'))],
    ['RGI_Emoji_Flag_Sequence', regions.flatMap(one => regions.map(other => one + other)).filter(has('RGI_Emoji_Flag_Sequence'))],
    ['RGI_Emoji_Tag_Sequence', tagged()],
    ['RGI_Emoji_ZWJ_Sequence', joined()]];
  for (const text of rows.flatMap(row => row[1])) if (!has('RGI_Emoji')(text)) throw new Error(`RGI_Emoji lacks ${text}`);
  return rows;
};
