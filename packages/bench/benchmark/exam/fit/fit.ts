/** Fits the decision on the facts of candidates: cross-validated weights, calibration, and the cut. */
import { checksumOf } from '../parts.js';
import type { CandidateLine } from '../facts.js';
import {
  fitLogistic,
  type LogisticModel,
  logOddsOf,
  probabilityOf,
  type Sample,
  type Sign,
} from './logistic.js';

const FOLDS = 5;
/** Cross-validations whose log odds are averaged: one alone depends on how the groups fall. */
const REPEATS = 4;
const RIDGES = [1e-3, 3e-3];
/** Log odds between a match and the nearest unrelated picture. */
const MARGIN = 1;
/** The same for a closer look, which is taken where nothing is shown at all: ten times as many chances to be wrong. */
const MARGIN_OF_CLOSER_LOOK = 2;
/** Of the pictures of look-alike pages, this share may lie above the cut: some share more than their template. */
const LOOK_ALIKES_ABOVE = 0.01;
/** Puts the cut just above the highest candidate that it has to refuse, in log odds. */
const SMALL_STEP = 0.01;
/** How much a cover of another edition or volume counts as a wrong candidate: some are the same book under another scan. */
const NEIGHBOR_WEIGHT = 0.1;

/** What more of a fact may say: for (1), against (-1) or either. */
const SIGNS: Readonly<Record<string, Sign>> = {
  logZ: 1,
  logZBeyondUsual: 0,
  logCells: 1,
  logCellsBeyondUsual: 0,
  globalCorrelation: 1,
  blockCorrelation: 1,
  lowerBlockCorrelation: 1,
  preciseShare: 1,
  chanceShare: -1,
  chanceShareBeyondUsual: -1,
  unconfirmedShare: -1,
  spreadShare: 1,
  logScale: 0,
  isBent: 0,
  isRegistered: 0,
  followedCorrelation: 0,
  followedChance: 0,
  followedPrecise: 0,
  unrivalledShare: 1,
  meanHamming: 0,
  disagreeingShare: -1,
  meanCorrelation: 1,
  leastCorrelation: 0,
  framedDisagreeing: -1,
  framedUnconfirmed: -1,
};

interface Bin {
  readonly low: number;
  readonly high: number;
  readonly count: number;
  readonly predicted: number;
  readonly right: number;
}

export interface Fit {
  readonly names: readonly string[];
  readonly model: LogisticModel;
  readonly ridge: number;
  readonly candidates: number;
  readonly right: number;
  /** Covers of other editions and volumes, beside the candidates. */
  readonly neighbors: number;
  /** Of candidates of which the model had seen nothing. */
  readonly logLoss: number;
  readonly bins: readonly Bin[];
  /** Log odds that a match needs. */
  readonly cut: number;
  /** Shares of candidates above the cut, by cross-validation. */
  readonly rightAccepted: number;
  readonly wrongAccepted: number;
}

interface JudgedLine {
  readonly line: CandidateLine;
  readonly logOdds: number;
}

interface Judged extends JudgedLine {
  readonly sample: Sample;
}

/** The fact that a candidate was found by a closer look: not fitted with the others, see closerLookWeight. */
const CLOSER_LOOK = 'isCloserLook';

const isOfCloserLook = ({ facts }: CandidateLine): boolean => facts[CLOSER_LOOK] === 1;

/** @throws RangeError when there is nothing to fit on */
export function fitDecision(lines: readonly CandidateLine[]): Fit {
  const fit = fitFirstLook(lines.filter((line) => !isOfCloserLook(line)));
  const closer = lines.filter(isOfCloserLook).map((line) => ({
    line,
    logOdds: logOddsOf(
      fit.model,
      fit.names.map((name) => line.facts[name] ?? 0),
    ),
  }));
  const weights = [...fit.model.weights, closerLookWeight(fit.cut, closer)];
  return { ...fit, names: [...fit.names, CLOSER_LOOK], model: { ...fit.model, weights } };
}

/**
 * The weight, 0 or less, of the fact that a closer look found a candidate. A closer look sees ten times as many wrong
 * candidates, and few right ones, all of them hard. The other weights stay those of the first look; this one lowers the log
 * odds until the same cut lies MARGIN_OF_CLOSER_LOOK above every unrelated picture, and above nearly all look-alike pages.
 */
function closerLookWeight(cut: number, judged: readonly JudgedLine[]): number {
  const wrong = judged.filter(({ line }) => line.isTrue === false);
  return Math.min(0, cut - cutAbove(wrong, MARGIN_OF_CLOSER_LOOK));
}

const isNeighbor = ({ kind }: CandidateLine): boolean => kind === 'neighbor';

