// What each of these programs does with a question: prints the answer, or the error.
exports.refused = (name, error) => console.log(name, error.name, error.code || 'no code', error.message);
exports.ask = (name, question) => {
  try {
    const answer = question();
    console.log(name, answer === undefined ? 'well' : answer);
  } catch (error) {
    exports.refused(name, error);
  }
};
