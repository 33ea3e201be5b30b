/** Adds up the results of the test runners. */

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/** @returns {Counts} */
export const noCounts = () => ({ passed: 0, failed: 0, skipped: 0 });

/**
 * @param {Counts} left
 * @param {Counts} right
 * @returns {Counts}
 */
export function addCounts(left, right) {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  };
}

/**
 * The test cases in the closing lines of doctest programs: "test cases: 12 | 11 passed | 1 failed | 0 skipped".
 *
 * @param {string} output of one or several programs
 * @returns {Counts}
 */
export function countsOfDoctest(output) {
  // eslint-disable-next-line no-control-regex -- doctest colors its output
  const plain = output.replace(/\u001b\[[0-9;]*m/g, '');
  const lines = plain.matchAll(
    /test cases:\s*\d+\s*\|\s*(\d+) passed\s*\|\s*(\d+) failed\s*\|\s*(\d+) skipped/g,
  );
  let counts = noCounts();
  for (const [, passed, failed, skipped] of lines) {
    counts = addCounts(counts, { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) });
  }
  return counts;
}

/**
 * The tests in vitest's JSON report. A file that could not even be loaded holds no tests; it counts as one
 * failure.
 *
 * @returns {Counts}
 */
export function countsOfVitest(report) {
  const unloaded = report.testResults.filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every((assertion) => assertion.status !== 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * What a step contributes when it ended badly: at least one failure, whatever it reported.
 *
 * @param {Counts} counts
 * @param {boolean} isGood
 * @returns {Counts}
 */
export function withVerdict(counts, isGood) {
  return isGood || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/**
 * The closing line of `npm test`.
 *
 * @param {Counts} counts
 */
export function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * Reads the closing line of `npm test` back.
 *
 * @param {string} output of a whole run
 * @returns {Counts | undefined} undefined when it ended without one
 */
export function closingCounts(output) {
  const line = [...output.matchAll(/^(\d+) passed, (\d+) failed, (\d+) skipped$/gm)].at(-1);
  if (line === undefined) return undefined;
  const [passed, failed, skipped] = line.slice(1).map(Number);
  return { passed, failed, skipped };
}
