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

/** Share of their blocks that pages of one design have in common: of unrelated pages of text a tenth agree by chance. */
const DESIGN_SHARE = 0.15;
/** Where fewer differ, each of them may be a little worse shown than the shared ones are on average. */
const MOST_LOSS_OF_FEW = 0.2;
/** Ink of a relative in this share of the places where the reference has none, and in three of them, is the relative's. */
const OTHERS_INK = { share: 0.5, leastBlocks: 3 };

export type Verdict =
  /** The photo shows the content that is the reference's alone. */
  | 'shown'
  /** It shows other content there. */
  | 'other content'
  /** It does not show well enough by what the reference differs from a relative: it may show either, or another page of their design. */
  | 'one of the group'
  /** Nothing else is known that the photo may show. */
  | 'undecided';

/**
 * What the distinguishing blocks say together: one relative that the photo does not differ from in their way is enough to refuse.
 * Where no relative is known, or none that differs, other print on the page refuses.
 */
export function verdictOf({ facts, relatives }: ContentEvidence): Verdict {
  const known = relatives.filter(isRelative);
  const [asked, unasked] = [known.filter(isAsked), known.filter((relative) => !isAsked(relative))];
  if (!asked.every(isShown)) return 'other content';
  if (unasked.some(isOfOneDesign)) return 'one of the group';
  if (asked.length > 0) return 'shown';
  return isOtherPrint(facts) || isOtherOnFlatPaper(facts) ? 'other content' : 'undecided';
}

/** A page that keypoints do not confirm is shown where its content agrees throughout: more so where no relative is known. */
const SURELY_SHOWN = { inkedBlocks: 60, agreeing: 0.9, contradicting: 0.02, median: 0.85, visible: 0.5 };
const SHOWN_ALONE = { inkedBlocks: 150, agreeing: 0.97, otherPrint: 0.002 };
/** Of a part of a page that is seen alone, an eighth of it at least, everything agrees; its edges may touch what lies beside it. */
const CLIPPING = { inkedBlocks: 120, agreeing: 0.99, contradicting: 0.01, median: 0.95, visible: 0.12 };

function isClipping({ inkedBlocks, agreeingBlocks, medianCorrelation, visibleShare }: ContentFacts): boolean {
  return (
    inkedBlocks >= CLIPPING.inkedBlocks &&
    agreeingBlocks >= CLIPPING.agreeing * inkedBlocks &&
    medianCorrelation >= CLIPPING.median &&
    visibleShare >= CLIPPING.visible
  );
}

/** Whether nearly everything that the reference holds agrees with the photo, without relatives being asked. */
export function agreesThroughout(facts: ContentFacts): boolean {
  const { inkedBlocks, agreeingBlocks, contradictingBlocks, medianCorrelation, visibleShare } = facts;
  return (
    inkedBlocks >= SURELY_SHOWN.inkedBlocks &&
    agreeingBlocks >= SURELY_SHOWN.agreeing * inkedBlocks &&
    contradictingBlocks <= SURELY_SHOWN.contradicting * inkedBlocks &&
    medianCorrelation >= SURELY_SHOWN.median &&
    (visibleShare >= SURELY_SHOWN.visible || isClipping(facts)) &&
    facts.unevennessPx <= FLAT_UNEVENNESS_PX
  );
}

/** Whether a photo shows the content of a reference so well that it needs no other evidence. */
export function isSurelyShown(evidence: ContentEvidence): boolean {
  const { facts, relatives } = evidence;
  const { inkedBlocks, agreeingBlocks, contradictingBlocks } = facts;
  if (!agreesThroughout(facts)) return false;
  const verdict = verdictOf(evidence);
  if (verdict === 'shown') return relatives.some(tellsApart);
  if (verdict !== 'undecided' || facts.otherPrintShare > SHOWN_ALONE.otherPrint) return false;
  const { inkedBlocks: least, agreeing } = SHOWN_ALONE;
  if (!isClipping(facts) && (inkedBlocks < least || agreeingBlocks < agreeing * inkedBlocks)) return false;
  const isPart = facts.visibleShare < SURELY_SHOWN.visible;
  return contradictingBlocks <= (isPart ? CLIPPING.contradicting * inkedBlocks : 0);
}

