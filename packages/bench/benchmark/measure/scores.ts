/** Figures of recognition: recall by set, half and group, false accepts, homography error. */
import { isRecognized } from '@loupe-print/engine/internals';
import type { Row } from '../report/result.js';
import { clopperPearsonInterval, percentile, wilsonInterval } from '../statistics.js';
import type { Answer, AnsweredQuery } from './recognition.js';

/** Whether one of the first `k` recognized references is right. */
function isFoundWithin({ query, answer }: AnsweredQuery, k: number): boolean {
  return answer.hits
    .filter(isRecognized)
    .slice(0, k)
    .some(({ id }) => query.truths.includes(id));
}

const isRanked = ({ query, answer }: AnsweredQuery): boolean =>
  answer.hits.some(({ id }) => query.truths.includes(id));

/** Recognized as something that the picture does not show. */
const isWrong = ({ query, answer }: AnsweredQuery): boolean => {
  const best = answer.hits.find(isRecognized);
  return best !== undefined && !query.truths.includes(best.id);
};

export function recognitionRows(answered: readonly AnsweredQuery[]): Row[] {
  const positives = answered.filter(({ query }) => query.truths.length > 0);
  const rows: Row[] = [];
  for (const [set, all] of Map.groupBy(positives, ({ query }) => query.set)) {
    rows.push(
      share(`recall.${set}.at1`, `${set}: best answer right`, all, (query) => isFoundWithin(query, 1)),
      share(`recall.${set}.at5`, `${set}: right among 5`, all, (query) => isFoundWithin(query, 5)),
      share(`recall.${set}.ranked10`, `${set}: in the list of 10, recognized or not`, all, isRanked),
      { ...share(`wrong.${set}`, `${set}: best answer wrong`, all, isWrong), better: 'lower' },
    );
    for (const [half, some] of Map.groupBy(all, ({ query }) => query.half)) {
      rows.push(
        share(`recall.${set}.at1.${half}`, `${set}, ${half} half: best answer right`, some, (query) =>
          isFoundWithin(query, 1),
        ),
      );
    }
    const groups = Map.groupBy(all, ({ query }) => query.group);
    if (groups.size < 2) continue;
    for (const [group, some] of groups) {
      rows.push(
        share(`recall.${set}.at1.group.${group}`, `${set}, ${group}: best answer right`, some, (query) =>
          isFoundWithin(query, 1),
        ),
      );
    }
  }
  return rows;
}

/** The same queries again, after many other references were added to the index. */
export function amongAllRows(answered: readonly AnsweredQuery[], references: number): Row[] {
  const positives = answered.filter(({ query }) => query.truths.length > 0);
  return [...Map.groupBy(positives, ({ query }) => query.set)].flatMap(([set, all]) => [
    share(`recallAmongAll.${set}.at1`, `${set} among ${references}: best answer right`, all, (query) =>
      isFoundWithin(query, 1),
    ),
    {
      ...share(`wrongAmongAll.${set}`, `${set} among ${references}: best answer wrong`, all, isWrong),
      better: 'lower',
    },
  ]);
}

/** Pages of the manuals that references come from; the groups of these queries begin with this word. */
const isLookAlike = ({ query }: AnsweredQuery): boolean => query.group.startsWith('look-alike');
/** Pages that share a sentence with a reference: a match of them may be right. */
const isSharing = ({ query }: AnsweredQuery): boolean => query.group.startsWith('shared-content');

/**
 * @param answered  queries, of which those count that show nothing
 * @param crops     answers to crops of pictures that are never indexed
 */
export function falseAcceptRows(answered: readonly AnsweredQuery[], crops: readonly Answer[]): Row[] {
  const negatives = answered.filter(({ query }) => query.truths.length === 0);
  const withheld = answered.flatMap(({ withheld: answer }) => (answer === null ? [] : [answer]));
  const rows: Row[] = [];
  for (const [group, some] of Map.groupBy(negatives, ({ query }) => `${query.set}, ${query.group}`)) {
    const id = group.replace(', ', '.');
    rows.push(
      acceptRow(
        `falseAccepts.${id}`,
        `nothing shown, ${group}`,
        some.map(({ answer }) => answer),
      ),
    );
  }
  const answersOf = (some: readonly AnsweredQuery[]): Answer[] => some.map(({ answer }) => answer);
  const lookAlikes = answersOf(negatives.filter(isLookAlike));
  const isUnrelated = (negative: AnsweredQuery): boolean => !isLookAlike(negative) && !isSharing(negative);
  const unrelated = [...answersOf(negatives.filter(isUnrelated)), ...crops];
  const totals: readonly (readonly [string, string, readonly Answer[]])[] = [
    ['withheld', 'reference withheld from the index', withheld],
    ['crops', 'crops of unrelated pictures', crops],
    ['unrelated', 'all unrelated pictures', unrelated],
    ['lookAlike', 'all look-alike pages', lookAlikes],
    ['sharing', 'all pages that share content', answersOf(negatives.filter(isSharing))],
  ];
  for (const [id, label, answers] of totals)
    if (answers.length > 0) rows.push(acceptRow(`falseAccepts.${id}`, label, answers));
  return rows;
}

export function homographyRows(answered: readonly AnsweredQuery[]): Row[] {
  const rows: Row[] = [];
  const known = answered.filter(({ query }) => query.queryFromReference !== null);
  for (const [set, all] of Map.groupBy(known, ({ query }) => query.set)) {
    const errors = all.flatMap(({ answer }) => (answer.cornerErrorPx === null ? [] : [answer.cornerErrorPx]));
    if (errors.length === 0) continue;
    const count = errors.length;
    const base = { unit: 'px', better: 'lower', count } as const;
    rows.push(
      {
        ...base,
        id: `corners.${set}.p50`,
        label: `${set}: corner error at 512 px, median`,
        value: percentile(errors, 0.5),
      },
      {
        ...base,
        id: `corners.${set}.p90`,
        label: `${set}: corner error at 512 px, 90th percentile`,
        value: percentile(errors, 0.9),
      },
    );
  }
  return rows;
}

export function isFound(query: AnsweredQuery): boolean {
  return isFoundWithin(query, 1);
}

export function share(
  id: string,
  label: string,
  all: readonly AnsweredQuery[],
  test: (query: AnsweredQuery) => boolean = isFound,
): Row {
  const good = all.filter(test).length;
  const { low, high } = wilsonInterval(good, all.length);
  return {
    id,
    label,
    value: (100 * good) / all.length,
    unit: '%',
    better: 'higher',
    low: 100 * low,
    high: 100 * high,
    count: all.length,
  };
}

function acceptRow(id: string, label: string, answers: readonly Answer[]): Row {
  const accepted = answers.filter(({ hits }) => hits.some(isRecognized)).length;
  const { low, high } = clopperPearsonInterval(accepted, answers.length);
  const value = answers.length === 0 ? 0 : (100 * accepted) / answers.length;
  return {
    id,
    label: `accepted: ${label}`,
    value,
    unit: '%',
    better: 'lower',
    low: 100 * low,
    high: 100 * high,
    count: answers.length,
  };
}
