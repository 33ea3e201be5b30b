/**
 * Asks the small content of what a search recognized. Keypoints confirm what pages of one design share: their frame, header and
 * rules. Where several references lie at one place of the photo, the blocks in which they differ decide which of them it
 * shows, and whether it shows any. A picture that fills the frame of a reference is a Clone when every block agrees.
 */
import { isRecognized, type SearchHit } from '../types.js';
import { type Homography, outlineOf } from '../plane.js';
import {
  agreesThroughout,
  isIdentical,
  isOtherFlatPicture,
  isOtherPicture,
  isSurelyShown,
  tellsApart,
  verdictOf,
} from './content-verdict.js';
import type { ContentCandidate, ContentEvidence } from './evidence.js';
import { cover, fillsFrame, framePoseOf, lieAtOnePlace, uprightFrameOf } from './one-place.js';
import { furtherOf, placesOf, posedOf, type Posed, type PosedHit } from './posed-hits.js';

/** References of one place that are asked, one after the other, until the photo shows one of them. */
const MOST_ASKED = 4;
/** Relatives that a reference is compared with: those that resemble the photo most. */
const MOST_RELATIVES = 3;
/** Places of a photo that are asked: a page has one, a photo of a stand a few. */
const MOST_PLACES = 4;
/** References that are asked whether the picture is their copy although keypoints saw them elsewhere in it. */
const MOST_UNPLACED = 4;
/**
 * Correlation of the thumbnails from which on a picture in the frame of a reference may be its copy. Copies reach 0.45, one with a border
 * of 8 px among them; of 100 other pictures with the proportions of a reference 99 stay below 0.2.
 */
const LEAST_FRAME_CORRELATION = 0.35;
/** Of what content recognizes though keypoints do not. */
const SHOWN_DISTANCE = 0.45;
/** Of a Clone, a tenth of what a match has. */
const CLONE_DISTANCE = 0.1;
/** A copy whose keypoints say little is nearer than every match. */
const FARTHEST_COPY = 0.25;

export type WeighsContent = (
  reference: ContentCandidate,
  relatives: readonly ContentCandidate[],
) => Promise<ContentEvidence>;

/** What becomes of some hits. */
type Changes = Map<SearchHit, Partial<SearchHit>>;

