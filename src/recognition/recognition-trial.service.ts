/**
 * Trying a photo out: what a reader would be answered, and how the decision came about. It goes the way of a scan, and
 * records nothing.
 */
import type { Viewer } from '../access/viewer.js';
import { withVision } from '../engine/engine-failures.js';
import type { Database, EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import type { Clock } from '../kernel/clock.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import type { UploadedFile } from '../media/uploads/received-file.js';
import {
  isRecognized,
  type Extraction,
  type LocalMatch,
  type MatchedPoint,
  type Point,
  type SearchHit,
  type SearchResult,
} from '../engine-host/types.js';
import type { Vision } from '../engine-host/vision.js';
import { enrich, pictureAnswer } from './enriched-element.js';
import { loadLiveElement } from './live-element.js';
import { readExternalIds } from './cached-targets.js';
import type { RecognizedPicture, RecognizedTarget, ScanSearch } from './scan-search.js';
import { outlineOf } from '../engine-host/plane.js';
import type { EnrichedImageView } from './views.js';

/** What came of a candidate, the best first: `Answered` alone is what a reader gets. */
export type TrialOutcome = 'Answered' | 'NotTheMeantOne' | 'NoAction' | 'OutsideWindow' | 'Refused';

export interface TrialCandidate {
  /** The page or zone; null for a picture of picture mode. */
  readonly elementId: string | null;
  readonly pictureId: string | null;
  readonly outcome: TrialOutcome;
  /** The page or zone whose match this is, where the element was answered without one: it lies on the same page. */
  readonly recognizedById: string | null;
  readonly match: LocalMatch;
  /** Corners of the whole reference in the photo, clockwise from its top left; they may lie outside. */
  readonly outline: readonly Point[];
  /** Confirmed pairs of points. */
  readonly points: readonly MatchedPoint[];
}

export interface RecognitionTrial {
  /** What a reader would get; null for nothing. */
  readonly answer: EnrichedImageView | null;
  /** The nearest references: the answered one first, then the best first. */
  readonly candidates: readonly TrialCandidate[];
  /** Points that were found in the photo. */
  readonly keypointCount: number;
  /** null where there is nothing to search in. */
  readonly timing: SearchResult['timing'] | null;
}

export interface TrialRequest {
  readonly organizationId: string;
  readonly languageCode: string | null;
  readonly signal?: AbortSignal;
}

export interface TrialParts {
  readonly database: Database;
  readonly guarded: GuardedNodes;
  readonly search: ScanSearch;
  readonly clock: Clock;
  readonly vision: Pick<Vision, 'match'>;
  readonly signatures: {
    extract(bytes: Buffer, role: 'query', signal?: AbortSignal): Promise<Extraction>;
  };
}

/** Candidates that are shown, with their points; what lies further away explains nothing. */
const SHOWN = 5;

interface Named extends SearchHit {
  readonly externalId: string;
}

/** What is shown of an element: its own match, or that of a neighbor by which it was answered. */
interface Shown {
  readonly elementId: string;
  readonly hit: Named;
  /** Where the neighbor's match answered it: its corners in the photo. */
  readonly outline: readonly Point[] | null;
}

export class RecognitionTrialService {
  constructor(private readonly parts: TrialParts) {}

  /**
   * @param photo the caller discards it
   * @throws LoupeError NOT_FOUND, FORBIDDEN, UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE, OVERLOADED
   */
  async try(viewer: Viewer, photo: UploadedFile, request: TrialRequest): Promise<RecognitionTrial> {
    const { database, guarded, search } = this.parts;
    const em = database.reader();
    const { organizationId, languageCode, signal } = request;
    const { path } = await guarded.requireOfType(em, viewer, 'content:read', organizationId, 'Organization');
    const bytes = await photo.bytes();
    const found = await search.search(bytes, path, { signal });
    if (found.result === null) return { answer: null, candidates: [], keypointCount: 0, timing: null };
    const { hits, queryKeypointCount, timing } = found.result;
    const recognition = await search.recognized(() => em, found, path);
    const meant = recognition.targets.map(({ elementId }) => elementId);
    const outcomes = new Map<string, TrialOutcome>();
    const answer =
      (await this.contentAnswer(em, recognition.targets, languageCode, outcomes)) ??
      (await this.pictureAnswer(em, recognition.pictures, outcomes));
    const named = await this.named(em, hits);
    const rank = ({ externalId }: Named) =>
      meant.includes(externalId) ? meant.indexOf(externalId) : meant.length;
    const sorted = named.toSorted((a, b) => rank(a) - rank(b) || a.distance - b.distance);
    const shown = answeredFirst(sorted, recognition.targets, outcomes).slice(0, SHOWN);
    return {
      answer,
      candidates: await this.explained(em, bytes, shown, found.pictureIndexIds, outcomes, signal),
      keypointCount: queryKeypointCount,
      timing,
    };
  }

  /** The first target that offers something, and what came of each of them. */
  private async contentAnswer(
    em: EntityManager,
    targets: readonly RecognizedTarget[],
    languageCode: string | null,
    outcomes: Map<string, TrialOutcome>,
  ): Promise<EnrichedImageView | null> {
    const now = this.parts.clock.now();
    let answer: EnrichedImageView | null = null;
    for (const { elementId, path, distance, outline } of targets) {
      const element = await loadLiveElement(em, path, now);
      if (element === null) continue;
      if (!element.isOpen) {
        outcomes.set(elementId, 'OutsideWindow');
        continue;
      }
      const enrichment = await enrich(em, element, languageCode);
      if (enrichment.actions.length === 0) outcomes.set(elementId, 'NoAction');
      else if (answer !== null) outcomes.set(elementId, 'NotTheMeantOne');
      else {
        outcomes.set(elementId, 'Answered');
        answer = { ...enrichment, sessionId: '', score: 1 - distance, outline };
      }
    }
    return answer;
  }

  private async pictureAnswer(
    em: EntityManager,
    pictures: readonly RecognizedPicture[],
    outcomes: Map<string, TrialOutcome>,
  ): Promise<EnrichedImageView | null> {
    for (const { pictureId, distance, outline } of pictures) {
      const picture = await pictureAnswer(em, pictureId);
      if (picture === null) continue;
      outcomes.set(pictureId, 'Answered');
      return { ...picture, sessionId: '', score: 1 - distance, outline };
    }
    return null;
  }

  private async named(em: EntityManager, hits: readonly SearchHit[]): Promise<Named[]> {
    const ids = await readExternalIds(
      em,
      hits.map(({ key }) => key),
    );
    return hits.flatMap((hit) => {
      const externalId = ids.get(hit.key);
      return externalId === undefined ? [] : [{ ...hit, externalId }];
    });
  }

  /** Each candidate with its matching points, computed by another comparison with the photo. */
  private async explained(
    em: EntityManager,
    bytes: Buffer,
    shown: readonly Shown[],
    pictureIndexIds: ReadonlySet<string>,
    outcomes: ReadonlyMap<string, TrialOutcome>,
    signal: AbortSignal | undefined,
  ): Promise<readonly TrialCandidate[]> {
    if (shown.length === 0) return [];
    const { vision, signatures } = this.parts;
    const { dna } = await signatures.extract(bytes, 'query', signal);
    const dnas = await readDnas(
      em,
      shown.map(({ hit }) => hit),
    );
    const candidates: TrialCandidate[] = [];
    for (const { elementId, hit, outline } of shown) {
      const reference = dnas.get(hit.key);
      if (reference === undefined) continue;
      const { points } = await withVision(() =>
        vision.match(dna, reference, signal === undefined ? {} : { signal }),
      );
      const isPicture = pictureIndexIds.has(hit.indexId);
      candidates.push({
        elementId: isPicture ? null : elementId,
        pictureId: isPicture ? elementId : null,
        outcome: isRecognized(hit) ? (outcomes.get(elementId) ?? 'NotTheMeantOne') : 'Refused',
        recognizedById: hit.externalId === elementId ? null : hit.externalId,
        match: hit,
        outline: outline ?? (hit.queryFromReference === null ? [] : outlineOf(hit.queryFromReference)),
        points,
      });
    }
    return candidates;
  }
}

/**
 * The answered element first. It may lie where the photo points, on the page of another one that was recognized; then it has no match of
 * its own, or one that was refused, and is shown with that of the other.
 */
function answeredFirst(
  hits: readonly Named[],
  targets: readonly RecognizedTarget[],
  outcomes: ReadonlyMap<string, TrialOutcome>,
): readonly Shown[] {
  const shown = hits.map((hit): Shown => ({ elementId: hit.externalId, hit, outline: null }));
  const answered = [...outcomes].find(([, outcome]) => outcome === 'Answered')?.[0];
  if (answered === undefined) return shown;
  const others = shown.filter(({ elementId }) => elementId !== answered);
  const own = shown.find(({ elementId, hit }) => elementId === answered && isRecognized(hit));
  if (own !== undefined) return [own, ...others];
  const target = targets.find(({ elementId }) => elementId === answered);
  const recognized = hits.filter(isRecognized);
  const hit = recognized.find(({ distance }) => distance === target?.distance) ?? recognized[0];
  if (target === undefined || hit === undefined) return shown;
  return [{ elementId: answered, hit, outline: target.outline }, ...others];
}

async function readDnas(em: EntityManager, hits: readonly SearchHit[]): Promise<ReadonlyMap<number, Buffer>> {
  const keys = hits.map(({ key }) => key);
  const rows = await readRows<{ key: number; dna: Uint8Array | null }>(
    em,
    `select "key", dna from reference where "key" in (${marks(keys)}) and is_present = true`,
    keys,
  );
  return new Map(rows.flatMap(({ key, dna }) => (dna === null ? [] : [[key, Buffer.from(dna)]])));
}
