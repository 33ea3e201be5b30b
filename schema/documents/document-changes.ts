/** Making and changing documents. */
import type { ImageView } from '../../src/documents/views.js';
import { builder } from '../builder.js';
import { windowInput } from '../content/time-window.js';
import { givenOrNull, withFile } from '../inputs.js';
import { arg, condition, deletion, problemMutation, seen } from '../mutations.js';
import { Document, Image } from '../refs.js';
import { ActivityStatusEnum } from '../status.js';

const documentFields = {
  parentId: arg.id({ required: true, description: 'The folder or organization it goes into.' }),
  name: arg.string({ required: true, description: 'Name for the publisher.' }),
  defaultLanguage: arg.field({
    type: 'Locale',
    description: 'Language, for example fr-FR; that of the organization when left out.',
  }),
  status: arg.field({
    type: ActivityStatusEnum,
    description:
      'ACTIVE recognizes its pages as soon as they are ready, which takes credits; INACTIVE when left out.',
  }),
};

const DocumentPatch = builder.inputType('DocumentPatch', {
  description: 'What to change of a document.',
  fields: (t) => ({
    parentId: t.id({ description: 'Folder or organization to move it to.' }),
    name: t.string({ description: 'Name for the publisher.' }),
    defaultLanguage: t.field({
      type: 'Locale',
      description: 'Language; it is added to the languages of the document.',
    }),
    status: t.field({ type: ActivityStatusEnum, description: 'Whether it is recognized.' }),
    timeWindow: t.field(windowInput),
  }),
});

const uploadIdArg = arg.id({
  description: 'Instead of file: the last part of the address that POST /api/uploads (tus) returned.',
});

problemMutation('createDocument', {
  type: Document,
  description:
    'Uploads a JPEG, PNG, GIF, TIFF, WebP, AVIF, BMP or PDF (send the file by the GraphQL multipart request specification).',
  args: {
    ...documentFields,
    file: arg.field({ type: 'Upload', description: 'The file.' }),
    uploadId: uploadIdArg,
    waitForImages: arg.boolean({
      defaultValue: false,
      description: 'Answer only when the pages are ready.',
    }),
  },
  resolve: ({ file, uploadId, waitForImages, ...document }, context) =>
    withFile(context, 'document', { file, uploadId }, (upload) =>
      context.services.documents.create(context.viewer, document, upload, {
        waitForImages: waitForImages ?? false,
      }),
    ),
});

problemMutation('replaceDocumentFile', {
  type: Document,
  description:
    'Replaces the file of a document. Pages keep ids, titles, actions and zones with their content, wherever it stands in the new file; pages that it no longer holds go to the trash. planReplacement previews it.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the document.' }),
    file: arg.field({
      type: 'Upload',
      description: 'The file: JPEG, PNG, GIF, TIFF, WebP, AVIF, BMP or PDF.',
    }),
    uploadId: uploadIdArg,
    pages: arg.field({
      type: ['ID'],
      required: { list: false, items: false },
      description:
        'For each page of the file the page that it continues, null for a new one; compared by content when left out.',
    }),
    waitForImages: arg.boolean({
      defaultValue: false,
      description: 'Answer only when the pages are ready.',
    }),
    ...condition,
  },
  resolve: ({ id, file, uploadId, pages, waitForImages, ifVersion }, context) =>
    withFile(context, 'document', { file, uploadId }, (upload) =>
      context.services.documents.replaceFile(context.viewer, id, upload, {
        pages: pages?.map((page) => page ?? null) ?? null,
        waitForImages: waitForImages ?? false,
        precondition: seen(ifVersion),
      }),
    ),
});

const insertionFields = {
  order: arg.int({ description: 'Place of the first new page, from 1; behind the last one when left out.' }),
  status: arg.field({
    type: ActivityStatusEnum,
    description: 'ACTIVE, when left out, is found in an active document at once, which takes credits.',
  }),
};

