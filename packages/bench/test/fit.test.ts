import { expect, test } from 'vitest';

import type { CandidateLine } from '../benchmark/exam/facts.js';
import { fitDecision } from '../benchmark/exam/fit/fit.js';
import { renderCalibration, renderHeader } from '../benchmark/exam/fit/header.js';
import { fitLogistic, logOddsOf } from '../benchmark/exam/fit/logistic.js';
import { createRandom } from '../random.js';

/** Candidates whose log odds are 4 correlation - 3 contradiction - 0.5, and a fact that says nothing. */
function candidates(count: number): CandidateLine[] {
  const random = createRandom(7);
  return Array.from({ length: count }, (_, i): CandidateLine => {
    const facts = {
      globalCorrelation: random.between(-1, 1),
      disagreeingShare: random.between(-1, 1),
      unconfirmedShare: random.between(-1, 1),
    };
    const logOdds = 4 * facts.globalCorrelation - 3 * facts.disagreeingShare - 0.5;
    const isTrue = random.next() < 1 / (1 + Math.exp(-logOdds));
    const kind = isTrue ? 'shown' : i % 2 === 0 ? 'unrelated' : 'look-alike';
    const common = { set: 'drawn', condition: 'as it is', decision: 'Similar', distance: 0.5 };
    return { ...common, question: `q${i}`, kind, group: `g${i % 40}`, reference: 'r', isTrue, facts };
  });
}

test('the weights that candidates were drawn by are found again, and probabilities hold what they say', () => {
  const fit = fitDecision(candidates(4000));
  expect(fit.names).toEqual(['globalCorrelation', 'disagreeingShare', 'unconfirmedShare', 'isCloserLook']);
  const [correlation = 0, contradiction = 0, nothing = 0] = fit.model.weights;
  expect(correlation).toBeGreaterThan(3.2);
  expect(correlation).toBeLessThan(4.8);
  expect(contradiction).toBeGreaterThan(-3.7);
  expect(contradiction).toBeLessThan(-2.3);
  expect(Math.abs(nothing)).toBeLessThan(0.4);
  for (const { predicted, right, count } of fit.bins)
    if (count > 100) expect(Math.abs(predicted - right)).toBeLessThan(0.1);
  expect(fit.bins.reduce((sum, { count }) => sum + count, 0)).toBe(4000);
});

test('the cut lies above every wrong candidate of unrelated pictures', () => {
  const lines = candidates(1000);
  const fit = fitDecision(lines);
  const wrong = lines
    .filter(({ kind }) => kind === 'unrelated')
    .map(({ facts }) => logOddsOf(fit.model, Object.values(facts)));
  expect(fit.cut).toBeGreaterThan(Math.max(...wrong));
  expect(fit.rightAccepted).toBeGreaterThan(fit.wrongAccepted);
});

test('of the pictures of look-alike pages one in a hundred may lie above the cut', () => {
  const lines = candidates(4000).map((line): CandidateLine => ({
    ...line,
    kind: line.kind === 'unrelated' ? 'look-alike' : line.kind,
  }));
  const fit = fitDecision(lines);
  const pages = lines.filter(({ kind }) => kind === 'look-alike');
  const above = pages.filter(({ facts }) => logOddsOf(fit.model, Object.values(facts)) >= fit.cut);
  expect(above.length / pages.length).toBeGreaterThan(0.005);
  expect(above.length / pages.length).toBeLessThan(0.015);
});

test('covers of other editions pull the weights a little, and count in no probability', () => {
  const lines = candidates(2000);
  // They correlate as much as right ones, and only the fact that is useless elsewhere separates them.
  const editions = lines
    .filter(({ isTrue }) => isTrue)
    .map((line): CandidateLine => ({
      ...line,
      kind: 'neighbor',
      isTrue: false,
      facts: { ...line.facts, unconfirmedShare: 1 },
    }));
  const without = fitDecision(lines);
  const fit = fitDecision([...lines, ...editions]);
  const weightOf = ({ names, model }: typeof fit): number =>
    model.weights[names.indexOf('unconfirmedShare')] ?? 0;
  expect(fit.neighbors).toBe(editions.length);
  expect(fit.candidates).toBe(without.candidates);
  expect(fit.bins.reduce((sum, { count }) => sum + count, 0)).toBe(lines.length);
  expect(weightOf(fit)).toBeLessThan(weightOf(without) - 0.2);
});

test('what a closer look finds needs as much more as lies above the best of its wrong candidates', () => {
  const lines = candidates(1000);
  const closer = lines.map((line): CandidateLine => ({
    ...line,
    facts: { ...line.facts, isCloserLook: 1, globalCorrelation: 1 },
  }));
  const fit = fitDecision([...lines, ...closer]);
  const weight = fit.model.weights.at(-1) ?? 0;
  expect(weight).toBeLessThan(0);
  const wrong = closer
    .filter(({ isTrue }) => isTrue === false)
    .map(({ facts }) =>
      logOddsOf(
        fit.model,
        fit.names.map((name) => facts[name] ?? 0),
      ),
    );
  expect(Math.max(...wrong)).toBeLessThan(fit.cut);
  expect(fitDecision(lines).model.weights.slice(0, -1)).toEqual(fit.model.weights.slice(0, -1));
});

test('a weight of the wrong sign is left out', () => {
  const samples = candidates(500).map(({ facts, isTrue }) => ({
    values: Object.values(facts),
    isTrue: isTrue === true,
    weight: 1,
  }));
  expect(fitLogistic(samples, [-1, -1, 0], 1e-3).weights[0]).toBe(0);
  expect(fitLogistic(samples, [1, -1, 0], 1e-3).weights[0]).toBeGreaterThan(0);
});

test('candidates of which nobody knows whether they are right count for nothing', () => {
  const lines = candidates(500);
  const unknown = lines.map((line) => ({ ...line, isTrue: null, facts: { globalCorrelation: 9 } }));
  expect(fitDecision([...lines, ...unknown])).toEqual(fitDecision(lines));
  expect(() => fitDecision(unknown)).toThrow(RangeError);
});

test('the header holds every weight under its name, and the table every candidate', () => {
  const fit = fitDecision(candidates(500));
  const header = renderHeader(fit);
  for (const [i, name] of fit.names.entries())
    expect(header).toContain(`${(fit.model.weights[i] ?? 0).toFixed(4)}f,  // ${name}`);
  expect(header).toContain(`kFittedMatchLogOdds = ${fit.cut.toFixed(4)}f`);
  expect(renderCalibration(fit)).toContain('500 candidates');
});
