/** The processor time of one piece of work, for peers that are measured in this process. */

/**
 * @template T
 * @param {() => T} work
 * @returns {[number, T]} milliseconds of processor time, of all threads, and what the work gave
 */
function timed(work) {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1000, result];
}

module.exports = { timed };
