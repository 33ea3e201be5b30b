/**
 * Asks the small content of what a search recognized. Keypoints confirm what pages of one design share: their frame, header and
 * rules. Where several references lie at one place of the photo, the blocks in which they differ decide which of them it
 * shows, and whether it shows any. A picture that fills the frame of a reference is a Clone when every block agrees.
 */
import { isRecognized } from '../decision.js';
import type { SearchHit } from '../types.js';
import type { ContentSource } from './content-source.js';
import { isIdentical, isOtherPicture, tellsApart, verdictOf } from './content-verdict.js';
import type { ContentCandidate, ContentEvidence } from './evidence.js';
import { fillsFrame, lieAtOnePlace } from './one-place.js';

/** References of one place that are asked, one after the other, until the photo shows one of them. */
const MOST_ASKED = 4;
/** Relatives that a reference is told from: those that resemble the photo most. */
const MOST_RELATIVES = 3;
/** Places of a photo that are asked: a page has one, a photo of a stand a few. */
const MOST_PLACES = 4;
/** Of a Clone, a tenth of what a match has. */
const CLONE_DISTANCE = 0.1;

export type WeighsContent = (
  reference: ContentCandidate,
  relatives: readonly ContentCandidate[],
) => Promise<ContentEvidence>;

/** A hit with its pose. */
type PosedHit = SearchHit & { readonly queryFromReference: readonly number[] };

/** What becomes of some hits. */
type Changes = Map<SearchHit, Pick<SearchHit, 'decision' | 'distance'>>;

/**
 * The hits of a search, recognized ones first, best first: those refused whose content the photo does not show, and Clones named.
 *
 * @param hits  recognized ones first, best first
 * @param weigh compares a reference and its relatives with the photo
 */
export async function checkContent<Hit extends SearchHit>(
  hits: readonly Hit[],
  source: ContentSource,
  weigh: WeighsContent,
): Promise<readonly Hit[]> {
  const places = placesOf(hits).slice(0, MOST_PLACES);
  if (places.length === 0) return hits;
  const pictures = await source.read(places.flatMap((place) => place.map(({ key }) => key)));
  const changes: Changes = new Map();
  for (const place of places) {
    await askPlace(
      place.filter(({ key }) => pictures.has(key)),
      (reference, relatives) => weigh(withPicture(reference), relatives.map(withPicture)),
      changes,
    );
  }
  return changes.size === 0 ? hits : inOrder(hits.map((hit) => ({ ...hit, ...changes.get(hit) })));

  function withPicture({ key, queryFromReference }: PosedHit): ContentCandidate {
    return { picture: pictures.get(key) ?? Buffer.alloc(0), queryFromReference };
  }
}

/** Posed hits by the place of the photo at which they lie, of places where there is something to ask. */
function placesOf(hits: readonly SearchHit[]): readonly PosedHit[][] {
  const places: PosedHit[][] = [];
  for (const hit of hits) {
    if (!isPosed(hit)) continue;
    const place = places.find(([first]) => first !== undefined && lieAtOnePlace(first, hit));
    if (place !== undefined) place.push(hit);
    else if (isRecognized(hit) || fillsFrame(hit)) places.push([hit]);
  }
  return places.filter(
    ([first, ...others]) => others.length > 0 || (first !== undefined && fillsFrame(first)),
  );
}

function isPosed(hit: SearchHit): hit is PosedHit {
  return hit.queryFromReference !== null && !hit.isMirrored;
}

type AsksContent = (reference: PosedHit, relatives: readonly PosedHit[]) => Promise<ContentEvidence>;

/** Asks the references of a place, the likeliest first, until the photo shows the content of one. */
async function askPlace(place: readonly PosedHit[], ask: AsksContent, changes: Changes): Promise<void> {
  const asked = place.filter((hit) => isRecognized(hit) || fillsFrame(hit)).slice(0, MOST_ASKED);
  for (const hit of asked) {
    const relatives = place.filter((other) => other !== hit).slice(0, MOST_RELATIVES);
    if (relatives.length === 0 && !fillsFrame(hit)) return;
    const evidence = await ask(hit, relatives);
    const isOther = fillsFrame(hit) && isOtherPicture(evidence.facts);
    const verdict = isOther ? 'other content' : verdictOf(evidence);
    if (fillsFrame(hit) && verdict !== 'other content') nameClone(hit, evidence, changes);
    if (verdict === 'other content') {
      refuse([hit], changes);
      continue;
    }
    // What it was told from shows other content, and what resembles the photo even less does, too.
    const apart = relatives.filter((_, at) => {
      const found = evidence.relatives[at];
      return found !== undefined && tellsApart(found);
    });
    const last = apart.at(-1);
    if (verdict === 'shown') {
      const beyond = last === undefined ? [] : place.slice(place.indexOf(last) + 1);
      refuse([...apart, ...(relatives.length === MOST_RELATIVES ? beyond : [])], changes);
    }
    return;
  }
  // The likeliest were refused: so is what resembles the photo even less.
  if (asked.length > 0) refuse(place.slice(place.indexOf(asked.at(-1) as PosedHit) + 1), changes);
}

function nameClone(hit: SearchHit, { facts }: ContentEvidence, changes: Changes): void {
  if (isIdentical(facts)) {
    if (hit.decision !== 'Clone')
      changes.set(hit, { decision: 'Clone', distance: hit.distance * CLONE_DISTANCE });
  } else if (hit.decision === 'Clone' && facts.contradictingBlocks + facts.addedBlocks > 0) {
    changes.set(hit, { decision: 'Match', distance: Math.min(0.49, hit.distance / CLONE_DISTANCE) });
  }
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
