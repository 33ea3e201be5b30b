/**
 * Compares what engines of two processors answered: node compare-answers.mjs FILE FILE. Ends with 1 where what they recognize
 * differs by more than the last digits of a number, or a likeness by more than a thousandth.
 *
 * OpenCV reduces and smooths pictures in floating point, fused on arm64 and not on x64: a pixel in many thousands differs by 1.
 * Keypoints are the engine's own integer arithmetic and do not; colors, which are clusters, and looks do.
 */
import { readFileSync } from 'node:fs';

/** How far numbers may differ, relative to the greater of the two, or of 1; groups that are not named may differ. */
const MOST_OFF = { searches: 1e-9, comparisons: 1e-9, likenesses: 1e-3 };

const isNumber = (value) => typeof value === 'number';
const isTree = (value) => typeof value === 'object' && value !== null;
const offOf = (a, b) =>
  isNumber(a) && isNumber(b) ? Math.abs(a - b) / Math.max(1, Math.abs(a), Math.abs(b)) : Infinity;

/** @returns each member that is no object or list, as [place, one, other] */
function membersOf(one, other, place = '') {
  if (!isTree(one) || !isTree(other)) return [[place, one, other]];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.flatMap((name) => membersOf(one[name], other[name], place === '' ? name : `${place}.${name}`));
}

const [one, other] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));
for (const group of Object.keys(one)) {
  const members = membersOf(one[group], other[group]);
  const differing = members.filter(([, a, b]) => !Object.is(a, b));
  const numbers = differing.filter(([, a, b]) => isNumber(a) && isNumber(b));
  const greatest = Math.max(0, ...numbers.map(([, a, b]) => offOf(a, b)));
  const by = numbers.length === 0 ? '' : `, numbers by ${greatest.toExponential(1)} at most`;
  console.log(`== ${group}: ${differing.length} of ${members.length} members differ${by}`);
  const wrong = differing.filter(([, a, b]) => offOf(a, b) > (MOST_OFF[group] ?? Infinity));
  for (const [place, a, b] of wrong.slice(0, 20))
    console.log(`   ${place}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`);
  if (wrong.length > 0) process.exitCode = 1;
}
