/** References as the engine's management interface answers them. */
import { z } from 'zod';
import type { DuplicateReport } from '../../engine/references/duplicate-check.js';
import type { ListedReference } from '../../engine/references/reference-list.js';
import type { AddedReference, ReferenceView } from '../../engine/views.js';
import { view } from '../shared/view.js';
import { pageInfo, dates, datesOf, share } from './shapes.js';

/** Address of a stored file; null where there is none, or none to be told. */
type PictureUrl = (fileId: string | null) => string | null;

const members = {
  id: z.string(),
  keywords: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()).nullable().describe('What you keep with it; null for nothing'),
  keypointCount: z.int(),
  grade: z.int().nullable().describe('How well it will be recognized, 0 to 5; null when given as a DNA'),
  gradeReason: z.string().nullable(),
  isActive: z.boolean().describe('Whether searches find it'),
  recognitionCount: z.int().describe('Answers of searches by pictures in which it was recognized'),
  dateRecognized: z.iso.datetime().nullable().describe('When it was last recognized; null when never'),
  thumbnailUrl: z
    .string()
    .nullable()
    .describe('A small copy of the first image; null when none is kept, and to keys that may only query'),
  ...dates,
};
const referenceShape = z.object(members).meta({ id: 'EngineReference', description: 'A reference' });

export const referenceView = view(referenceShape, (reference: ReferenceView, urlOf: PictureUrl) => ({
  id: reference.id,
  keywords: reference.keywords,
  metadata: reference.metadata,
  keypointCount: reference.keypointCount,
  grade: reference.grade,
  gradeReason: reference.gradeReason,
  isActive: reference.isActive,
  recognitionCount: reference.recognitionCount,
  dateRecognized: reference.dateRecognized?.toISOString() ?? null,
  thumbnailUrl: urlOf(reference.thumbnailFileId),
  ...datesOf(reference),
}));

const nearDuplicates = z.array(z.object({ id: z.string(), distance: share }));

export const addedReferenceView = view(
  z.object({
    ...members,
    imageCount: z.int().describe('Images of this id'),
    nearDuplicates: nearDuplicates.describe('Other references that are nearly the same picture'),
  }),
  (added: AddedReference, urlOf: PictureUrl) => ({
    ...referenceView.of(added, urlOf),
    imageCount: added.imageCount,
    nearDuplicates: added.nearDuplicates.map(({ id, distance }) => ({ id, distance })),
  }),
);

export const referencePageView = view(
  z.object({ items: z.array(referenceShape), pageInfo }),
  (items: readonly ListedReference[], hasNextPage: boolean, urlOf: PictureUrl) => ({
    items: items.map((item) => referenceView.of(item, urlOf)),
    pageInfo: { endCursor: items.at(-1)?.cursor ?? null, hasNextPage },
  }),
);

export const duplicatesView = view(
  z.object({
    items: z.array(
      z.object({
        reference: referenceShape,
        nearDuplicates: nearDuplicates.describe('The nearest first; 10 at most'),
      }),
    ),
    checked: z.int().describe('References that were looked at for this page'),
    pageInfo,
  }),
  ({ items, checked, endCursor, hasNextPage }: DuplicateReport, urlOf: PictureUrl) => ({
    items: items.map((item) => ({
      reference: referenceView.of(item.reference, urlOf),
      nearDuplicates: item.nearDuplicates.map(({ id, distance }) => ({ id, distance })),
    })),
    checked,
    pageInfo: { endCursor, hasNextPage },
  }),
);

export const activationView = view(
  z.object({ known: z.array(z.string()), unknown: z.array(z.string()) }),
  ({ known, unknown }: { readonly known: readonly string[]; readonly unknown: readonly string[] }) => ({
    known,
    unknown,
  }),
);

export const deletionView = view(
  z.object({ removed: z.array(z.string()), unknown: z.array(z.string()) }),
  ({ removed, unknown }: { readonly removed: readonly string[]; readonly unknown: readonly string[] }) => ({
    removed,
    unknown,
  }),
);
