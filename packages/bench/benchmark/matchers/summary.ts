/** Runs of matchers in lines: what each answers rightly at the same share of false accepts. */
import Table from 'cli-table3';

import { percentile } from '../statistics.js';
import { type CutRecall, type MatcherRun, recallAt } from './matcher-run.js';

/** Shares of pictures that show nothing and may be accepted. */
export const cutLimits = [0, 0.01, 0.05] as const;

const percent = (share: number): string => (100 * share).toFixed(1);

/** `92.3 % (80.1–97.4)` */
export function recallText({ right, shown, recall }: CutRecall): string {
  return `${percent(right / Math.max(1, shown))} % (${percent(recall.low)}–${percent(recall.high)})`;
}

export const cutTitle = (limit: number): string =>
  limit === 0 ? 'Right, none falsely accepted' : `Right, at most ${percent(limit)} % falsely accepted`;

export function timesOf({
  addMs,
  searchMs,
}: MatcherRun): readonly (readonly [title: string, text: string])[] {
  const ms = (values: readonly number[], share: number): string =>
    `${percentile(values, share).toFixed(1)} ms`;
  return [
    ['Add, p50', ms(addMs, 0.5)],
    ['Search, p50', ms(searchMs, 0.5)],
    ['Search, p95', ms(searchMs, 0.95)],
  ];
}

/** A table for terminals. */
export function summary(runs: readonly MatcherRun[]): string {
  const times = runs.map(timesOf);
  const table = new Table({
    head: ['Matcher', ...cutLimits.map(cutTitle), ...(times[0] ?? []).map(([title]) => title)],
    style: { head: [], border: [] },
  });
  for (const [rank, run] of runs.entries()) {
    const recalls = cutLimits.map((limit) => recallText(recallAt(run, limit)));
    table.push([run.name, ...recalls, ...(times[rank] ?? []).map(([, text]) => text)]);
  }
  return `${table.toString()}\n`;
}
