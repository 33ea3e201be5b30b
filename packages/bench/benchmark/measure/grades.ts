/** Whether the grade of a reference predicts how well it is recognized. */
import type { Row } from '../report/result.js';
import { areaUnderCurve, mean, rankCorrelation } from '../statistics.js';
import type { AnsweredQuery } from './recognition.js';
import { isFound, share } from './scores.js';

interface GradedReference {
  readonly grade: number;
  /** Share of the pictures of it that were recognized. */
  readonly recall: number;
}

/** Below this many references a correlation says nothing. */
const MIN_REFERENCES = 20;

/**
 * Recall by grade, and the rank correlation (Spearman) between the grade of a reference and its recall; overall
 * and within each set, whose pictures are about equally hard.
 */
export function gradeRows(answered: readonly AnsweredQuery[], grades: ReadonlyMap<string, number>): Row[] {
  const positives = answered.filter(({ query }) => query.truths.length > 0);
  const gradeOf = ({ query }: AnsweredQuery): number => grades.get(query.truths[0] ?? '') ?? 0;
  const rows = [...Map.groupBy(positives, (query) => String(gradeOf(query)))]
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([grade, some]) => share(`grade.${grade}.recall`, `references of grade ${grade}: recognized`, some));
  const chance = areaUnderCurve(
    positives.filter(isFound).map(gradeOf),
    positives.filter((query) => !isFound(query)).map(gradeOf),
  );
  if (!Number.isNaN(chance)) {
    const label = 'chance that a recognized picture shows a better reference than a missed one';
    const count = positives.length;
    rows.push({ id: 'grade.auc', label, value: chance, unit: '', better: 'higher', count });
  }
  const sets = [['all sets', positives] as const, ...Map.groupBy(positives, ({ query }) => query.set)];
  for (const [set, some] of sets) {
    const references = [...Map.groupBy(some, ({ query }) => query.truths[0] ?? '').values()].map(
      (queries): GradedReference => ({
        grade: queries[0] === undefined ? 0 : gradeOf(queries[0]),
        recall: mean(queries.map((query) => (isFound(query) ? 1 : 0))),
      }),
    );
    const value = rankCorrelation(references.map(({ grade, recall }) => [grade, recall]));
    if (references.length < MIN_REFERENCES || Number.isNaN(value)) continue;
    rows.push({
      id: `grade.correlation.${set === 'all sets' ? 'all' : set}`,
      label: `${set}: rank correlation of grade and recall`,
      value,
      unit: '',
      better: 'higher',
      count: references.length,
    });
  }
  return rows;
}
