/** Plots of a run as SVG, drawn by Vega-Lite, which only development installations have. */
import type { TopLevelSpec } from 'vega-lite';

import { curveSpec, growthSpec, stagesSpec } from './plot-specs.js';
import type { BenchResult } from './result.js';

export interface DrawnPlots {
  /** SVG text by name. */
  readonly svgs: Readonly<Record<string, string>>;
  readonly skipped: readonly string[];
}

export async function drawPlots(
  result: Pick<BenchResult, 'curve' | 'growth' | 'stages'>,
): Promise<DrawnPlots> {
  const specs: Record<string, TopLevelSpec> = {
    ...(result.curve.length > 0 ? { 'recall-false-accepts': curveSpec(result.curve) } : {}),
    ...(result.growth.length > 0 ? { 'latency-references': growthSpec(result.growth) } : {}),
    ...(result.stages.length > 0 ? { stages: stagesSpec(result.stages) } : {}),
  };
  const libraries = await loadLibraries();
  if (libraries === null) return { svgs: {}, skipped: ['plots: vega and vega-lite are not installed'] };
  const { vega, vegaLite } = libraries;
  const svgs: Record<string, string> = {};
  for (const [name, spec] of Object.entries(specs)) {
    const view = new vega.View(vega.parse(vegaLite.compile(spec).spec), { renderer: 'none' });
    svgs[name] = `${await view.toSVG()}\n`;
    view.finalize();
  }
  return { svgs, skipped: [] };
}

async function loadLibraries() {
  try {
    return { vega: await import('vega'), vegaLite: await import('vega-lite') };
  } catch {
    return null;
  }
}
