import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Application } from '../application.entity.js';

export const importStates = ['Waiting', 'Running', 'Done', 'Failed', 'Cancelled'] as const;

/** References that are added from a ZIP or TAR. */
export const ReferenceImport = defineEntity({
  name: 'ReferenceImport',
  tableName: 'reference_import',
  properties: {
    id: p.uuid().primary(),
    applicationId: () =>
      p.manyToOne(Application).mapToPk().fieldName('application_id').deleteRule('cascade').index(),
    state: p.string().$type<(typeof importStates)[number]>(),
    /** Name of the archive, as sent. */
    fileName: p.text().nullable(),
    keywords: p.json<string[]>(),
    /** Files in the archive that are to be added. */
    total: p.integer(),
    added: p.integer().default(0),
    refused: p.integer().default(0),
    /** Whether it only tries: nothing is added. */
    isDryRun: p.boolean().default(false),
    /** Whether each picture is searched for in the application, to warn of near-duplicates. */
    checksDuplicates: p.boolean().default(true),
    /** When its present run began, and what was done by then. */
    dateStarted: p.datetime().nullable(),
    doneAtStart: p.integer().default(0),
    /** Why the whole import was given up. */
    failureReason: p.text().nullable(),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type ReferenceImport = InferEntity<typeof ReferenceImport>;

/** What became of one file of an import. */
export const ReferenceImportLine = defineEntity({
  name: 'ReferenceImportLine',
  tableName: 'reference_import_line',
  properties: {
    importId: () =>
      p.manyToOne(ReferenceImport).mapToPk().primary().fieldName('import_id').deleteRule('cascade'),
    /** Place among the steps of the import, from 0. */
    position: p.integer().primary(),
    fileName: p.text(),
    imageId: p.text(),
    /** Name in the error catalogue; null when it was added. */
    code: p.string().nullable(),
    /** Why it was refused, or what to know about it all the same. */
    message: p.text().nullable(),
    grade: p.integer().nullable(),
    gradeReason: p.string().nullable(),
    nearDuplicates: p.json<string[]>(),
    /** Line (CSV) or entry (JSON) of the manifest, from 1; null for what no manifest names. */
    manifestLine: p.integer().nullable(),
  },
});
export type ReferenceImportLine = InferEntity<typeof ReferenceImportLine>;
