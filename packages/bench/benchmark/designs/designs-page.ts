/** The page of what was measured on pages of one design. */
import { shareWithInterval } from '../statistics.js';
import type { DesignResult, DesignsOptions } from './measure-designs.js';

/** Markdown. */
export function designsPage(results: readonly DesignResult[], { photos, seed }: DesignsOptions): string {
  const counts = [...new Set(results.map(({ relatives }) => relatives))];
  return [
    '# Pages of one design',
    '',
    'Invoices, menus, tickets, newsletters: what an organization prints again and again with other words and numbers in it. Ten designs',
    'that the project draws itself (`packages/bench/benchmark/designs`), photographed by its simulator, easy, medium and hard in turn. Asked are photos of',
    'pages that are indexed, and of pages of the same design that are not. How the [content](../engine.md#content) decides stands there.',
    '',
    `Of each design ${photos} photos of indexed pages and ${photos} of others, seed ${seed}; intervals are Wilson's, 95 %.`,
    '**These figures depend on simulation.** `npm run bench -- designs --to-page docs/benchmarks/designs.md` writes this page.',
    '',
    '![Photos of pages that are not indexed, each beside the page that keypoints take it for](confusions.webp)',
    '',
    '_Photos of pages that are not indexed (left of each pair), and the page of the same design that keypoints alone take them for. Green:',
    'refused since the content is another one. Red: accepted. `--confusions docs/benchmarks/confusions.webp` draws this picture._',
    '',
    ...counts.flatMap((count) =>
      sectionOf(
        results.filter(({ relatives }) => relatives === count),
        count,
      ),
    ),
  ].join('\n');
}

function sectionOf(results: readonly DesignResult[], count: number): string[] {
  const sum = (of: (result: DesignResult) => number): number =>
    results.reduce((total, result) => total + of(result), 0);
  const rows = [
    ...results,
    {
      design: '**all**',
      relatives: count,
      known: sum(({ known }) => known),
      right: sum(({ right }) => right),
      wrong: sum(({ wrong }) => wrong),
      unknown: sum(({ unknown }) => unknown),
      accepted: sum(({ accepted }) => accepted),
    },
  ];
  return [
    `## ${count === 1 ? 'One page' : `${count} pages`} of each design indexed`,
    '',
    '| design | indexed page: right | another one answered | page that is not indexed: accepted |',
    '| --- | --- | --- | --- |',
    ...rows.map(
      ({ design, known, right, wrong, unknown, accepted }) =>
        `| ${design} | ${shareWithInterval(right, known)} | ${shareWithInterval(wrong, known)} | ${shareWithInterval(accepted, unknown)} |`,
    ),
    '',
  ];
}
