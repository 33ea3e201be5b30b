/** Distinguishes a process from a later one with the same id. In the language of 2018, as version.cjs explains. */
const { readFileSync } = require('fs');

/** Places in /proc/<pid>/stat, counted after the program's name. */
const STATE_FIELD = 0;
const START_TIME_FIELD = 19;

/**
 * A process id with the moment the process started, because ids return quickly, above all in containers.
 *
 * @param {number} pid
 * @returns {string | undefined} undefined when no such process runs, or when it ended and nobody has asked how
 */
function identityOf(pid) {
  try {
    const stat = readFileSync('/proc/' + pid + '/stat', 'utf8');
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return afterName[STATE_FIELD] === 'Z' ? undefined : pid + ' ' + afterName[START_TIME_FIELD];
  } catch {
    return undefined;
  }
}

module.exports = { identityOf };
