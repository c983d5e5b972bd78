'use strict';
// Shows the progress of a run: in one line on a terminal, otherwise one line for each chapter.
const tty = process.stdout.isTTY;

class Progress {
  // total: the seconds that all steps together are expected to take.
  constructor(total) {
    this.total = Math.max(total, 1);
    this.done = 0;
    this.started = Date.now();
    this.shown = '';
  }

  // Begins a step. When the output is not a terminal, only a change of `chapter` is printed.
  step(chapter, detail) {
    const share = this.done / this.total;
    const elapsed = (Date.now() - this.started) / 1000;
    // The remaining time is taken from the plan until enough steps were measured.
    const left = share > 0.05 ? elapsed / share * (1 - share) : this.total - elapsed;
    const far = `${String(Math.floor(share * 100)).padStart(3)}%, ${time(Math.max(left, 0))} left`;
    if (tty) {
      process.stdout.write(`\r\x1b[K${far}  ${chapter}: ${detail}`.slice(0, (process.stdout.columns || 100) + 3));
    } else if (chapter !== this.shown) {
      console.log(`${far}  ${chapter}`);
    }
    this.shown = chapter;
  }

  spent(seconds) {
    this.done += seconds;
  }

  // Prints a line that stays on the terminal.
  say(line) {
    if (tty) process.stdout.write('\r\x1b[K');
    console.log(line);
  }

  end() {
    if (tty) process.stdout.write('\r\x1b[K');
  }
}

function time(seconds) {
  const whole = Math.round(seconds);
  return whole >= 90 ? `${Math.round(whole / 60)} min` : `${whole} s`;
}

module.exports = {Progress, time};