/** What references are asked with. */
export interface AsksContent {
  readonly source: { read(keys: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> };
  /** Compares a reference and its relatives with the photo. */
  readonly weigh: WeighsContent;
  /** Other references of the design of one, where the photo resembles it alone. */
  readonly relativesOf: (hit: PosedHit) => Promise<readonly Posed[]>;
}

/**
 * The hits of a search, recognized ones first, best first: those refused whose content the photo does not show, and Clones named.
 *
 * @param hits recognized ones first, best first
 */
export async function checkContent<Hit extends SearchHit>(
  hits: readonly Hit[],
  { source, weigh, relativesOf }: AsksContent,
): Promise<readonly Hit[]> {
  const changes: Changes = new Map();
  const askFrom = async (keys: readonly number[]) => {
    const pictures = await source.read(keys);
    const isKept = ({ key }: Pick<Posed, 'key'>): boolean => pictures.has(key);
    const withPicture = ({ key, queryFromReference }: Posed): ContentCandidate => ({
      key,
      picture: pictures.get(key) ?? new Uint8Array(),
      queryFromReference,
    });
    const ask: Asks = (reference, relatives) => weigh(withPicture(reference), relatives.map(withPicture));
    return { isKept, ask };
  };
  const refused: PosedHit[] = [];
  const asked = new Set<SearchHit>();
  for (const found of placesOf(hits).slice(0, MOST_PLACES)) {
    const [first, second] = found;
    if (first === undefined) continue;
    // Weaker hits on what is none of the first ones' content have confirmed a part of the same design, roughly placed.
    if (refused.some((hit) => cover(hit, first))) {
      refuse(found, changes);
      continue;
    }
    const unseen = second === undefined ? await relativesOf(first) : [];
    const { isKept, ask } = await askFrom([...found, ...unseen].map(({ key }) => key));
    await askPlace({ found: found.filter(isKept), unseen: unseen.filter(isKept), asked }, ask, changes);
    if (changes.get(first)?.decision === 'Similar' && !found.some((hit) => isLeft(hit, changes)))
      refused.push(first);
  }
  const unplaced = hits.some(isRecognized) || changes.size > 0 ? [] : unplacedOf(hits);
  if (unplaced.length > 0) {
    const { isKept, ask } = await askFrom(unplaced.map(({ hit }) => hit.key));
    await nameClone(
      unplaced.filter(({ hit }) => isKept(hit)),
      [],
      ask,
      changes,
    );
  }
  for (const hit of hits.some((one) => isLeft(one, changes))
    ? []
    : furtherOf(hits, asked, changes.size > 0)) {
    const alone = await askFrom([hit.key]);
    if (!alone.isKept(hit) || !agreesThroughout((await alone.ask(hit, [])).facts)) continue;
    const atPlace = posedOf(hits).filter((other) => lieAtOnePlace(hit, other));
    const others = othersOf(hit, atPlace);
    const relatives = others.length > 0 ? others : (await relativesOf(hit)).slice(0, MOST_RELATIVES);
    const { isKept, ask } = await askFrom([hit, ...relatives].map(({ key }) => key));
    if (!isSurelyShown(await ask(hit, relatives.filter(isKept)))) continue;
    changes.set(hit, { decision: 'Match', distance: Math.min(hit.distance, SHOWN_DISTANCE) });
    break;
  }
  return changes.size === 0 ? hits : inOrder(hits.map((hit) => ({ ...hit, ...changes.get(hit) })));
}

/** Whether a hit is recognized after what became of it. */
function isLeft(hit: SearchHit, changes: Changes): boolean {
  return isRecognized({ ...hit, ...changes.get(hit) });
}

/** What resembles the picture more than chance and has its proportions, though keypoints saw it elsewhere in it. */
function unplacedOf(hits: readonly SearchHit[]): readonly Framed[] {
  return hits
    .flatMap((hit) => {
      const queryFromReference = hit.decision === 'Different' ? null : uprightFrameOf(hit);
      return queryFromReference === null || hit.isMirrored ? [] : [{ hit, queryFromReference }];
    })
    .filter(mayBeCopy)
    .slice(0, MOST_UNPLACED);
}

/** What lies at one place of the photo, and what resembles it without being seen there. */
interface Place {
  readonly found: readonly PosedHit[];
  readonly unseen: readonly Posed[];
  /** Hits that were asked, of all places. */
  readonly asked: Set<SearchHit>;
}

type Asks = (reference: Posed, relatives: readonly Posed[]) => Promise<ContentEvidence>;

/** Asks the references of a place, the likeliest first, until the photo shows the content of one. */
async function askPlace({ found, unseen, asked }: Place, ask: Asks, changes: Changes): Promise<void> {
  if (await nameClone(framedOf(found), found, ask, changes)) return;
  const likeliest = found.filter((hit) => isRecognized(hit) || fillsFrame(hit)).slice(0, MOST_ASKED);
  for (const hit of likeliest) {
    asked.add(hit);
    const others = othersOf(hit, found);
    const relatives = others.length > 0 ? others : unseen.slice(0, MOST_RELATIVES);
    const isOnFrame = framePoseOf(hit) !== null;
    const evidence = await ask(hit, relatives);
    const isOther =
      (fillsFrame(hit) && isOtherPicture(evidence.facts)) ||
      (isOnFrame && isOtherFlatPicture(evidence.facts));
    const verdict = isOther ? 'other content' : verdictOf(evidence);
    if (verdict === 'other content') {
      refuse([hit], changes);
      continue;
    }
    if (verdict === 'shown') refuse(without(hit, found, others, evidence), changes);
    // Which of them the photo shows, or whether any, cannot be seen.
    if (verdict === 'one of the group') refuse(found, changes);
    return;
  }
  // The likeliest were refused: so is what resembles the photo even less.
  const last = likeliest.at(-1);
  if (last !== undefined) refuse(found.slice(found.indexOf(last) + 1), changes);
}

function othersOf(hit: SearchHit, found: readonly PosedHit[]): readonly PosedHit[] {
  return found.filter((other) => other !== hit).slice(0, MOST_RELATIVES);
}

/** A hit, and where its reference lies if the picture is a copy of it. */
interface Framed {
  readonly hit: SearchHit;
  readonly queryFromReference: Homography;
}

function framedOf(found: readonly PosedHit[]): readonly Framed[] {
  return found
    .flatMap((hit) => {
      const queryFromReference = framePoseOf(hit);
      return queryFromReference === null ? [] : [{ hit, queryFromReference }];
    })
    .filter(mayBeCopy)
    .slice(0, MOST_ASKED);
}

/** Whether registering it may show a copy: thumbnails tell most others. What keypoints call a Clone is always asked. */
function mayBeCopy({ hit: { decision, frameCorrelation } }: Framed): boolean {
  if (decision === 'Clone' || frameCorrelation === undefined) return true;
  return frameCorrelation !== null && frameCorrelation >= LEAST_FRAME_CORRELATION;
}

/**
 * Names the reference that the picture is a copy of by its pixels, whatever its keypoints say. What they alone called a Clone is
 * a Match.
 *
 * @returns whether it is a copy
 */
async function nameClone(
  framed: readonly Framed[],
  found: readonly PosedHit[],
  ask: Asks,
  changes: Changes,
): Promise<boolean> {
  for (const { hit, queryFromReference } of framed) {
    const others = othersOf(hit, found);
    const evidence = await ask({ key: hit.key, queryFromReference }, others);
    if (isIdentical(evidence.facts)) {
      refuse(without(hit, found, others, evidence), changes);
      changes.set(hit, cloneOf(hit, queryFromReference));
      return true;
    }
    if (hit.decision === 'Clone')
      changes.set(hit, { decision: 'Match', distance: Math.min(0.49, hit.distance / CLONE_DISTANCE) });
  }
  return false;
}

/** Its keypoints may have seen it elsewhere. */
function cloneOf(hit: SearchHit, queryFromReference: Homography): Partial<SearchHit> {
  const distance =
    hit.decision === 'Clone' ? hit.distance : CLONE_DISTANCE * Math.min(hit.distance, FARTHEST_COPY);
  if (isRecognized(hit)) return { decision: 'Clone', distance };
  const [a, b, c, d] = outlineOf(queryFromReference);
  if (a === undefined || b === undefined || c === undefined || d === undefined) return {};
  const query = { ...hit.query, box: [a, b, c, d], boxArea: 1 } as const;
  return { decision: 'Clone', distance, queryFromReference, query };
}

/** Hits that the photo does not show since it shows another one: those told apart from it, and what resembles the photo even less. */
function without(
  shown: SearchHit,
  found: readonly PosedHit[],
  others: readonly PosedHit[],
  { relatives }: ContentEvidence,
): readonly PosedHit[] {
  const apart = others.filter((_, at) => {
    const blocks = relatives[at];
    return blocks !== undefined && tellsApart(blocks);
  });
  const last = apart.at(-1);
  if (last === undefined || others.length < MOST_RELATIVES) return apart;
  return [...apart, ...found.slice(found.indexOf(last) + 1).filter((hit) => hit !== shown)];
}

/** Recognized ones look like the reference without being it: farther than every match, as near as they were among such. */
function refuse(hits: readonly SearchHit[], changes: Changes): void {
  for (const hit of hits) {
    if (isRecognized(hit)) changes.set(hit, { decision: 'Similar', distance: 0.5 + hit.distance / 2 });
  }
}

function inOrder<Hit extends SearchHit>(hits: readonly Hit[]): readonly Hit[] {
  const nearestFirst = (some: readonly Hit[]) => [...some].sort((a, b) => a.distance - b.distance);
  return [
    ...nearestFirst(hits.filter(isRecognized)),
    ...nearestFirst(hits.filter((hit) => !isRecognized(hit))),
  ];
}
