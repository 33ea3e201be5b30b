import { defineEntity, type InferEntity, p, type IndexHints } from '@mikro-orm/core';
import { Application } from '../application.entity.js';
import { LargeNumber } from '../../db/rows.js';
import type { Metadata } from './metadata.rules.js';

/** How often a reference was recognized; by its id, so that a new picture goes on counting. */
export const RecognitionCounter = defineEntity({
  name: 'RecognitionCounter',
  tableName: 'recognition_counter',
  properties: {
    applicationId: () =>
      p.manyToOne(Application).mapToPk().primary().fieldName('application_id').deleteRule('cascade'),
    externalId: p.text().primary(),
    count: p.integer(),
    dateLast: p.datetime(),
  },
});
export type RecognitionCounter = InferEntity<typeof RecognitionCounter>;

/** Keywords of references, one row each, for searches by keywords. */
export const ReferenceKeyword = defineEntity({
  name: 'ReferenceKeyword',
  tableName: 'reference_keyword',
  indexes: [{ properties: ['applicationId', 'keyword'] }],
  properties: {
    referenceKey: () =>
      p.manyToOne(Reference).mapToPk().primary().fieldName('reference_key').deleteRule('cascade'),
    keyword: p.string().primary(),
    applicationId: p.uuid(),
  },
});
export type ReferenceKeyword = InferEntity<typeof ReferenceKeyword>;

/** Plain members of the metadata of references, one row each, for filters; one of the three values is set. */
export const ReferenceMetadata = defineEntity({
  name: 'ReferenceMetadata',
  tableName: 'reference_metadata',
  indexes: [
    { properties: ['applicationId', 'name', 'text'] },
    { properties: ['applicationId', 'name', 'number'] },
  ],
  properties: {
    referenceKey: () =>
      p.manyToOne(Reference).mapToPk().primary().fieldName('reference_key').deleteRule('cascade'),
    name: p.string().primary(),
    applicationId: p.uuid(),
    text: p.text().nullable(),
    number: p.double().nullable(),
    flag: p.boolean().nullable(),
  },
});
export type ReferenceMetadata = InferEntity<typeof ReferenceMetadata>;

/** The picture that is kept of a reference to compare its small content with photos; a reference given as a DNA has none. */
export const ReferencePicture = defineEntity({
  name: 'ReferencePicture',
  tableName: 'reference_picture',
  properties: {
    referenceKey: () =>
      p.oneToOne(Reference).mapToPk().primary().fieldName('reference_key').deleteRule('cascade'),
    /** A JPEG, of which only the gray counts. */
    picture: p.blob(),
  },
});
export type ReferencePicture = InferEntity<typeof ReferencePicture>;

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
