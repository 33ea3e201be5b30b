/** Decides by the small content of a reference whether a photo shows it, or another page of its design. */
import type { ContentEvidence, ContentFacts, DistinguishingBlocks } from './evidence.js';

/** With fewer blocks that differ, or that both share, two references do not tell each other apart. */
export const LEAST_BLOCKS = 4;
export const LEAST_SHARED = 12;
/**
 * Share of the distinguishing blocks that agree with a photo of the reference, against the share of those that all pages of the
 * design have: these say what blur, light and paper leave of any content. A photo of the reference reaches 0.98 of it in
 * simulation, one of another page 0.62.
 */
const LEAST_AGREEING = 0.8;
/** How much less the distinguishing blocks may correlate than the shared ones: 0.11 at most, and 0.19 at least of others. */
const MOST_LOSS = 0.15;
/** Where fewer of the shared blocks agree, the paper is creased or the photo blurred, and nothing can be asked. */
const LEAST_SHARED_AGREEING = 0.6;

export type Verdict =
  /** The photo shows the content that is the reference's alone. */
  | 'shown'
  /** It shows other content there. */
  | 'other content'
  /** Nothing distinguishes the reference from its relatives, or the photo does not show it well enough. */
  | 'undecided';

/**
 * What the distinguishing blocks say together: one relative that the photo does not differ from in their way is enough to refuse.
 * Where no relative is known, or none that differs, other print on the page refuses.
 */
export function verdictOf({ facts, relatives }: ContentEvidence): Verdict {
  const asked = relatives.filter(tellsApart);
  if (asked.length === 0) return isOtherPrint(facts) ? 'other content' : 'undecided';
  return asked.every(isShown) ? 'shown' : 'other content';
}

/** Whether a relative differs from the reference at places that the photo shows. */
export function tellsApart({ blocks, shared, sharedAgreeing }: DistinguishingBlocks): boolean {
  return blocks >= LEAST_BLOCKS && shared >= LEAST_SHARED && sharedAgreeing / shared >= LEAST_SHARED_AGREEING;
}

function isShown(relative: DistinguishingBlocks): boolean {
  const { blocks, agreeing, shared, sharedAgreeing, meanCorrelation, meanSharedCorrelation } = relative;
  return (
    agreeing / blocks >= (LEAST_AGREEING * sharedAgreeing) / shared &&
    meanSharedCorrelation - meanCorrelation <= MOST_LOSS
  );
}

/** Of copies that are not strongly compressed 0.4 at most, of pictures of which a part was exchanged 0.6 at least. */
const IDENTICAL_DIFFERENCE = 0.5;
/** What strong compression leaves, where every block agrees. */
const COMPRESSED_DIFFERENCE = 0.9;
const COMPRESSED_CORRELATION = 0.7;
/** Of copies 3.1 at most (gray ones), of pictures with another digit of 14 px 3.6 at least, compressed or resized like them. */
const COPIED_DETAIL = 3.3;

/** Whether a picture that fills the frame of the reference is the same picture: in no block and in no letter its levels say otherwise. */
export function isIdentical(facts: ContentFacts): boolean {
  const { inkedBlocks, contradictingBlocks, addedBlocks, lowCorrelation, worstDifference, detailDifference } =
    facts;
  // One white page is as good as another.
  if (inkedBlocks === 0 || detailDifference > COPIED_DETAIL) return false;
  if (worstDifference <= IDENTICAL_DIFFERENCE) return true;
  return (
    worstDifference <= COMPRESSED_DIFFERENCE &&
    contradictingBlocks + addedBlocks === 0 &&
    lowCorrelation >= COMPRESSED_CORRELATION
  );
}

/**
 * Share of contradicting blocks from which on a picture that fills the frame of a reference is another one of its design. Copies
 * with strong compression, noise or a watermark have 0.04 of them at most; nothing else lies between them and their reference.
 */
const OTHER_SHARE = 0.15;
/** Where half of the blocks do not agree, a bent page was photographed to its edges, and blocks say nothing. */
const OTHER_MEDIAN = 0.5;
/** With fewer blocks of ink a share of them says nothing. */
const LEAST_INKED = 8;

/**
 * A flat copy agrees as well as it can in what it shares with the reference, and lies as evenly as the picture that it was made from. Other
 * editions of covers reach this in nine of ten cases, photos of paintings, with glare, relief and the bend of a lens, in one of four.
 */
const FLAT_CORRELATION = 0.95;
const FLAT_UNEVENNESS_PX = 0.55;

function isFlatCopy({ inkedBlocks, highCorrelation, unevennessPx }: ContentFacts): boolean {
  return (
    inkedBlocks >= LEAST_INKED && highCorrelation >= FLAT_CORRELATION && unevennessPx <= FLAT_UNEVENNESS_PX
  );
}

/** Whether a picture that fills the frame of the reference shows something else in a part of it. */
export function isOtherPicture(facts: ContentFacts): boolean {
  const { inkedBlocks, contradictingBlocks, medianCorrelation } = facts;
  return (
    isFlatCopy(facts) && contradictingBlocks >= OTHER_SHARE * inkedBlocks && medianCorrelation >= OTHER_MEDIAN
  );
}

/** Creases add shadows where the paper is empty; a copy that is only roughly framed has to differ in more. */
const ROUGH_SHARE = 0.2;
const ROUGH_ADDED = 0.05;

/** The same of a picture that lies roughly on the reference's frame, cut or scaled a little otherwise. */
export function isOtherFlatPicture(facts: ContentFacts): boolean {
  const { inkedBlocks, contradictingBlocks, addedBlocks } = facts;
  return (
    isFlatCopy(facts) &&
    contradictingBlocks >= ROUGH_SHARE * inkedBlocks &&
    addedBlocks <= ROUGH_ADDED * inkedBlocks
  );
}

/**
 * A photo of the reference's page shows its print where it is. Fitted on photos of ten designs and of pages of manuals, bent and
 * blurred ones among them, and on the real photos of the exam's part for fitting (tuning, 0648): the more uneven the paper, the more
 * of what does not agree is a fold.
 */
const OTHER_PRINT = { constant: 10.2, ofLogShare: 2.63, leastShare: 0.005, ofUnevennessPx: -4.67 };
/** On paper this uneven folds explain everything. */
const CREASED_PX = 0.8;

/** Whether the photo shows another page of the reference's design, of which no other need be known. */
function isOtherPrint({ otherPrintShare, unevennessPx }: ContentFacts): boolean {
  const { constant, ofLogShare, leastShare, ofUnevennessPx } = OTHER_PRINT;
  if (unevennessPx > CREASED_PX) return false;
  return constant + ofLogShare * Math.log(otherPrintShare + leastShare) + ofUnevennessPx * unevennessPx > 0;
}
