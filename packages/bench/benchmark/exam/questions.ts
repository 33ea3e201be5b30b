/** The questions of an exam: every picture that is asked for, under every condition, with the right answer. */
import { readFile } from 'node:fs/promises';

import { createRandom } from '../../random.js';
import { digitalCopies, makeDigitalCopy } from '../../simulation/digital-copies.js';
import { applyFieldCondition, fieldConditions } from '../../simulation/field/field-conditions.js';
import { simulatePhoto } from '../../simulation/photo-simulator.js';
import type { PhotoStrength } from '../../simulation/photo/strength.js';
import { makeCrop } from '../measure/crops.js';
import type { BenchQuery, BenchReference } from '../sets/dataset.js';
import type { ExamContent } from './content.js';
import { checksumOf, type Part, partOf } from './parts.js';

/**
 * `shown`: a reference is in the picture. Of the others nothing may be recognized: `unrelated`, `look-alike` (pages of
 * manuals of which other pages are references), `neighbor` (of the same kind as references: volumes, editions, the
 * same author's lettering). `shared`: a page that shares a sentence with a reference, of which a match may be right.
 */
export type QuestionKind = 'shown' | 'unrelated' | 'look-alike' | 'neighbor' | 'shared';

export interface Question {
  /** Unique, and the same in every exam on the same data. */
  readonly id: string;
  readonly part: Part;
  readonly kind: QuestionKind;
  readonly set: string;
  readonly group: string;
  readonly condition: string;
  /** Ids of the references that it shows. */
  readonly truths: readonly string[];
  /** The file that the picture was made from. */
  readonly sourceFile: string;
  /** Makes the picture, encoded; the same each time. */
  readonly make: () => Promise<Buffer>;
  /** The photo in which everything lies where it lies in this picture, when it was made from one. */
  readonly photo: { readonly id: string; readonly make: () => Promise<Buffer> } | null;
}

export interface QuestionCounts {
  /** Conditions of the field that each photo is asked for again under. */
  readonly conditionsPerPhoto: number;
  /** References without photos of which photos are simulated, and as many pictures that are not indexed; of each part. */
  readonly simulatedPhotos: number;
  /** References of which a copy is made that fills its frame (a scan, an upload), of each part. */
  readonly digitalCopies: number;
  /** References with photos of which photos from far to the side are simulated, of each part. */
  readonly slantedPhotos: number;
  /** Crops of unrelated and of held-out pictures, of each part. */
  readonly crops: number;
}

export const AS_IT_IS = 'as it is';
/** Group of questions that are rows of their own and no part of figures over all photos. */
export const SIMULATED_ALONE = 'simulated alone';

export function questionsOf(
  content: ExamContent,
  counts: QuestionCounts,
  wanted: readonly Part[],
): Question[] {
  const all = [
    ...photoQuestions(content.queries, counts.conditionsPerPhoto),
    ...wanted.flatMap((part) => simulatedQuestions(content, part, counts.simulatedPhotos)),
    ...wanted.flatMap((part) => copyQuestions(content, part, counts.digitalCopies)),
    ...wanted.flatMap((part) => slantedQuestions(content, part, counts.slantedPhotos)),
    ...heldOutQuestions(content),
    ...wanted.flatMap((part) => cropQuestions(content, part, counts.crops)),
  ];
  return all.filter(({ part }) => wanted.includes(part));
}

function kindOf({ truths, group }: BenchQuery): QuestionKind {
  if (truths.length > 0) return 'shown';
  if (group.startsWith('look-alike')) return 'look-alike';
  return group.startsWith('shared-content') ? 'shared' : 'unrelated';
}

/** Unique among all sets. */
function nameOf({ set, file }: BenchQuery): string {
  const inSet = file.slice(file.lastIndexOf(`/${set}/`) + set.length + 2);
  return `${set}/${inSet.replace(/^queries\//, '')}`;
}

/** Each photo as it is; those that show something also under some conditions, in turn. */
function photoQuestions(queries: readonly BenchQuery[], conditionsPerPhoto: number): Question[] {
  return queries.flatMap((query) => {
    const name = nameOf(query);
    const plain: Question = {
      id: name,
      part: partOf(query.truths[0] ?? name),
      kind: kindOf(query),
      set: query.set,
      group: query.group,
      condition: AS_IT_IS,
      truths: query.truths,
      sourceFile: query.sourceFile,
      make: () => readFile(query.file),
      photo: { id: name, make: () => readFile(query.file) },
    };
    if (plain.kind !== 'shown') return [plain];
    const first = checksumOf(name, 'condition');
    const step = Math.max(1, Math.floor(fieldConditions.length / Math.max(1, conditionsPerPhoto)));
    const changed = Array.from({ length: conditionsPerPhoto }, (_, i): Question => {
      const condition = fieldConditions[(first + i * step) % fieldConditions.length] ?? 'webp';
      const make = async (): Promise<Buffer> =>
        applyFieldCondition(await readFile(query.file), condition, first);
      const photo = condition === 'small-in-frame' ? null : plain.photo;
      return { ...plain, id: `${name} ${condition}`, condition, make, photo };
    });
    return [plain, ...changed];
  });
}

