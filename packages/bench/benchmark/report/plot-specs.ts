/** What the plots show, in the grammar of Vega-Lite. */
import type { TopLevelSpec } from 'vega-lite';

import type { CurvePoint, GrowthPoint, StagePoint } from './result.js';

const BASE = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  width: 560,
  height: 320,
  background: 'white',
  config: { font: 'sans-serif', legend: { labelLimit: 280 } },
} as const;

/** Shares of zero cannot lie on a logarithmic axis: they are drawn at its left end. */
const LEAST_SHARE = 1e-4;

export function curveSpec(points: readonly CurvePoint[]): TopLevelSpec {
  const values = points.map(({ method, recall, falseAccepts }) => ({
    method,
    recall: 100 * recall,
    falseAccepts: 100 * Math.max(LEAST_SHARE, falseAccepts),
  }));
  return {
    ...BASE,
    title: 'Recall against false accepts, as the threshold moves',
    data: { values },
    mark: { type: 'line', point: { size: 12 }, interpolate: 'step-after' },
    encoding: {
      x: {
        field: 'falseAccepts',
        type: 'quantitative',
        scale: { type: 'log' },
        title: 'accepted of pictures that show no reference, % (left end: none)',
      },
      y: { field: 'recall', type: 'quantitative', scale: { domain: [0, 100] }, title: 'answered rightly, %' },
      color: { field: 'method', type: 'nominal', title: null },
      order: { field: 'recall', type: 'quantitative' },
    },
  };
}

export function growthSpec(points: readonly GrowthPoint[]): TopLevelSpec {
  const values = points.flatMap(({ method, references, p50CpuMs, p99CpuMs }) => [
    { method, references, percentile: 'p50', ms: p50CpuMs },
    { method, references, percentile: 'p99', ms: p99CpuMs },
  ]);
  return {
    ...BASE,
    title: 'CPU time of a search against references (peers: with extraction)',
    data: { values },
    mark: { type: 'line', point: true },
    encoding: {
      x: { field: 'references', type: 'quantitative', scale: { type: 'log' }, title: 'references' },
      y: { field: 'ms', type: 'quantitative', scale: { type: 'log' }, title: 'ms' },
      color: { field: 'method', type: 'nominal', title: null },
      strokeDash: { field: 'percentile', type: 'nominal', title: null, legend: { symbolType: 'stroke' } },
    },
  };
}

export function stagesSpec(points: readonly StagePoint[]): TopLevelSpec {
  const order = [...new Set(points.map(({ stage }) => stage))];
  const values = points.map((point, rank) => ({ ...point, rank: order.indexOf(point.stage), row: rank }));
  return {
    ...BASE,
    title: 'Median CPU time by stage',
    height: { step: 40 },
    data: { values: dropRepeats(values) },
    mark: 'bar',
    encoding: {
      y: { field: 'references', type: 'ordinal', title: 'references' },
      x: { field: 'p50CpuMs', type: 'quantitative', title: 'ms (medians of stages)' },
      color: { field: 'stage', type: 'nominal', sort: order, title: null },
      order: { field: 'rank', type: 'quantitative' },
    },
  };
}

/** The size that the data has is measured twice, first with decoding: the first counts. */
function dropRepeats<T extends StagePoint>(points: readonly T[]): T[] {
  const seen = new Set<string>();
  return points.filter(({ stage, references }) => {
    const key = `${stage} ${references}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
