/** Documents: uploaded files whose pages are recognized. */
import type { DocumentView } from '../src/tree/views.js';
import { Action } from './action.js';
import { builder } from './builder.js';
import { Image } from './image.js';
import { given, withUpload } from './inputs.js';
import { NodeInterface } from './node.js';
import { asData, problems } from './problems.js';
import { ActivityStatusEnum, ProcessingStateEnum } from './status.js';
import { Title } from './title.js';

export const Document = builder.objectRef<DocumentView>('Document').implement({
  description: 'An uploaded picture or PDF; each of its pages becomes an image.',
  interfaces: [NodeInterface],
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'processing' in value,
  fields: (t) => ({
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'The folder or organization it lies in.',
    }),
    name: t.exposeString('name', { description: 'Name for the publisher.' }),
    defaultLanguage: t.exposeString('defaultLanguage', {
      description: 'Language used when a scan asks for another.',
    }),
    contentType: t.exposeString('contentType', { description: 'MIME type, decided by the file’s content.' }),
    status: t.field({
      type: ActivityStatusEnum,
      description: 'Whether it is recognized.',
      resolve: (d) => d.status,
    }),
    processing: t.field({
      type: ProcessingStateEnum,
      description: 'How far its pages are.',
      resolve: (d) => d.processing,
    }),
    progress: t.exposeFloat('progress', { description: 'Share of the pages that are ready, 0–1.' }),
    failureReason: t.exposeString('failureReason', { nullable: true, description: 'Why processing failed.' }),
    pages: t.exposeInt('pages', { description: 'Number of pages.' }),
    actionCount: t.exposeInt('actionCount', { description: 'Number of its own, global actions.' }),
    coverUrl: t.string({
      nullable: true,
      description: 'Thumbnail of the first page.',
      resolve: ({ coverFileId }, _args, { fileUrl }) => (coverFileId === null ? null : fileUrl(coverFileId)),
    }),
    images: t.field({
      type: [Image],
      description: 'Its pages in order.',
      resolve: (document, _args, { services, viewer }) => services.documents.images(viewer, document.id),
    }),
    languages: t.stringList({
      description: 'Codes of the languages it is offered in.',
      resolve: async (document, _args, { services, viewer }) =>
        (await services.documentLanguages.list(viewer, document.id)).map(({ languageCode }) => languageCode),
    }),
    titles: t.field({
      type: [Title],
      description: 'Its titles, by language.',
      resolve: (document, _args, { services, viewer }) => services.titles.list(viewer, document.id),
    }),
    actions: t.field({
      type: [Action],
      description: 'Its global actions, offered with every page.',
      resolve: (document, _args, { services, viewer }) => services.actions.list(viewer, document.id),
    }),
    dateCreated: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    dateModified: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

const CreateDocumentInput = builder.inputType('CreateDocumentInput', {
  description: 'A new document.',
  fields: (t) => ({
    parentId: t.id({ required: true, description: 'The folder or organization it goes into.' }),
    name: t.string({ required: true, description: 'Name for the publisher.' }),
    defaultLanguage: t.string({ required: true, description: 'Language, for example fr-FR.' }),
  }),
});

const DocumentPatch = builder.inputType('DocumentPatch', {
  description: 'What to change of a document.',
  fields: (t) => ({
    parentId: t.id({ description: 'Folder or organization to move it to.' }),
    name: t.string({ description: 'Name for the publisher.' }),
    defaultLanguage: t.string({ description: 'One of its languages.' }),
    status: t.field({ type: ActivityStatusEnum, description: 'Whether it is recognized.' }),
  }),
});

builder.mutationField('createDocument', (t) =>
  t.field({
    type: Document,
    description:
      'Uploads a JPEG, PNG, GIF or PDF (send the file by the GraphQL multipart request specification).',
    errors: { types: problems },
    args: {
      input: t.arg({ type: CreateDocumentInput, required: true, description: 'The document.' }),
      file: t.arg({ type: 'Upload', required: true, description: 'The file.' }),
      waitForImages: t.arg.boolean({
        defaultValue: false,
        description: 'Answer only when the pages are ready.',
      }),
    },
    resolve: (_root, { input, file, waitForImages }, context) =>
      asData(() =>
        withUpload(context, file, (upload) =>
          context.services.documents.create(context.viewer, input, upload, {
            waitForImages: waitForImages ?? false,
          }),
        ),
      ),
  }),
);

builder.mutationField('updateDocument', (t) =>
  t.field({
    type: Document,
    description: 'Changes the given members of a document.',
    errors: { types: problems },
    args: {
      id: t.arg.id({ required: true, description: 'Guid of the document.' }),
      patch: t.arg({ type: DocumentPatch, required: true, description: 'What to change.' }),
    },
    resolve: (_root, { id, patch }, { services, viewer }) =>
      asData(() => services.documents.patch(viewer, id, given(patch))),
  }),
);

builder.mutationField('addDocumentLanguage', (t) =>
  t.field({
    type: Document,
    description: 'Offers a document in one more language: every element of it gets a title to fill in.',
    errors: { types: problems },
    args: {
      documentId: t.arg.id({ required: true, description: 'Guid of the document.' }),
      languageCode: t.arg.string({ required: true, description: 'Language, for example fr-FR.' }),
    },
    resolve: (_root, { documentId, languageCode }, { services, viewer }) =>
      asData(async () => {
        await services.documentLanguages.add(viewer, documentId, languageCode);
        return services.documents.get(viewer, documentId);
      }),
  }),
);

builder.mutationField('deleteDocument', (t) =>
  t.field({
    type: 'ID',
    description: 'Deletes a document with everything in it; answers its id.',
    errors: { types: problems, directResult: false },
    args: { id: t.arg.id({ required: true, description: 'Guid of the document.' }) },
    resolve: (_root, { id }, { services, viewer }) =>
      asData(async () => {
        await services.documents.delete(viewer, id);
        return id;
      }),
  }),
);
