import { defineEntity, type IndexHints, type InferEntity, p } from '@mikro-orm/core';
import { LargeNumber } from '../../db/large-number.js';
import { Application } from '../application.entity.js';
import type { Metadata } from './metadata.rules.js';

/**
 * A reference image of an application: its signature is the truth that the native index is built from. One row
 * holds the latest change; a removed reference stays as a mark without name and signature, so that an index that
 * was saved earlier learns of the removal.
 */
export const Reference = defineEntity({
  name: 'Reference',
  tableName: 'reference',
  uniques: [{ properties: ['applicationId', 'externalId', 'ordinal'] }],
  indexes: [{ properties: ['applicationId', 'sequence'] }],
  properties: {
    /** Key in the native index, below 2^32; never used again. */
    key: p.type(LargeNumber).primary().autoincrement(),
    applicationId: () => p.manyToOne(Application).mapToPk().fieldName('application_id').deleteRule('cascade'),
    /** image_id, or the id of the image, zone or picture; null once removed. */
    externalId: p.text().nullable(),
    /** Which of the id's several images this is, from 0. */
    ordinal: p.integer().default(0),
    sequence: p.type(LargeNumber),
    /** Whether searches see it; false for inactive elements and for marks of removal. */
    isPresent: p.boolean(),
    /** The part of the DNA that rankings by appearance read, before it in the row; null when it has none. */
    appearance: p.blob().nullable().fieldName('look'),
    dna: p.blob().nullable(),
    keywords: p.json<string[]>(),
    /** What callers keep with it; null for nothing. The images of one id share it, as they share their keywords. */
    metadata: p.json<Metadata>().nullable(),
    keypointCount: p.integer(),
    /** null for a reference that was given as a signature: grading needs the picture. */
    gradeValue: p.integer().nullable(),
    gradeReason: p.string().nullable(),
    /** The stored file with a small copy of the picture; null where none is kept. */
    thumbnailId: p.uuid().nullable(),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type Reference = InferEntity<typeof Reference>;
/** A reference without its signature, as lists read it. */
export type ReferenceWithoutDna = Omit<Reference, 'dna' | typeof IndexHints>;