const STRENGTHS: readonly PhotoStrength[] = ['easy', 'medium'];

/** Photos of references that nobody photographed, and of pictures beside them that are not indexed. */
function simulatedQuestions(content: ExamContent, part: Part, count: number): Question[] {
  const shown = chosen(content.unphotographed, ({ id }) => id, part, count).map(({ id, set, file }) => ({
    name: id,
    set,
    file,
    truths: [id],
  }));
  const absent = chosen(content.heldOut, ({ name }) => name, part, count).map((picture) => ({
    ...picture,
    truths: [],
  }));
  return [...shown, ...absent].map(({ name, set, file, truths }, rank): Question => {
    const strength = STRENGTHS[rank % STRENGTHS.length] ?? 'easy';
    const seed = checksumOf(name, 'photo');
    return {
      id: `${name} photo ${strength}`,
      part,
      kind: truths.length > 0 ? 'shown' : 'neighbor',
      set,
      group: 'simulated',
      condition: `simulated photo, ${strength}`,
      truths,
      sourceFile: file,
      make: async () => (await simulatePhoto(await readFile(file), { strength, seed, ...PHOTO })).jpeg,
      photo: null,
    };
  });
}

/** A question in rows of its own: a picture that was made from a reference, and shows it. */
function simulatedAlone(
  { id, set, file }: BenchReference,
  part: Part,
  condition: string,
  makeFrom: (picture: Buffer) => Promise<Buffer>,
): Question {
  return {
    id: `${id} ${condition}`,
    part,
    kind: 'shown',
    set,
    group: SIMULATED_ALONE,
    condition,
    truths: [id],
    sourceFile: file,
    make: async () => makeFrom(await readFile(file)),
    photo: null,
  };
}

/** References as they are uploaded again, and as they are scanned from print. */
function copyQuestions({ references }: ExamContent, part: Part, count: number): Question[] {
  return chosen(references, ({ id }) => id, part, count).map((reference, rank) => {
    const kind = digitalCopies[rank % digitalCopies.length] ?? 'scan';
    const seed = checksumOf(reference.id, kind);
    return simulatedAlone(reference, part, kind, (picture) => makeDigitalCopy(picture, kind, seed));
  });
}

const FROM_THE_SIDE: readonly (readonly [low: number, high: number])[] = [
  [50, 57],
  [57, 63],
  [63, 69],
];

/** Photos from far to the side of what is photographed in other ways, too. */
function slantedQuestions({ references, queries }: ExamContent, part: Part, count: number): Question[] {
  const photographed = new Set(queries.flatMap(({ truths }) => truths));
  const some = references.filter(({ id }) => photographed.has(id));
  return chosen(some, ({ id }) => id, part, count).map((reference, rank) => {
    const tiltDegrees = FROM_THE_SIDE[rank % FROM_THE_SIDE.length] ?? [50, 57];
    const options = { strength: 'easy', seed: checksumOf(reference.id, 'slant'), tiltDegrees } as const;
    const condition = `simulated photo, ${tiltDegrees.join(' to ')}° off the front`;
    return simulatedAlone(
      reference,
      part,
      condition,
      async (picture) => (await simulatePhoto(picture, options)).jpeg,
    );
  });
}

const PHOTO = { width: 720, height: 960 } as const;

function heldOutQuestions({ heldOut }: ExamContent): Question[] {
  return heldOut.map(({ name, set, file }) => ({
    id: name,
    part: partOf(name),
    kind: 'neighbor',
    set,
    group: 'flat',
    condition: AS_IT_IS,
    truths: [],
    sourceFile: file,
    make: () => readFile(file),
    photo: null,
  }));
}

function cropQuestions({ unrelatedFiles }: ExamContent, part: Part, count: number): Question[] {
  const files = unrelatedFiles.filter((file) => partOf(file.slice(file.lastIndexOf('/') + 1)) === part);
  if (files.length === 0) return [];
  return Array.from({ length: count }, (_, number): Question => {
    const file = files[number % files.length] ?? '';
    const name = `crop ${Math.floor(number / files.length)} of ${file.split('/').slice(-3).join('/')}`;
    return {
      id: name,
      part,
      kind: 'unrelated',
      set: 'crops',
      group: 'crops',
      condition: AS_IT_IS,
      truths: [],
      sourceFile: file,
      make: () => makeCrop(file, createRandom(checksumOf(name, 'crop'))),
      photo: null,
    };
  });
}

/** A number of a part's questions, in an order that depends on their names: a smaller sample is part of a larger one. */
function chosen<T>(items: readonly T[], nameOf: (item: T) => string, part: Part, count: number): T[] {
  return items
    .filter((item) => partOf(nameOf(item)) === part)
    .map((item) => [checksumOf(nameOf(item), 'choice'), item] as const)
    .sort((a, b) => a[0] - b[0])
    .slice(0, count)
    .map(([, item]) => item);
}