const InsertedPages = builder
  .objectRef<{ readonly documentId: string; readonly pages: readonly ImageView[] }>('InsertedPages')
  .implement({
    description: 'Pages that were inserted.',
    fields: (t) => ({
      document: t.field({
        type: Document,
        description: 'The document with all its pages.',
        resolve: ({ documentId }) => documentId,
      }),
      pages: t.field({
        type: [Image],
        description: 'The new pages, in order.',
        resolve: ({ pages }) => [...pages],
      }),
    }),
  });

problemMutation('insertPages', {
  may: ['credit'],
  type: InsertedPages,
  description:
    'Adds the pages of a file (at most 50) to a document; those behind them move back. All of it or nothing; the other pages are recognized all the while.',
  args: {
    documentId: arg.id({ required: true, description: 'Guid of the document.' }),
    ...insertionFields,
    file: arg.field({
      type: 'Upload',
      description: 'The file: JPEG, PNG, GIF, TIFF, WebP, AVIF, BMP or PDF.',
    }),
    uploadId: uploadIdArg,
    ...condition,
  },
  resolve: ({ documentId, order, status, file, uploadId, ifVersion }, context) =>
    withFile(context, 'document', { file, uploadId }, async (upload) => {
      const { pageFiles } = context.services;
      const insertion = { order, status, precondition: seen(ifVersion) };
      const pages = await pageFiles.insert(context.viewer, documentId, upload, insertion, context.signal);
      // The document was loaded before, with fewer pages.
      Document.getDataloader(context).clear(documentId);
      return { documentId, pages };
    }),
});

problemMutation('replacePageFile', {
  may: ['credit'],
  type: Image,
  description:
    'Replaces the file of a page by another one of one page. Titles, actions and zones stay; zones are cut out of the new picture.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the page.' }),
    file: arg.field({
      type: 'Upload',
      description: 'The file: JPEG, PNG, GIF, TIFF, WebP, AVIF, BMP or PDF.',
    }),
    uploadId: uploadIdArg,
    ...condition,
  },
  resolve: ({ id, file, uploadId, ifVersion }, context) =>
    withFile(context, 'document', { file, uploadId }, (upload) =>
      context.services.pageFiles.replace(context.viewer, id, upload, seen(ifVersion), context.signal),
    ),
});

problemMutation('updateDocument', {
  may: ['credit'],
  type: Document,
  description: 'Changes the given members of a document.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the document.' }),
    patch: arg.field({ type: DocumentPatch, required: true, description: 'What to change.' }),
    ...condition,
  },
  resolve: ({ id, patch, ifVersion }, { services, viewer }) =>
    services.documents.patch(viewer, id, givenOrNull(patch, ['timeWindow']), seen(ifVersion)),
});

problemMutation('retryDocument', {
  type: Document,
  description: 'Retries a document whose pages could not be processed.',
  args: { id: arg.id({ required: true, description: 'Guid of the document.' }) },
  resolve: ({ id }, { services, viewer }) => services.documents.retry(viewer, id),
});

deletion('deleteDocument', {
  description: 'Deletes a document with everything in it.',
  idDescription: 'Guid of the document.',
  work: ({ services, viewer }, id, precondition) => services.documents.delete(viewer, id, precondition),
});

for (const [name, description, verb] of [
  [
    'addDocumentLanguage',
    'Offers a document in one more language: every element of it gets a title to fill in.',
    'add',
  ],
  ['removeDocumentLanguage', 'Withdraws a language from a document, with its titles and actions.', 'remove'],
] as const) {
  problemMutation(name, {
    type: Document,
    description,
    args: {
      documentId: arg.id({ required: true, description: 'Guid of the document.' }),
      languageCode: arg.field({
        type: 'Locale',
        required: true,
        description: 'Language, for example fr-FR.',
      }),
    },
    resolve: async ({ documentId, languageCode }, { services, viewer }) => {
      await services.documentLanguages[verb](viewer, documentId, languageCode);
      return services.documents.get(viewer, documentId);
    },
  });
}