function fitFirstLook(lines: readonly CandidateLine[]): Fit {
  const known = lines.filter(({ isTrue }) => isTrue !== null);
  const names = Object.keys(known[0]?.facts ?? {}).filter((name) => name !== CLOSER_LOOK);
  const right = known.filter(({ isTrue }) => isTrue).length;
  if (right === 0 || right === known.length) throw new RangeError('Right and wrong candidates are needed.');
  const signs = names.map((name) => SIGNS[name] ?? 0);
  const weightOf = setWeights(known);
  const samples = known.map((line) => ({
    line,
    sample: {
      values: names.map((name) => line.facts[name] ?? 0),
      isTrue: line.isTrue === true,
      weight: line.isTrue === true ? weightOf(line.set) : isNeighbor(line) ? NEIGHBOR_WEIGHT : 1,
    },
  }));
  const judgedBy = (ridge: number): Judged[] => {
    const sums = new Float64Array(samples.length);
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      const folds = samples.map(({ line }) => checksumOf(line.group, `fold ${repeat}`) % FOLDS);
      for (let fold = 0; fold < FOLDS; fold += 1) {
        const others = samples.filter((_, i) => folds[i] !== fold).map(({ sample }) => sample);
        const model = fitLogistic(others, signs, ridge);
        for (const [i, { sample }] of samples.entries())
          if (folds[i] === fold) sums[i] = (sums[i] ?? 0) + logOddsOf(model, sample.values);
      }
    }
    return samples.map((one, i) => ({ ...one, logOdds: (sums[i] ?? 0) / REPEATS }));
  };
  const tried = RIDGES.map((ridge) => ({ ridge, judged: judgedBy(ridge) })).map((one) => ({
    ...one,
    loss: lossOf(one.judged),
  }));
  const best = tried.reduce((a, b) => (b.loss < a.loss ? b : a));
  // Covers of other editions are many by the choice of the sets: probabilities do not count them.
  const counted = best.judged.filter(({ line }) => !isNeighbor(line));
  const calibration = calibrationOf(counted);
  const judged = counted.map((one) => ({ ...one, logOdds: logOddsOf(calibration, [one.logOdds]) }));
  const cut = cutOf(judged);
  const shareAbove = (isTrue: boolean): number => {
    const some = judged.filter(({ sample }) => sample.isTrue === isTrue);
    return some.filter(({ logOdds }) => logOdds >= cut).length / some.length;
  };
  return {
    names,
    model: calibrated(
      fitLogistic(
        samples.map(({ sample }) => sample),
        signs,
        best.ridge,
      ),
      calibration,
    ),
    ridge: best.ridge,
    candidates: counted.length,
    right,
    neighbors: known.length - counted.length,
    logLoss: lossOf(judged.map((one) => ({ ...one, sample: { ...one.sample, weight: 1 } }))),
    bins: binsOf(judged),
    cut,
    rightAccepted: shareAbove(true),
    wrongAccepted: shareAbove(false),
  };
}

const GREATEST_WEIGHT = 5;

/** Weights of right candidates by set, the inverse root of its share, so that sets of few photos count. */
function setWeights(known: readonly CandidateLine[]): (set: string) => number {
  const counts = new Map<string, number>();
  for (const { set, isTrue } of known) if (isTrue) counts.set(set, (counts.get(set) ?? 0) + 1);
  const mean = known.length / Math.max(1, counts.size);
  return (set) => Math.min(GREATEST_WEIGHT, Math.sqrt(mean / (counts.get(set) ?? 1)));
}

/**
 * Calibrates cross-validated log odds by Platt scaling (Platt, 1999): weights of sets shift them, and fitting makes
 * them overconfident.
 */
function calibrationOf(judged: readonly Judged[]): LogisticModel {
  const samples = judged.map(({ logOdds, sample }) => ({ ...sample, values: [logOdds], weight: 1 }));
  return fitLogistic(samples, [1], 0);
}

function calibrated(model: LogisticModel, { offset, weights: [slope = 1] }: LogisticModel): LogisticModel {
  return { offset: offset + slope * model.offset, weights: model.weights.map((weight) => slope * weight) };
}

function lossOf(judged: readonly Judged[]): number {
  const sum = judged.reduce(
    (before, { logOdds, sample }) =>
      before + sample.weight * Math.log1p(Math.exp(sample.isTrue ? -logOdds : logOdds)),
    0,
  );
  return sum / judged.reduce((total, { sample }) => total + sample.weight, 0);
}

const BIN_LIMITS = [0, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.999, 1];

function binsOf(judged: readonly Judged[]): Bin[] {
  return BIN_LIMITS.slice(1).flatMap((high, i) => {
    const low = BIN_LIMITS[i] ?? 0;
    const some = judged
      .map(({ logOdds, sample }) => ({ chance: probabilityOf(logOdds), isTrue: sample.isTrue }))
      .filter(({ chance }) => chance >= low && (chance < high || high === 1));
    if (some.length === 0) return [];
    const predicted = some.reduce((sum, { chance }) => sum + chance, 0) / some.length;
    const right = some.filter(({ isTrue }) => isTrue).length / some.length;
    return [{ low, high, count: some.length, predicted, right }];
  });
}

/** The cut: a margin above every wrong candidate of unrelated pictures, and above nearly all look-alike pages; by cross-validation. */
function cutOf(judged: readonly Judged[]): number {
  return cutAbove(
    judged.filter(({ sample }) => !sample.isTrue),
    MARGIN,
  );
}

function cutAbove(wrong: readonly JudgedLine[], margin: number): number {
  const ofKind = (kind: CandidateLine['kind']) =>
    nearestOfEach(wrong.filter(({ line }) => line.kind === kind));
  const [nearestUnrelated = -Infinity] = ofKind('unrelated');
  const lookAlikes = ofKind('look-alike');
  const highestBelow = lookAlikes[Math.floor(LOOK_ALIKES_ABOVE * lookAlikes.length)] ?? -Infinity;
  return Math.max(nearestUnrelated + margin, highestBelow + SMALL_STEP);
}

/** The log odds of each picture's nearest candidate, highest first. */
function nearestOfEach(wrong: readonly JudgedLine[]): readonly number[] {
  const nearest = new Map<string, number>();
  for (const { line, logOdds } of wrong)
    nearest.set(line.question, Math.max(nearest.get(line.question) ?? -Infinity, logOdds));
  return [...nearest.values()].sort((a, b) => b - a);
}
