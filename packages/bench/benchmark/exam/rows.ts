/** The figures of an exam, with 95 % intervals (Wilson). */
import type { Row } from '../report/result.js';
import { percentile, rankCorrelation, wilsonInterval } from '../statistics.js';
import type { ExamAnswer, Stage } from './ask.js';
import { AS_IT_IS, type QuestionKind, SIMULATED_ALONE } from './questions.js';
import { ENOUGH_INLIERS } from './upper-line.js';

/** @param isSame  whether what was recognized is what the picture shows, under another name */
export function examRows(
  answers: readonly ExamAnswer[],
  grades: ReadonlyMap<string, number>,
  isSame: (answer: ExamAnswer) => boolean,
): Row[] {
  const shown = answers
    .filter(({ question }) => question.kind === 'shown')
    .map((answer) => (isSame(answer) ? { ...answer, isRight: true, stage: null } : answer));
  const asItIs = shown.filter(({ question }) => question.condition === AS_IT_IS);
  const changed = shown.filter(({ question }) => question.condition !== AS_IT_IS);
  const photos = shown.filter(({ question }) => question.group !== SIMULATED_ALONE);
  return [
    ...groupRows(asItIs, ({ question }) => question.set, 'photos of'),
    ...groupRows(changed, ({ question }) => question.condition, 'condition'),
    ...stageRows(photos),
    ...acceptRows(answers, isSame),
    share(
      'exam.withheld',
      'accepted: what the picture shows is not in the index',
      asItIs.filter(({ withheld }) => withheld !== null).length,
      asItIs.length,
      'lower',
    ),
    ...gradeRows(asItIs, photos, grades),
    ...latencyRows(asItIs),
  ];
}

function groupRows(
  answers: readonly ExamAnswer[],
  keyOf: (answer: ExamAnswer) => string,
  word: string,
): Row[] {
  return [...Map.groupBy(answers, keyOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, some]) => {
      const right = some.filter(({ isRight }) => isRight).length;
      const rows = [share(`exam.recall.${name}`, `${word} ${name}: best answer right`, right, some.length)];
      const lined = some.filter(({ upperLine }) => upperLine !== null);
      const found = lined.filter(({ upperLine }) => (upperLine?.inliers ?? 0) >= ENOUGH_INLIERS).length;
      if (lined.length > 0)
        rows.push(
          share(
            `exam.sift.${name}`,
            `${word} ${name}: SIFT and RANSAC on the true pair`,
            found,
            lined.length,
          ),
        );
      return rows;
    });
}

const STAGES: readonly Stage[] = ['retrieval', 'pose', 'decision', 'other'];

function stageRows(shown: readonly ExamAnswer[]): Row[] {
  return STAGES.map((stage) =>
    share(
      `exam.missed.${stage}`,
      `missed at stage: ${stage}`,
      shown.filter((answer) => answer.stage === stage).length,
      shown.length,
      'lower',
    ),
  );
}

const NOTHING_SHOWN: Readonly<Record<Exclude<QuestionKind, 'shown'>, string>> = {
  unrelated: 'unrelated pictures',
  'look-alike': 'pages of manuals of which other pages are indexed',
  neighbor: 'of the kind of the references (volumes, editions), the same pictures left out',
  shared: 'pages that share a sentence with a reference',
};

function acceptRows(answers: readonly ExamAnswer[], isSame: (answer: ExamAnswer) => boolean): Row[] {
  return Object.entries(NOTHING_SHOWN).flatMap(([kind, label]) => {
    const asked = answers.filter(({ question }) => question.kind === kind);
    return [...Map.groupBy(asked, ({ question }) => question.group)].map(([group, some]) => {
      const different = some.filter((answer) => answer.recognized === null || !isSame(answer));
      const accepted = different.filter(({ recognized }) => recognized !== null).length;
      const name = `${label}${group === kind ? '' : `, ${group}`}`;
      return share(
        `exam.accepted.${kind}.${group}`,
        `accepted: ${name}`,
        accepted,
        different.length,
        'lower',
      );
    });
  });
}

/**
 * Whether references with better grades are found more often: over references, not pictures. Beside it what one would get who
 * knew half of a reference's photos: the share recognized of those of even rank, under all conditions, against that of the others.
 */
function gradeRows(
  asItIs: readonly ExamAnswer[],
  shown: readonly ExamAnswer[],
  grades: ReadonlyMap<string, number>,
): Row[] {
  const byGrade = (answers: readonly ExamAnswer[]): Pair[] =>
    [...byReference(answers)].flatMap(([id, some]) => {
      const grade = grades.get(id);
      return grade === undefined ? [] : [[grade, foundShare(some)] as const];
    });
  const byHalf = [...byReference(shown).values()]
    .map((some) => [...Map.groupBy(some, ({ question }) => question.sourceFile).values()])
    .filter((photos) => photos.length > 1)
    .map((photos): Pair => {
      const half = (rest: number): number => foundShare(photos.filter((_, rank) => rank % 2 === rest).flat());
      return [half(0), half(1)];
    });
  return [
    ...correlationRow('exam.grade.photos', 'rank correlation of grade and recall, photos', byGrade(asItIs)),
    ...correlationRow(
      'exam.grade.all',
      'rank correlation of grade and recall, all questions',
      byGrade(shown),
    ),
    ...correlationRow('exam.grade.half', 'rank correlation of recall on two halves of the photos', byHalf),
  ];
}

type Pair = readonly [number, number];

const byReference = (answers: readonly ExamAnswer[]): ReadonlyMap<string, readonly ExamAnswer[]> =>
  Map.groupBy(answers, ({ question }) => question.truths[0] ?? '');

const foundShare = (answers: readonly ExamAnswer[]): number =>
  answers.filter(({ isRight }) => isRight).length / answers.length;

function correlationRow(id: string, label: string, pairs: readonly Pair[]): Row[] {
  const value = rankCorrelation(pairs);
  return Number.isFinite(value)
    ? [{ id, label, value, unit: '', better: 'higher', count: pairs.length }]
    : [];
}

function latencyRows(answers: readonly ExamAnswer[]): Row[] {
  const times = answers.map(({ wallMs }) => wallMs);
  if (times.length === 0) return [];
  const base = { unit: 'ms', better: 'lower', count: times.length } as const;
  return ([0.5, 0.99] as const).map((part) => ({
    ...base,
    id: `exam.wall.p${part * 100}`,
    label: `file to answer, wall clock, p${part * 100}`,
    value: percentile(times, part),
  }));
}

function share(
  id: string,
  label: string,
  good: number,
  count: number,
  better: Row['better'] = 'higher',
): Row {
  const { low, high } = wilsonInterval(good, count);
  const value = count === 0 ? 0 : (100 * good) / count;
  return { id, label, value, unit: '%', better, low: 100 * low, high: 100 * high, count };
}
