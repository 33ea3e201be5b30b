/** Rules of commit messages. */
const MAX_SUBJECT_LENGTH = 70;
const MERGE = /^(Merge|Revert) /;

/**
 * @param {string} message as git stores it; lines that begin with # are comments of the editor
 * @returns {string[]} sentences that say what to change, empty where all is well
 */
export function faultsOfMessage(message) {
  const lines = message.split('\n').filter((line) => !line.startsWith('#'));
  const [subject = '', second = '', ...body] = lines;
  if (MERGE.test(subject)) return [];
  const faults = [];
  if (subject.trim() === '') faults.push('The first line is the subject; it is empty.');
  if (subject.length > MAX_SUBJECT_LENGTH)
    faults.push(`The subject has ${subject.length} letters; ${MAX_SUBJECT_LENGTH} at most.`);
  if (/;|, and /.test(subject)) faults.push('The subject names several things: make a commit of each.');
  if (second.trim() !== '') faults.push('The second line is empty; the body begins on the third.');
  if (body.every((line) => line.trim() === '')) faults.push('The body says why, in a sentence or more.');
  return faults;
}
