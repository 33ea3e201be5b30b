/** Names what failed, and what passed only when it was tried again, for the end of `npm test`: in a log of thousands of lines nobody finds it otherwise. */

const LINES_OF_A_MESSAGE = 6;

/** The first lines of what a failed test said, without colors. */
function shortMessage(message) {
  // eslint-disable-next-line no-control-regex -- vitest colors its messages
  const plain = message.replace(/\u001b\[[0-9;]*m/g, '');
  return plain
    .split('\n')
    .slice(0, LINES_OF_A_MESSAGE)
    .map((line) => `      ${line}`)
    .join('\n');
}

const told = (name, { fullName, failureMessages }) =>
  `${name} > ${fullName}\n${shortMessage(failureMessages.join('\n'))}`;

/**
 * The failed tests and the files that could not be loaded in vitest's JSON report.
 *
 * @param {string} rootDir which names of files are shown without
 * @returns {string[]} an entry each: file, full name, the first lines of the message
 */
export function failuresOfVitest(report, rootDir) {
  const failures = [];
  for (const file of report.testResults) {
    const name = file.name.replace(`${rootDir}/`, '');
    const failed = file.assertionResults.filter((assertion) => assertion.status === 'failed');
    for (const test of failed) {
      failures.push(told(name, test));
    }
    if (file.status === 'failed' && failed.length === 0) {
      failures.push(`${name} failed outside of its tests\n${shortMessage(file.message ?? '')}`);
    }
  }
  return failures;
}

/**
 * The tests that failed at first and passed when they were tried again.
 *
 * @param {string} rootDir which names of files are shown without
 * @returns {string[]} an entry each, as of `failuresOfVitest`
 */
export function passedAgainOfVitest(report, rootDir) {
  return report.testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map((test) => told(file.name.replace(`${rootDir}/`, ''), test)),
  );
}
