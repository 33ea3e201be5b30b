/** References of applications. */
import type { AddedReference, NearDuplicate, ReferenceView } from '../../src/engine/views.js';
import type { ListedReference } from '../../src/engine/references/reference-list.js';
import type { ImportLine, ImportView } from '../../src/engine/imports/import-views.js';
import { importStates } from '../../src/engine/imports/reference-import.entity.js';
import { connectionComplexity } from '../../src/graphql/complexity.js';
import { builder, enumType } from '../builder.js';
import { connectionOf, keysetConnection } from '../connection.js';
import { Application } from './engine-application.js';
import { filterArguments, filterOf } from './engine-filter.js';

export const Reference = builder.objectRef<ReferenceView>('Reference').implement({
  description: 'A picture, or several of one thing, that an application finds.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The image_id that it was added under; unique in its application.' }),
    keywords: t.exposeStringList('keywords', { description: 'Its keywords.' }),
    metadata: t.expose('metadata', {
      type: 'JSONObject',
      nullable: true,
      description: 'What you keep with it; null for nothing.',
    }),
    keypointCount: t.exposeInt('keypointCount', { description: 'Local features of its first image.' }),
    grade: t.exposeInt('grade', {
      nullable: true,
      description: 'How well it will be recognized, 0–5; null when it was given as a DNA.',
    }),
    gradeReason: t.exposeString('gradeReason', {
      nullable: true,
      description: 'Why the grade is not better.',
    }),
    thumbnailUrl: t.field({
      type: 'URL',
      nullable: true,
      description:
        'Where a small copy of its first image is; null when it was given as a DNA or none are kept.',
      resolve: ({ thumbnailFileId }, _args, { fileUrl }) =>
        thumbnailFileId === null ? null : fileUrl(thumbnailFileId),
    }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether searches find it.' }),
    recognitionCount: t.exposeInt('recognitionCount', {
      description: 'Answers of searches by pictures in which it was recognized.',
    }),
    recognizedAt: t.expose('dateRecognized', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last recognized; null when never.',
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was added.' }),
    updatedAt: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

export const NearDuplicateType = builder.objectRef<NearDuplicate>('NearDuplicate').implement({
  description: 'A reference that is nearly the same picture.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    distance: t.exposeFloat('distance', { description: '0 (same) to 1.' }),
  }),
});

export const AddedReferenceType = builder.objectRef<AddedReference>('AddedReference').implement({
  description: 'A reference that was added, with what to know about it.',
  fields: (t) => ({
    reference: t.field({ type: Reference, description: 'The reference.', resolve: (added) => added }),
    imageCount: t.exposeInt('imageCount', { description: 'Images of this id, this one included.' }),
    nearDuplicates: t.field({
      type: [NearDuplicateType],
      description: 'Other references that are nearly the same picture: a warning.',
      resolve: ({ nearDuplicates }) => nearDuplicates,
    }),
  }),
});

const ImportStateEnum = enumType('ReferenceImportState', {
  description: 'How far an import is.',
  values: importStates,
});

const ImportLineType = builder.objectRef<ImportLine>('ReferenceImportLine').implement({
  description: 'What became of one file of an import.',
  fields: (t) => ({
    position: t.exposeInt('position', { description: 'Place in the report, from 0.' }),
    fileName: t.exposeString('fileName', { description: 'Path in the archive.' }),
    imageId: t.exposeID('imageId', { description: 'Id of the reference.' }),
    code: t.exposeString('code', {
      nullable: true,
      description: 'Why it was refused; null when it was added.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'The same in words, or what to know about a file that was added.',
    }),
    manifestLine: t.exposeInt('manifestLine', {
      nullable: true,
      description: 'Line (CSV) or entry (JSON) of the manifest, from 1; null for what no manifest names.',
    }),
    grade: t.exposeInt('grade', { nullable: true, description: 'How well it will be recognized, 0–5.' }),
    gradeReason: t.exposeString('gradeReason', {
      nullable: true,
      description: 'Why the grade is not better.',
    }),
    nearDuplicates: t.exposeStringList('nearDuplicates', {
      description: 'Ids of references that are nearly the same picture.',
    }),
  }),
});

/** An import, with the application that it belongs to. */
export interface OwnedImport extends ImportView {
  readonly applicationId: string;
}

export const ReferenceImportType = builder.objectRef<OwnedImport>('ReferenceImport').implement({
  description: 'References that are added from a ZIP or TAR.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the import.' }),
    state: t.field({ type: ImportStateEnum, description: 'How far it is.', resolve: ({ state }) => state }),
    total: t.exposeInt('total', { description: 'Files to be added.' }),
    added: t.exposeInt('added', { description: 'Files that were added.' }),
    refused: t.exposeInt('refused', { description: 'Files that were refused.' }),
    progress: t.exposeFloat('progress', { description: 'Share of the files that are done, 0–1.' }),
    secondsLeft: t.exposeInt('secondsLeft', {
      nullable: true,
      description: 'What is left at the speed of its present run; null unless it runs.',
    }),
    isDryRun: t.exposeBoolean('isDryRun', { description: 'Whether it only tries: nothing is added.' }),
    failureReason: t.exposeString('failureReason', { nullable: true, description: 'Why it was given up.' }),
    lines: t.field({
      type: [ImportLineType],
      description: 'The report: the lines of the manifest, then other files in the order of the archive.',
      args: {
        offset: t.arg.int({ defaultValue: 0, description: 'Position of the first line.' }),
        limit: t.arg.int({ defaultValue: 100, description: 'Lines at most, up to 1000.' }),
        onlyRefused: t.arg.boolean({ defaultValue: false, description: 'Only files that were refused.' }),
      },
      resolve: ({ applicationId, id }, { offset, limit, onlyRefused }, { services }) =>
        services.referenceImports.lines({ id: applicationId }, id, {
          offset: offset ?? 0,
          limit: limit ?? 100,
          onlyRefused: onlyRefused ?? false,
        }),
    }),
  }),
});

const [ReferenceConnection, ReferenceEdge] = connectionOf(Reference, 'Reference', 'references');

builder.objectFields(Application, (t) => ({
  reference: t.field({
    type: Reference,
    description: 'One of its references.',
    args: { id: t.arg.id({ required: true, description: 'Id of the reference.' }) },
    resolve: async (application, { id }, { services, viewer }) =>
      services.references.get(await services.applications.open(viewer, application.id), id),
  }),
  referenceImport: t.field({
    type: ReferenceImportType,
    description: 'One of its imports.',
    args: { id: t.arg.id({ required: true, description: 'Guid of the import.' }) },
    resolve: async (application, { id }, { services }) => ({
      ...(await services.referenceImports.get(application, id)),
      applicationId: application.id,
    }),
  }),
}));

builder.objectField(Application, 'references', (t) =>
  t.connection(
    {
      type: Reference,
      description: 'Its references in order of their addition.',
      args: {
        isActive: t.arg.boolean({
          description: 'True: only those that searches find; false: only the others.',
        }),
        ...filterArguments,
      },
      complexity: connectionComplexity,
      resolve: (application, args, { services: { referenceList } }) => {
        const filter = filterOf(args);
        return keysetConnection<ListedReference>({
          args,
          order: 'Key',
          valuesOf: ({ cursor }) => [Number(cursor)],
          read: (keyset) => referenceList.keysetPage(application, keyset, filter),
          count: () => referenceList.count(application, filter),
        });
      },
    },
    ReferenceConnection,
    ReferenceEdge,
  ),
);
