/** What a run of tests adds up: counts, what failed, and what passed only at a second try. Closes with one line. */
import { formatDuration } from '../setup/progress.mjs';
import { addCounts, formatCounts, noCounts, withVerdict } from './counts.mjs';

export class TestReport {
  #counts = noCounts();
  #failures = [];
  #passedAgain = [];
  #startedAt = Date.now();

  constructor(progress) {
    this.progress = progress;
  }

  /** Adds a suite. @param isGood whether it ended well, apart from the tests that it counts */
  addSuite(counts, isGood) {
    this.#counts = addCounts(this.#counts, withVerdict(counts, isGood));
  }

  /** Adds what is no test of its own: it counts as one failure where it is bad, and not at all where it is good. */
  addCheck(title, isGood) {
    this.addSuite(noCounts(), isGood);
    if (!isGood) this.name(`${title} (its output is above)`);
  }

  /** Names a failure at the end; in a log of thousands of lines nobody finds it otherwise. */
  name(failure) {
    this.#failures.push(failure);
  }

  namePassedAgain(test) {
    this.#passedAgain.push(test);
  }

  get hasFailed() {
    return this.#counts.failed > 0;
  }

  /** Prints the end of the run and sets the exit code. */
  close() {
    for (const test of this.#passedAgain) this.progress.print(`\n  PASSED AT THE SECOND TRY ${test}`);
    for (const failure of this.#failures) this.progress.print(`\n  FAILED ${failure}`);
    this.progress.print(`\n  Total time: ${formatDuration(Date.now() - this.#startedAt)}`);
    this.progress.print(`\n${formatCounts(this.#counts)}`);
    process.exitCode = this.hasFailed ? 1 : 0;
  }
}
