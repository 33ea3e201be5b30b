/** Compares pairs of proofs and counts what is found. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cpuUsage } from 'node:process';
import type { FineComparison, Raster } from '@loupe-print/engine';
import {
  addon,
  compareFinely,
  type NativeEngine,
  toEngineError,
  VOCABULARY_PATH,
} from '@loupe-print/engine/internals';

import { decode } from '../support/pair-sets.js';
import { compareByEcc } from './ecc-peer.js';
import type { Place } from './items.js';
import { type ChangeName, HALVES, CAPTURES } from './spec.js';
import { type ListedProof, listProofs } from './write.js';

export interface ProofResult {
  readonly proof: ListedProof;
  readonly isRefused: boolean;
  readonly isFound: boolean;
  readonly falseRegions: number;
  readonly megapixels: number;
  readonly cpuMs: number;
}

export async function measureProofs(
  folder: string,
  options: Readonly<Record<string, number>>,
  accepts: (proof: ListedProof) => boolean,
  print: (line: string) => void,
): Promise<readonly ProofResult[]> {
  const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1, options });
  const results: ProofResult[] = [];
  for (const proof of (await listProofs(folder)).filter(accepts)) {
    const [reference, query] = await Promise.all(
      ['a', 'b'].map(async (side) => decode(await readFile(join(folder, `${proof.name}-${side}.jpg`)))),
    );
    if (reference === undefined || query === undefined) continue;
    const result = await measureOne(engine, proof, reference, query);
    if (proof.change !== null ? !result.isFound || result.falseRegions > 0 : result.falseRegions > 0)
      print(
        `${proof.name} ${proof.change ?? 'unchanged'} ${proof.textPt} pt, ${proof.dpi} dpi: ${describe(result)}`,
      );
    results.push(result);
  }
  engine.close();
  return results;
}

const describe = ({ isRefused, isFound, falseRegions }: ProofResult): string =>
  isRefused ? 'refused' : `${isFound ? 'found' : 'not found'}, ${falseRegions} false`;

async function measureOne(
  engine: NativeEngine,
  proof: ListedProof,
  reference: Raster,
  query: Raster,
): Promise<ProofResult> {
  const before = cpuUsage();
  let compared: FineComparison | null = null;
  try {
    compared = await compareFinely(engine, reference, query);
  } catch (error) {
    if (toEngineError(error).code !== 'IMAGES_DO_NOT_MATCH') throw error;
  }
  const { user, system } = cpuUsage(before);
  const regions = (compared?.differences ?? []).flatMap(({ inReference, kind, inQuery }): Place[] => {
    const of = (box: typeof inReference): Place => [
      box.left,
      box.top,
      box.left + box.width,
      box.top + box.height,
    ];
    return kind === 'moved' && proof.capture === 'proof' ? [of(inReference), of(inQuery)] : [of(inReference)];
  });
  const size = (reference.width * reference.height) / 1e6;
  return judge(proof, compared === null ? null : regions, size, (user + system) / 1000);
}

/** The same pairs by the pixel difference after ECC. @param threshold of 255 */
export async function measureEcc(
  folder: string,
  threshold: number,
  accepts: (proof: ListedProof) => boolean,
): Promise<readonly ProofResult[]> {
  const proofs = (await listProofs(folder)).filter(accepts);
  const fileOf = (proof: ListedProof, side: 'a' | 'b'): string => join(folder, `${proof.name}-${side}.jpg`);
  const compared = compareByEcc(
    proofs.map((proof) => [fileOf(proof, 'a'), fileOf(proof, 'b')]),
    threshold,
  );
  return Promise.all(
    proofs.map(async (proof, at) => {
      const { regions, cpuMs } = compared[at] ?? { regions: null, cpuMs: 0 };
      const { width, height } = await decode(await readFile(fileOf(proof, 'a')));
      return judge(proof, regions, (width * height) / 1e6, cpuMs);
    }),
  );
}

/** @param found regions; null where the pictures were refused */
function judge(
  proof: ListedProof,
  found: readonly Place[] | null,
  megapixels: number,
  cpuMs: number,
): ProofResult {
  const { places } = proof;
  const regions = found ?? [];
  return {
    proof,
    isRefused: found === null,
    isFound: places.some((place) => regions.some((region) => shows(region, place))),
    falseRegions: regions.filter((region) => !places.some((place) => touches(region, widened(place)))).length,
    megapixels,
    cpuMs,
  };
}

const widened = ([left, top, right, bottom]: Place): Place => [
  left - 0.01,
  top - 0.01,
  right + 0.01,
  bottom + 0.01,
];

const touches = (a: Place, b: Place): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** The region's middle lies in the place, or the place's in the region, and the region is no blanket. */
function shows(region: Place, place: Place): boolean {
  const holds = (outer: Place, inner: Place): boolean => {
    const [x, y] = [(inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2];
    return x >= outer[0] && x <= outer[2] && y >= outer[1] && y <= outer[3];
  };
  const isBlanket = (region[2] - region[0]) * (region[3] - region[1]) > 0.5;
  return !isBlanket && (holds(place, region) || holds(region, place));
}

/** One line for each half and capture, then one for each kind of change. */
export function tableOf(results: readonly ProofResult[], changes: readonly ChangeName[]): string[] {
  const groups = HALVES.flatMap((half) =>
    CAPTURES.map((capture) => ({
      title: `${half}, ${capture}`,
      of: results.filter(({ proof }) => proof.half === half && proof.capture === capture),
    })),
  );
  const byChange = changes.map((change) => ({
    title: change,
    of: results.filter(({ proof }) => proof.change === change),
  }));
  return [
    '| pairs | found | of 10 pt and more | false regions on changed | on unchanged | refused | ms per megapixel |',
    '| ----- | ----- | ----------------- | ------------------------ | ------------ | ------- | ---------------- |',
    ...[...groups, ...byChange].filter(({ of }) => of.length > 0).map(({ title, of }) => line(title, of)),
  ];
}

function line(title: string, results: readonly ProofResult[]): string {
  const changed = results.filter(({ proof }) => proof.change !== null);
  const unchanged = results.filter(({ proof }) => proof.change === null);
  const large = changed.filter(({ proof }) => proof.textPt >= 10);
  const found = (of: readonly ProofResult[]): string =>
    `${of.filter(({ isFound }) => isFound).length} of ${of.length}`;
  const sum = (of: readonly ProofResult[], value: (result: ProofResult) => number): number =>
    of.reduce((total, result) => total + value(result), 0);
  const flagged = unchanged.filter(({ falseRegions }) => falseRegions > 0).length;
  return `| ${[
    title,
    found(changed),
    found(large),
    sum(changed, (r) => r.falseRegions),
    `${sum(unchanged, (r) => r.falseRegions)} in ${flagged} of ${unchanged.length}`,
    results.filter(({ isRefused }) => isRefused).length,
    Math.round(
      sum(results, (r) => r.cpuMs) /
        Math.max(
          1e-9,
          sum(results, (r) => r.megapixels),
        ),
    ),
  ].join(' | ')} |`;
}
