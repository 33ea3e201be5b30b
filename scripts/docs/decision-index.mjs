/** `npm run docs:decisions`: writes docs/decisions/README.md from the headers of the records. */
import { writeFileSync } from 'node:fs';
import { findContradictions, indexPage, readRecords } from './decision-records.mjs';
import { inRoot, rootDir } from '../setup/paths.mjs';

const folder = inRoot('docs/decisions');
const { records, faults } = readRecords(folder);
const all = [...faults, ...findContradictions(records, rootDir)];
if (all.length > 0) {
  process.stderr.write(`${all.join('\n')}\n`);
  process.exitCode = 1;
} else {
  writeFileSync(inRoot('docs/decisions/README.md'), indexPage(records));
}