/** Whether both have enough in common to be asked. */
function isRelative({ shared }: DistinguishingBlocks): boolean {
  return shared >= LEAST_SHARED;
}

/** Whether they have so much in common that they are pages of one design, and no copies of each other. */
function isOfOneDesign({ blocks, shared, differsInFull }: DistinguishingBlocks): boolean {
  return differsInFull && shared >= DESIGN_SHARE * (shared + blocks);
}

/** Whether the photo shows places at which a relative differs, and shows them well enough. */
function isAsked({ blocks, empty, shared, sharedAgreeing }: DistinguishingBlocks): boolean {
  return (blocks > 0 || empty >= OTHERS_INK.leastBlocks) && sharedAgreeing / shared >= LEAST_SHARED_AGREEING;
}

/** Whether a relative differs from the reference so much, at places that the photo shows, that one of them is not the other. */
export function tellsApart({ blocks, shared, sharedAgreeing }: DistinguishingBlocks): boolean {
  return blocks >= LEAST_BLOCKS && shared >= LEAST_SHARED && sharedAgreeing / shared >= LEAST_SHARED_AGREEING;
}

function isShown(relative: DistinguishingBlocks): boolean {
  const { blocks, agreeing, shared, sharedAgreeing, meanCorrelation, meanSharedCorrelation } = relative;
  const { added, empty } = relative;
  if (added >= Math.max(OTHERS_INK.leastBlocks, OTHERS_INK.share * empty)) return false;
  if (blocks === 0) return true;
  const mostLoss = blocks < LEAST_BLOCKS ? MOST_LOSS_OF_FEW : MOST_LOSS;
  return (
    agreeing / blocks >= (LEAST_AGREEING * sharedAgreeing) / shared &&
    meanSharedCorrelation - meanCorrelation <= mostLoss
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

/**
 * A page that lies flat and agrees as well as it can in most of its blocks shows something else where many contradict: another
 * picture in the same frame, or other lines that reach its edges. Of 392 real photos of references none does.
 */
const OTHER_ON_FLAT = [
  { unevennessPx: 0.45, share: 0.25, highCorrelation: 0.96, medianCorrelation: 0.9 },
  { unevennessPx: 0.3, share: 0.3, highCorrelation: 0.9, medianCorrelation: -1 },
];

/**
 * A clipping on white leaves the rest of its page blank. Other content has ink where the reference's paper is empty, too, at as many
 * places as those that contradict.
 */
const BLANK = { otherPrint: 0.002, added: 0.005 };

function isBlankElsewhere(facts: ContentFacts): boolean {
  const { contradictingBlocks, addedBlocks, emptyBlocks, otherPrintShare } = facts;
  return (
    emptyBlocks >= contradictingBlocks &&
    addedBlocks <= BLANK.added * emptyBlocks &&
    otherPrintShare <= BLANK.otherPrint
  );
}

function isOtherOnFlatPaper(facts: ContentFacts): boolean {
  const { inkedBlocks, contradictingBlocks, unevennessPx, highCorrelation, medianCorrelation } = facts;
  if (isBlankElsewhere(facts)) return false;
  return OTHER_ON_FLAT.some(
    (flat) =>
      unevennessPx <= flat.unevennessPx &&
      contradictingBlocks >= flat.share * inkedBlocks &&
      highCorrelation >= flat.highCorrelation &&
      medianCorrelation >= flat.medianCorrelation,
  );
}

/** Whether the photo shows another page of the reference's design, of which no other need be known. */
function isOtherPrint({ otherPrintShare, unevennessPx }: ContentFacts): boolean {
  const { constant, ofLogShare, leastShare, ofUnevennessPx } = OTHER_PRINT;
  if (unevennessPx > CREASED_PX) return false;
  return constant + ofLogShare * Math.log(otherPrintShare + leastShare) + ofUnevennessPx * unevennessPx > 0;
}
