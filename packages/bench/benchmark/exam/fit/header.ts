/** A fitted decision as the engine reads it, and as people do. */
import type { Fit } from './fit.js';

/** `native/core/verification/decision_model.h`. */
export function renderHeader(fit: Fit): string {
  const number = (value: number): string => `${value.toFixed(4)}f`;
  return [
    '#pragma once',
    '',
    '#include "core/verification/decision_facts.h"',
    '',
    'namespace loupe::verification {',
    '',
    '/**',
    ` * Written by \`loupe bench fit\` from ${fit.candidates} candidates, ${fit.right} of them right, and ${fit.neighbors} other`,
    ' * editions; edit nothing here, fit again.',
    ` * Ridge ${fit.ridge}; mean loss of candidates left out ${fit.logLoss.toFixed(4)}.`,
    ' */',
    `constexpr float kFittedOffset = ${number(fit.model.offset)};`,
    '',
    '// clang-format off',
    'constexpr DecisionFacts kFittedWeights = {',
    ...fit.names.map((name, i) => `    ${number(fit.model.weights[i] ?? 0)},  // ${name}`),
    '};',
    '// clang-format on',
    '',
    '/** A match at the shipped threshold has at least these log odds. */',
    `constexpr float kFittedMatchLogOdds = ${number(fit.cut)};`,
    '',
    '}  // namespace loupe::verification',
    '',
  ].join('\n');
}

/** How far the model's probabilities can be trusted, as a table of Markdown. */
export function renderCalibration({
  bins,
  candidates,
  right,
  cut,
  rightAccepted,
  wrongAccepted,
}: Fit): string {
  const percent = (share: number): string => `${(100 * share).toPrecision(3)} %`;
  const rows = bins.map(
    ({ low, high, count, predicted, right: found }) =>
      `| ${low} to ${high} | ${count} | ${percent(predicted)} | ${percent(found)} |`,
  );
  return [
    '| Probability | Candidates | Mean | Right |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    `${candidates} candidates, ${right} of them right; cut at log odds ${cut.toFixed(2)}, which ${percent(rightAccepted)} of the right`,
    `and ${percent(wrongAccepted)} of the wrong candidates reach.`,
    '',
  ].join('\n');
}
