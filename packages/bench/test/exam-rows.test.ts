import { expect, test } from 'vitest';

import type { ExamAnswer } from '../benchmark/exam/ask.js';
import { renderExamPage } from '../benchmark/exam/page.js';
import { AS_IT_IS, type Question } from '../benchmark/exam/questions.js';
import { examRows } from '../benchmark/exam/rows.js';

/** An answer about a photo of a reference. */
function answer(reference: string, photo: string, condition: string, isRight: boolean): ExamAnswer {
  const question: Question = {
    id: `${photo} ${condition}`,
    part: 'unseen',
    kind: 'shown',
    set: 'drawn',
    group: 'photo',
    condition,
    truths: [reference],
    sourceFile: photo,
    make: async () => Promise.resolve(Buffer.alloc(0)),
    photo: null,
  };
  const recognized = isRight ? { id: reference, distance: 0.1 } : null;
  const unknown = { truth: null, upperLine: null, withheld: null, wallMs: 1 };
  return { question, recognized, isRight, stage: isRight ? null : 'retrieval', ...unknown };
}

/** Photos as they are, all recognized; in a bad light, only those of the references with even numbers. */
function answers(): { readonly list: ExamAnswer[]; readonly grades: ReadonlyMap<string, number> } {
  const grades = new Map<string, number>();
  const list: ExamAnswer[] = [];
  for (let number = 0; number < 10; number += 1) {
    const reference = `r${number}`;
    grades.set(reference, number % 2 === 0 ? 5 : 3);
    for (const photo of ['a', 'b']) {
      list.push(answer(reference, `${reference}${photo}`, AS_IT_IS, true));
      list.push(answer(reference, `${reference}${photo}`, 'low-light', number % 2 === 0));
    }
  }
  return { list, grades };
}

const valueOf = (rows: ReturnType<typeof examRows>, id: string): number | undefined =>
  rows.find((row) => row.id === id)?.value;

test('a grade is compared with the share recognized over all questions, and half of the photos with the others', () => {
  const { list, grades } = answers();
  const rows = examRows(list, grades, () => false);
  // All photos as they are were recognized: nothing to compare with.
  expect(valueOf(rows, 'exam.grade.photos')).toBeUndefined();
  expect(valueOf(rows, 'exam.grade.all')).toBeCloseTo(1);
  expect(valueOf(rows, 'exam.grade.half')).toBeCloseTo(1);
  expect(rows.find(({ id }) => id === 'exam.grade.half')?.count).toBe(10);
  const upsideDown = new Map([...grades].map(([id, grade]) => [id, 8 - grade]));
  expect(
    valueOf(
      examRows(list, upsideDown, () => false),
      'exam.grade.all',
    ),
  ).toBeCloseTo(-1);
});

test('conditions of one photo lie in one half', () => {
  const { list, grades } = answers();
  const single = list.filter(({ question }) => question.sourceFile.endsWith('a'));
  const rows = examRows(single, grades, () => false);
  expect(valueOf(rows, 'exam.grade.half')).toBeUndefined();
  expect(valueOf(rows, 'exam.grade.all')).toBeCloseTo(1);
});

test('the page of an exam shows what was compared with the grades', () => {
  const { list, grades } = answers();
  const page = renderExamPage({
    commit: 'none',
    parameters: { part: 'unseen', questions: 40, references: 10 },
    rows: examRows(list, grades, () => false),
  } as unknown as Parameters<typeof renderExamPage>[0]);
  expect(page).toContain('| the other half of the photos | 10 | 1');
});
