/** The page of several runs: one file that needs no network. */
import { traceCurve } from '../measure/curve.js';
import { drawPlots } from '../report/plots.js';
import { type MatcherRun, recallAt } from './matcher-run.js';
import { cutLimits, cutTitle, recallText, timesOf } from './summary.js';

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 64rem; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { border-bottom: 1px solid #ccc; padding: .4rem .6rem; text-align: left; vertical-align: top; }
  .bar { background: #eee; height: .5rem; position: relative; width: 10rem; }
  .bar i { background: #7aa7d9; bottom: 0; position: absolute; top: 0; }
  .bar b { background: #123; bottom: -2px; position: absolute; top: -2px; width: 2px; }
  svg { height: auto; max-width: 100%; }`;

/** @param runs on the same questions, at least one */
export async function matcherPage(runs: readonly MatcherRun[]): Promise<string> {
  const [first] = runs;
  const answers = first?.answers ?? [];
  const shown = answers.filter(({ isShown }) => isShown).length;
  const { svgs, skipped } = await drawPlots({ curve: runs.flatMap(curveOf), growth: [], stages: [] });
  const times = runs.map(timesOf);
  const titles = [
    'Matcher',
    ...cutLimits.map(cutTitle),
    ...(times[0] ?? []).map(([title]) => title),
    'Machine',
  ];
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Matchers compared</title><style>${STYLE}</style></head>
<body>
<h1>Matchers compared</h1>
<p>${first?.referenceCount ?? 0} references of ${escaped(first?.data ?? '')}; ${shown} pictures that show one of them, ${answers.length - shown} that show none.
Each matcher is cut at the score at which it accepts at most that share of the pictures that show none; bars are 95 % intervals
(Wilson). Times are wall clock, from the file to the answer, on the machine that is named.</p>
<table>
<thead><tr>${titles.map((title) => `<th scope="col">${escaped(title)}</th>`).join('')}</tr></thead>
<tbody>
${runs.map((run, rank) => rowOf(run, times[rank] ?? [])).join('\n')}
</tbody>
</table>
${Object.values(svgs).join('\n')}
${skipped.map((what) => `<p>Left out: ${escaped(what)}</p>`).join('\n')}
</body>
</html>
`;
}

function curveOf({ name, answers }: MatcherRun) {
  const scored = (wanted: boolean) =>
    answers
      .filter(({ isShown }) => isShown === wanted)
      .map(({ score, isRight }) => ({ score: score ?? -Infinity, isRight }));
  return traceCurve(name, scored(true), scored(false));
}

function rowOf(run: MatcherRun, times: ReturnType<typeof timesOf>): string {
  const cuts = cutLimits.map((limit) => {
    const cut = recallAt(run, limit);
    const { low, high } = cut.recall;
    const at = (share: number): string => `${(100 * share).toFixed(1)}%`;
    const value = cut.right / Math.max(1, cut.shown);
    const bar = `<div class="bar"><i style="left:${at(low)};width:${at(high - low)}"></i><b style="left:${at(value)}"></b></div>`;
    const accepted = `${cut.accepted} of ${cut.notShown} accepted (up to ${at(cut.falseAccepts.high)})`;
    return `<td>${recallText(cut)}${bar}<small>${accepted}</small></td>`;
  });
  const { processor, cores, system } = run.machine;
  const cells = [...times.map(([, text]) => text), `${processor}, ${cores} cores, ${system}`];
  return `<tr><th scope="row">${escaped(run.name)}</th>${cuts.join('')}${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
