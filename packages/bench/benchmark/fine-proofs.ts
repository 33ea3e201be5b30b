/**
 * Measures fine comparison on pairs of proofs that it makes itself:
 *
 *   npx tsx packages/bench/benchmark/fine-proofs.ts write <folder> [--changed 40] [--unchanged 10]
 *   npx tsx packages/bench/benchmark/fine-proofs.ts measure <folder> [--half tune|unseen] [--only <part of a name>] [--verbose]
 *       [--option comparison.regions.leastArea=6] [--ecc <threshold of 255>]
 *
 * `--ecc` measures a peer in its place: the pixel difference after an alignment by OpenCV's ECC.
 *
 * A change counts as found when a region covers the middle of the place that it was made at, or lies in it; a region is
 * false when it touches no place of a change. Times are CPU times of the thread without decoding.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { CHANGE_NAMES, HALVES, type Half, proofSpecs } from './proofs/spec.js';
import { measureEcc, measureProofs, tableOf } from './proofs/measure.js';
import { writeProofs } from './proofs/write.js';
import { readNamedNumbers } from './support/named-numbers.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'string', default: '40' },
    unchanged: { type: 'string', default: '10' },
    half: { type: 'string' },
    only: { type: 'string', default: '' },
    verbose: { type: 'boolean', default: false },
    ecc: { type: 'string' },
    option: { type: 'string', multiple: true, default: [] },
  },
});
const [what, folder] = positionals;
if ((what !== 'write' && what !== 'measure') || folder === undefined) {
  console.error('Usage: npx tsx packages/bench/benchmark/fine-proofs.ts write|measure <folder>');
  process.exitCode = 2;
} else if (what === 'write') {
  const halves: readonly Half[] = HALVES;
  const specs = halves.flatMap((half) => proofSpecs(half, Number(values.changed), Number(values.unchanged)));
  await writeProofs(folder, specs, (done) => {
    if (done % 20 === 0) console.log(`${done} of ${specs.length}`);
  });
} else {
  const accepts = ({ half, name }: { half: string; name: string }): boolean =>
    (values.half === undefined || half === values.half) && name.includes(values.only);
  const options = readNamedNumbers(values.option);
  const print = values.verbose ? console.log : () => undefined;
  const results =
    values.ecc === undefined
      ? await measureProofs(join(folder), options, accepts, print)
      : await measureEcc(folder, Number(values.ecc), accepts);
  for (const line of tableOf(results, CHANGE_NAMES)) console.log(line);
}
