/**
 * Asks the small content of pages whose pictures a pack holds, by the rules of the server. A program of its own beside the reader of
 * packs: what has no such pages does not load it.
 */
import { checkContent } from '../../../src/engine-host/content/content-check.js';
import { verdictOf } from '../../../src/engine-host/content/content-verdict.js';
import type { BlockMap, ContentCandidate } from '../../../src/engine-host/content/evidence.js';
import { relativeFromReference, weighsBy } from '../../../src/engine-host/content/weighing.js';
import { compose } from '../../../src/engine-host/plane.js';
import { type Decision, isRecognized, type SearchHit, type Size } from '../../../src/engine-host/types.js';
import type { ComparedHits, ComparesHits, PackParts } from './pack-hit.js';
import { type ContentPicture, ModuleContent } from './module-content.js';
import type { GrayPixels, ModuleHit, WasmModule } from './wasm-module.js';

interface KnownPicture extends ContentPicture {
  readonly relatives: readonly { readonly key: number; readonly pose: readonly number[] }[];
}
export type KnownPictures = ReadonlyMap<number, KnownPicture>;

/** Of a page 3 KB, at each size and sharpness at which pictures show it. */
const MOST_MAPS = 1000;
const AGAIN_AFTER_MS = 1000;

/** Has the hits of a pack compared, those of a camera once a second while it shows the same. */
export function comparesHits({ module, content, chunks }: PackParts): ComparesHits {
  const known: KnownPictures = new Map(
    content.references.flatMap(({ key, sequence, relatives = [] }) => {
      const place = content.comparisons?.[`${key}.${sequence}`];
      const part = place && chunks[place.part];
      if (place === undefined || part === undefined) return [];
      const { from, size, width, height } = place;
      return [[key, { jpeg: part.slice(from, from + size), width, height, relatives }] as const];
    }),
  );
  const compare = comparesContent(module, known);
  let before: (ComparedHits & { readonly keys: string; readonly at: number }) | null = null;
  return async (gray, hits, isFilm) => {
    const found = hits.filter((hit) => hit.isRecognized).map(({ key }) => key);
    if (!found.some((key) => known.has(key))) return { hits };
    const keys = found.toSorted((a, b) => a - b).join();
    if (isFilm && before?.keys === keys && performance.now() - before.at < AGAIN_AFTER_MS) {
      const left = before.hits.filter((hit) => hit.isRecognized).map(({ key }) => key);
      const again = hits.map((hit) => ({ ...hit, isRecognized: left.includes(hit.key) }));
      return { ...before, hits: again };
    }
    const compared = await compare(gray, hits);
    before = { ...compared, keys, at: performance.now() };
    return compared;
  };
}

/** Hits as the server would leave them. */
export function comparesContent(
  module: WasmModule,
  known: KnownPictures,
): (gray: GrayPixels, hits: readonly ModuleHit[]) => Promise<ComparedHits> {
  const engine = new ModuleContent(module);
  const needed = (key: number): KnownPicture => {
    const picture = known.get(key);
    if (picture === undefined) throw new Error(`Reference ${key} has no picture.`);
    return picture;
  };
  // Relatives have it in common whatever a picture shows.
  const maps = new Map<string, BlockMap>();
  const compareRelatives = (
    reference: ContentCandidate,
    relative: ContentCandidate,
    view: Parameters<ModuleContent['compare']>[3],
  ): BlockMap => {
    const name = [reference.key, relative.key, view.frameWidth, view.frameHeight, view.blur].join(' ');
    const kept = maps.get(name);
    if (kept !== undefined) return kept;
    const pose = relativeFromReference(reference, relative);
    if (pose === null) return new Uint8Array();
    const map = engine.compare(needed(reference.key), needed(relative.key), pose, view);
    if (maps.size >= MOST_MAPS) maps.clear();
    maps.set(name, map);
    return map;
  };
  const source = {
    read: (keys: readonly number[]) =>
      Promise.resolve(new Map(keys.filter((key) => known.has(key)).map((key) => [key, needed(key).jpeg]))),
  };
  const relativesOf = ({ key, queryFromReference }: Pick<ContentCandidate, 'key' | 'queryFromReference'>) =>
    Promise.resolve(
      (known.get(key)?.relatives ?? []).map((relative) => ({
        key: relative.key,
        queryFromReference: compose(queryFromReference, relative.pose),
      })),
    );
  return async (gray, hits) => {
    const shown = new Map<number, boolean>();
    const weighs = weighsBy({
      weigh: ({ key, queryFromReference }) =>
        Promise.resolve(engine.weigh(gray, needed(key), queryFromReference)),
      compare: (...asked) => Promise.resolve(compareRelatives(...asked)),
    });
    const weigh: typeof weighs = async (reference, relatives) => {
      const evidence = await weighs(reference, relatives);
      shown.set(reference.key, verdictOf(evidence) === 'shown');
      return evidence;
    };
    const asked = hits.map((hit) => ({ ...asFound(hit, gray, known), hit }));
    const checked = await checkContent(asked, { source, weigh, relativesOf });
    const left = checked.map(({ hit, decision, distance }) => ({
      ...hit,
      decision,
      distance,
      isRecognized: isRecognized({ decision }),
    }));
    return { hits: left, shown };
  };
}

/** A hit as searches of the server give it. */
function asFound(
  { key, decision, distance, homography, isMirrored, inlierCount }: ModuleHit,
  { width, height }: GrayPixels,
  known: KnownPictures,
): SearchHit {
  const picture = known.get(key);
  const side = (originalSize: Size) =>
    ({
      originalSize,
      resizedSize: originalSize,
      box: [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
      boxArea: 1,
    }) as const;
  return {
    indexId: '',
    key,
    decision: decision as Decision,
    distance,
    query: side([width, height]),
    reference: side([picture?.width ?? 1, picture?.height ?? 1]),
    scores: { boxCoveredSurface: 0, boxPointsRatio: 0, boxPointsRatioHomography: 0, matchStrength: 0 },
    queryFromReference: homography,
    inlierCount,
    isMirrored,
    // A pack names no copies.
    frameCorrelation: null,
  };
}
