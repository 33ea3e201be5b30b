/** The page of an exam: what was asked, what came out, beside SIFT. */
import { formatRow } from '../report/figures.js';
import type { BenchResult, Row } from '../report/result.js';

/** Markdown from the result of an exam on the unseen part. */
export function renderExamPage(result: BenchResult): string {
  const { rows, commit, parameters } = result;
  const named = (prefix: string): [string, Row][] =>
    rows
      .filter(({ id }) => id.startsWith(prefix))
      .map((row) => [row.id.slice(prefix.length), row] as [string, Row]);
  const sift = new Map(named('exam.sift.'));
  const isPhoto = ({ label }: Row): boolean => label.startsWith('photos of');
  const recall = named('exam.recall.');
  const cell = (row: Row | undefined): string => (row === undefined ? '–' : formatRow(row));
  const lines = [
    '# The exam',
    '',
    `Pictures of which no constant was chosen: the part \`${String(parameters['part'])}\`, ${String(parameters['questions'])} questions among`,
    `${String(parameters['references'])} references of all sets, commit ${commit}. Intervals are Wilson's, 95 %. What is asked and how the parts`,
    'are made stands in [method.md](method.md#the-exam); `npm run bench -- exam <folders> --to-page docs/benchmarks/exam.md` writes',
    'this page.',
    '',
    '## Photos',
    '',
    ...table(
      ['Set', 'Photos', 'Best answer right', 'SIFT and RANSAC on the true pair'],
      recall
        .filter(([, row]) => isPhoto(row))
        .map(([name, row]) => [name, String(row.count ?? ''), cell(row), cell(sift.get(name))]),
    ),
    '',
    '## The same photos under conditions of the field, and simulated ones',
    '',
    ...table(
      ['Condition', 'Photos', 'Best answer right'],
      recall
        .filter(([, row]) => !isPhoto(row))
        .map(([name, row]) => [name, String(row.count ?? ''), cell(row)]),
    ),
    '',
    '## Where misses were lost',
    '',
    ...table(
      ['Stage', 'Of all photos'],
      named('exam.missed.').map(([name, row]) => [name, cell(row)]),
    ),
    '',
    '## What nothing may match',
    '',
    ...table(
      ['Pictures', 'Asked', 'Recognized as something'],
      rows
        .filter(({ id }) => id.startsWith('exam.accepted.') || id === 'exam.withheld')
        .map((row) => [row.label.replace('accepted: ', ''), String(row.count ?? ''), cell(row)]),
    ),
    '',
    '## Grades',
    '',
    'Rank correlation (Spearman), over references, of the share of its questions that were recognized with its grade; and, for',
    'comparison, of that share among one half of its photos, under all conditions, with that among the other half: what one would',
    'know who had asked half of them.',
    '',
    ...table(
      ['', 'References', 'Rank correlation'],
      named('exam.grade.').map(([name, row]) => [
        GRADE_ROWS[name] ?? name,
        String(row.count ?? ''),
        cell(row),
      ]),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

const GRADE_ROWS: Readonly<Record<string, string>> = {
  photos: 'grade, photos as they are',
  all: 'grade, photos, conditions and simulated ones',
  half: 'the other half of the photos',
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
