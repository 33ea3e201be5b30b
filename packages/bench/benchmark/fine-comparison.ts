/**
 * Measures fine comparison on sets of picture pairs:
 *
 *   npx tsx packages/bench/benchmark/fine-comparison.ts <folder of sets> [--half tune|report|all] [--set deeppcb]
 *       [--option comparison.regions.leastArea=6]
 *
 * The folder holds the sets `spotdiff`, `deeppcb` and `uidiff`, each with a `pairs.json` of {ref, test, boxes}. Pairs
 * of even rank (by name) are the half to tune on, those of odd rank the half to report. Every pair is compared as it
 * is and with its second picture photographed by the simulator, every reference with itself recompressed and
 * photographed. A change is found when a highlighted region and the change cover each other by a quarter of the
 * smaller one; a region is false when it covers no change like that. `unsupported` are the false ones where also the
 * aligned originals of the set hardly differ (fewer than 6 pixels by 20 levels). Times are CPU times of the thread.
 */
import { join } from 'node:path';
import { cpuUsage } from 'node:process';
import { parseArgs } from 'node:util';
import type { FineComparison, Raster } from '@loupe-print/engine';
import { addon, compareFinely, toEngineError, VOCABULARY_PATH } from '@loupe-print/engine/internals';

import { readNamedNumbers } from './support/named-numbers.js';
import {
  capture,
  type ComparedPair,
  decode,
  listPairs,
  type PixelBox,
  recompress,
} from './support/pair-sets.js';

interface Tally {
  pairs: number;
  refused: number;
  changes: number;
  found: number;
  regions: number;
  outsideLabels: number;
  unsupported: number;
  flaggedPairs: number;
  cpuMs: number;
}

const {
  values,
  positionals: [root],
} = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: 'string', default: 'report' },
    set: { type: 'string', default: '' },
    option: { type: 'string', multiple: true, default: [] },
  },
});
const options = readNamedNumbers(values.option);
const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1, options });

function area([left, top, right, bottom]: PixelBox): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

function common(a: PixelBox, b: PixelBox): number {
  return area([Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]);
}

function meets(change: PixelBox, region: PixelBox): boolean {
  const widened: PixelBox = [change[0] - 2, change[1] - 2, change[2] + 2, change[3] + 2];
  return common(widened, region) >= 0.25 * Math.min(area(change), area(region));
}

function regionsOf({ differences }: FineComparison, { width, height }: Raster): PixelBox[] {
  return differences.map(({ inReference: box }): PixelBox => [
    box.left * width,
    box.top * height,
    (box.left + box.width) * width,
    (box.top + box.height) * height,
  ]);
}

/** True when the aligned originals really differ inside the region, labelled or not. */
function isSupported(region: PixelBox, reference: Raster, original: Raster | null): boolean {
  if (original === null) return false;
  let differing = 0;
  for (let y = Math.floor(region[1]); y < region[3]; y += 1) {
    for (let x = Math.floor(region[0]); x < region[2]; x += 1) {
      const at = (y * reference.width + x) * 3;
      const channels = [at, at + 1, at + 2];
      if (channels.some((i) => Math.abs((reference.data[i] ?? 0) - (original.data[i] ?? 0)) >= 20))
        differing += 1;
    }
  }
  return differing >= 6;
}

async function measure(tally: Tally, pair: ComparedPair, original: Raster | null): Promise<void> {
  tally.pairs += 1;
  tally.changes += pair.changes.length;
  const before = cpuUsage();
  let result: FineComparison;
  try {
    result = await compareFinely(engine, pair.reference, pair.query);
  } catch (error) {
    const { code, message } = toEngineError(error);
    if (code !== 'IMAGES_DO_NOT_MATCH') throw error;
    tally.refused += 1;
    console.log(`  ${pair.name}: ${message}`);
    return;
  } finally {
    const { user, system } = cpuUsage(before);
    tally.cpuMs += (user + system) / 1000;
  }
  const regions = regionsOf(result, pair.reference);
  tally.found += pair.changes.filter((change) => regions.some((region) => meets(change, region))).length;
  tally.regions += regions.length;
  if (regions.length > 0) tally.flaggedPairs += 1;
  const outside = regions.filter(
    (region) =>
      !pair.changes.some((change) => meets(change, region)) &&
      !pair.partlyVisible.some((change) => common(change, region) > 0),
  );
  tally.outsideLabels += outside.length;
  tally.unsupported += outside.filter((region) => !isSupported(region, pair.reference, original)).length;
}

function isChosen(index: number, half: string): boolean {
  return half === 'all' || (index % 2 === 0 ? half === 'tune' : half === 'report');
}

async function measureSet(root: string, set: string, half: string): Promise<Record<string, Tally>> {
  const tallies: Record<string, Tally> = {};
  const tallyOf = (name: string): Tally =>
    (tallies[name] ??= {
      pairs: 0,
      refused: 0,
      changes: 0,
      found: 0,
      regions: 0,
      outsideLabels: 0,
      unsupported: 0,
      flaggedPairs: 0,
      cpuMs: 0,
    });
  for (const [index, listed] of listPairs(join(root, set)).entries()) {
    if (!isChosen(index, half)) continue;
    const reference = await decode(listed.reference);
    const test = await decode(listed.test);
    const original = set === 'spotdiff' ? test : null;
    const base = { name: listed.reference, reference, changes: [], partlyVisible: [] };
    await measure(tallyOf(set), { ...base, query: test, changes: listed.boxes }, original);
    if (set === 'uidiff') continue;
    const photo = await capture(test, listed.boxes, 1000 + index);
    await measure(tallyOf(`${set}, captured`), { ...base, ...photo }, original);
    const same = await capture(reference, [], 5000 + index);
    await measure(tallyOf(`${set}, same, captured`), { ...base, query: same.query }, null);
    const recompressed = await recompress(listed.reference, 9000 + index);
    await measure(tallyOf(`${set}, same, recompressed`), { ...base, query: recompressed }, null);
  }
  return tallies;
}

if (root === undefined) {
  console.error(
    'Usage: npx tsx packages/bench/benchmark/fine-comparison.ts <folder of sets> [--half tune|report|all]',
  );
  process.exitCode = 2;
} else {
  const rows: Record<string, Record<string, number | string>> = {};
  for (const set of ['spotdiff', 'deeppcb', 'uidiff'].filter((name) => name.includes(values.set))) {
    for (const [name, tally] of Object.entries(await measureSet(root, set, values.half))) {
      const { cpuMs, ...counts } = tally;
      rows[name] = {
        ...counts,
        'found %': ((100 * tally.found) / Math.max(1, tally.changes)).toFixed(1),
        'cpu ms': (cpuMs / tally.pairs).toFixed(0),
      };
    }
  }
  console.table(rows);
}
engine.close();
