import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toJpeg } from '../paint/rgb-image.js';
import { multiplyHomographies, scaling, type Homography } from './photo/homography.js';
import { strengthRanges, type PhotoStrength } from './photo/strength.js';
import { simulatePhoto } from './photo-simulator.js';
import { createRandom, seedOf } from '../random.js';
import { jpegQuality, makePagePixels, pageKinds, type PageKind } from './synthetic-set.js';
import { takeUnrelatedPhoto } from './unrelated.js';
import { pagesPerManual } from './synthetic/manual.page.js';

export interface SyntheticSetOptions {
  readonly seed: number;
  readonly referenceCount: number;
  /** Queries of each group: one group per kind and strength, and two of pictures that match nothing. */
  readonly queriesPerGroup: number;
  /** All four kinds by default. */
  readonly kinds?: readonly PageKind[];
  readonly withQuarterTurns?: boolean;
  /** Stops between two pictures; what is written stays, without a manifest. */
  readonly signal?: AbortSignal;
}

interface SetReference {
  readonly id: string;
  readonly file: string;
}

interface SetQuery {
  readonly file: string;
  /** Id of the reference shown, null when nothing may match. */
  readonly ref: string | null;
  /** Row-major, from pixels of the reference to pixels of the query. */
  readonly H: Homography | null;
  readonly group: string;
}

export interface SetManifest {
  readonly refs: readonly SetReference[];
  readonly queries: readonly SetQuery[];
}

export type SetProgress = (done: number, total: number) => void;

interface PlannedPage {
  readonly kind: PageKind;
  readonly seed: number;
  readonly id: string;
}

const strengths = Object.keys(strengthRanges) as PhotoStrength[];
const referencesPerManual = pagesPerManual / 2;

/**
 * Writes a set of references, simulated photos of them and photos of other things into a folder, with
 * `manifest.json` last. The same options give the same files. Half of the pages of each synthetic manual are
 * references; pages of the other half are the photos of look-alikes that match nothing.
 */
export async function writeSyntheticSet(
  folder: string,
  options: SyntheticSetOptions,
  onProgress: SetProgress = () => undefined,
): Promise<SetManifest> {
  const kinds = options.kinds ?? pageKinds;
  if (kinds.length === 0 || options.referenceCount < kinds.length) {
    throw new RangeError('a set needs at least one reference of each kind');
  }
  await mkdir(join(folder, 'refs'), { recursive: true });
  await mkdir(join(folder, 'queries'), { recursive: true });
  const planned = planReferences(options, kinds);
  const groupCount = kinds.length * strengths.length + 2;
  const total = planned.length + groupCount * options.queriesPerGroup;
  let done = 0;
  const write = async (file: string, jpeg: Buffer): Promise<void> => {
    options.signal?.throwIfAborted();
    await writeFile(join(folder, file), jpeg);
    onProgress(++done, total);
  };
  const refs: SetReference[] = [];
  for (const page of planned) {
    const file = `refs/${page.id}.jpg`;
    await write(file, await toJpeg(await makePagePixels(page.kind, page.seed), jpegQuality));
    refs.push({ id: page.id, file });
  }
  const queries = [
    ...(await writePositives(options, kinds, planned, write)),
    ...(await writeNegatives(options, planned, write)),
  ];
  const manifest = { refs, queries };
  // Renamed into place, so that a manifest that exists is whole.
  const path = join(folder, 'manifest.json');
  await writeFile(`${path}.part`, JSON.stringify(manifest, null, 1));
  await rename(`${path}.part`, path);
  return manifest;
}

type Write = (file: string, jpeg: Buffer) => Promise<void>;

function planReferences(options: SyntheticSetOptions, kinds: readonly PageKind[]): PlannedPage[] {
  const first = (seedOf(options.seed, 'references') % 10_000) * pagesPerManual * 1000;
  return Array.from({ length: options.referenceCount }, (_, index) => {
    const kind = kinds[index % kinds.length]!;
    const count = Math.floor(index / kinds.length);
    const manual = Math.floor(count / referencesPerManual);
    const page = kind === 'manual' ? manual * pagesPerManual + (count % referencesPerManual) : count;
    return { kind, seed: first + page, id: `${kind}-${String(count).padStart(6, '0')}` };
  });
}

async function writePositives(
  options: SyntheticSetOptions,
  kinds: readonly PageKind[],
  planned: readonly PlannedPage[],
  write: Write,
): Promise<SetQuery[]> {
  const queries: SetQuery[] = [];
  for (const kind of kinds) {
    const pages = planned.filter((page) => page.kind === kind);
    for (const strength of strengths) {
      const group = `${kind}-${strength}`;
      const random = createRandom(seedOf(options.seed, group));
      for (let number = 0; number < options.queriesPerGroup; number++) {
        const page = random.pick(pages);
        const pixels = await makePagePixels(page.kind, page.seed);
        const seed = random.integer(0, 2 ** 31);
        const photo = await simulatePhoto(pixels, {
          strength,
          seed,
          withQuarterTurns: options.withQuarterTurns,
        });
        const file = `queries/${group}-${String(number).padStart(5, '0')}.jpg`;
        await write(file, photo.jpeg);
        const toPixels = multiplyHomographies(scaling(photo.width, photo.height), photo.queryFromReference);
        const H = multiplyHomographies(toPixels, scaling(1 / pixels.width, 1 / pixels.height));
        queries.push({ file, ref: page.id, H, group });
      }
    }
  }
  return queries;
}

async function writeNegatives(
  options: SyntheticSetOptions,
  planned: readonly PlannedPage[],
  write: Write,
): Promise<SetQuery[]> {
  const queries: SetQuery[] = [];
  const manuals = planned.filter((page) => page.kind === 'manual');
  const random = createRandom(seedOf(options.seed, 'negatives'));
  for (let number = 0; number < options.queriesPerGroup; number++) {
    const unrelated = `queries/unrelated-${String(number).padStart(5, '0')}.jpg`;
    await write(unrelated, await takeUnrelatedPhoto(random.integer(0, 1e6)));
    queries.push({ file: unrelated, ref: null, H: null, group: 'unrelated' });

    const lookAlikeSeed =
      (manuals.length > 0 ? random.pick(manuals).seed : random.integer(0, 1e6)) + referencesPerManual;
    const lookAlike = `queries/look-alike-${String(number).padStart(5, '0')}.jpg`;
    const pixels = await makePagePixels('manual', lookAlikeSeed);
    await write(
      lookAlike,
      (await simulatePhoto(pixels, { strength: 'easy', seed: random.integer(0, 2 ** 31) })).jpeg,
    );
    queries.push({ file: lookAlike, ref: null, H: null, group: 'look-alike' });
  }
  return queries;
}
