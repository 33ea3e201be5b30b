/** Documents: uploaded files whose pages are recognized. */
import { nodeStateOf } from '../../src/kernel/precondition.js';
import type { Keyset } from '../../src/db/keyset.js';
import { pageKeysetValues } from '../../src/documents/nodes/element-batches.js';
import type { ImageView } from '../../src/documents/views.js';
import { connectionComplexity } from '../../src/graphql/complexity.js';
import { batched, requestLoader } from '../../src/graphql/loaders.js';
import { builder } from '../builder.js';
import { connectionOf, keysetConnection } from '../connection.js';
import { ContentElement, TreeElement } from '../content/content-fields.js';
import { windowed } from '../content/time-window.js';
import { warned } from './drawing-warning.js';
import { NodeInterface } from '../node.js';
import { Document, Image } from '../refs.js';
import { ActivityStatusEnum, ProcessingStateEnum } from '../status.js';
import { VERSION_DESCRIPTION } from '../mutations.js';

Document.implement({
  description: 'An uploaded picture or PDF; each of its pages becomes an image.',
  interfaces: [NodeInterface, TreeElement, ContentElement],
  fields: (t) => ({
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'The folder or organization it lies in.',
    }),
    name: t.exposeString('name', { description: 'Name for the publisher.' }),
    defaultLanguage: t.expose('defaultLanguage', {
      type: 'Locale',
      description: 'Language used when a scan asks for another.',
    }),
    contentType: t.exposeString('contentType', { description: 'MIME type, decided by the file’s content.' }),
    status: t.field({
      type: ActivityStatusEnum,
      description: 'Whether it is recognized.',
      resolve: (d) => d.status,
    }),
    timeWindow: t.field({
      ...windowed,
      description: 'When readers are shown it with all of its pages; null: always.',
    }),
    processing: t.field({
      type: ProcessingStateEnum,
      description: 'How far its pages are.',
      resolve: (d) => d.processing,
    }),
    progress: t.exposeFloat('progress', { description: 'Share of the pages that are ready, 0–1.' }),
    failureReason: t.exposeString('failureReason', {
      nullable: true,
      description: 'Why processing failed, or why what is ready is not active.',
    }),
    warnings: t.field(warned),
    pages: t.exposeInt('pages', { description: 'Number of pages.' }),
    unrecognizablePages: t.exposeInt('unrecognizablePages', {
      description: 'Pages that no photo can find: they, and their zones, hold too little detail.',
    }),
    actionCount: t.exposeInt('actionCount', {
      description: 'Number of its global actions and of those of its pages and zones, in all languages.',
    }),
    coverUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Thumbnail of the first page.',
      resolve: ({ coverFileId }, _args, { fileUrl }) => (coverFileId === null ? null : fileUrl(coverFileId)),
    }),
    images: t.loadableList({
      loaderOptions: batched,
      type: Image,
      description: 'Its pages in order, all of them. `imagesConnection` answers some at a time.',
      load: (ids: string[], { services, viewer }) => services.elements.imagesOf(viewer, ids),
      resolve: ({ id }) => id,
    }),
    languages: t.loadableList({
      loaderOptions: batched,
      type: 'Locale',
      description: 'Codes of the languages it is offered in.',
      load: (ids: string[], { services, viewer }) => services.content.languagesOf(viewer, ids),
      resolve: ({ id }) => id,
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
    version: t.string({
      description: VERSION_DESCRIPTION,
      resolve: (element) => nodeStateOf(element).version,
    }),
  }),
});

const [ImageConnection, ImageEdge] = connectionOf(Image, 'Image', 'pages');

const imageParts = requestLoader<
  { readonly documentId: string; readonly keyset: Keyset },
  readonly ImageView[]
>(({ services, viewer }, requests) => services.elements.imageParts(viewer, requests));

builder.objectField(Document, 'imagesConnection', (t) =>
  t.connection(
    {
      type: Image,
      description: 'Its pages in order, some at a time: for documents of many pages.',
      complexity: connectionComplexity,
      resolve: ({ id, pages }, args, context) =>
        keysetConnection<ImageView>({
          args,
          order: 'Page',
          valuesOf: pageKeysetValues,
          read: (keyset) => imageParts(context).load({ documentId: id, keyset }),
          count: () => Promise.resolve(pages),
        }),
    },
    ImageConnection,
    ImageEdge,
  ),
);

builder.queryField('document', (t) =>
  t.field({
    type: Document,
    description: 'A document.',
    args: { id: t.arg.id({ required: true, description: 'Guid of the document.' }) },
    resolve: (_root, { id }) => id,
  }),
);
