/**
 * Answers binding.gyp, a line for each answer:
 *
 *   node scripts/native/ask.mjs sources KIND    the files to compile, which it writes
 *   node scripts/native/ask.mjs flags           what every source is compiled with
 *   node scripts/native/ask.mjs node-api        what addons are compiled with beside
 *   node scripts/native/ask.mjs libraries       what is linked
 *
 * Runs with the Node that runs node-gyp, before the npm packages are there.
 */
import { findOpenCv, linkerArguments } from '../setup/opencv.mjs';
import { commonFlags, nodeApiFlags } from './flags.mjs';
import { writeUnitySources } from './unity.mjs';

function openCv() {
  const found = findOpenCv();
  if (found === undefined) throw new Error('OpenCV 4 was not found. Run: npm run setup');
  return found;
}

const ANSWERS = {
  sources: (kind) => writeUnitySources(kind),
  flags: () => [...commonFlags(), `-isystem${openCv().includeDir}`],
  'node-api': () => nodeApiFlags(),
  libraries: () => linkerArguments(openCv()),
};

const [question, ...rest] = process.argv.slice(2);
process.stdout.write(`${ANSWERS[question](...rest).join('\n')}\n`);
