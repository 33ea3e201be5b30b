/** The files of a document. */
import { fileKinds } from '../../src/media/blobs/stored-file.entity.js';
import type { FileView } from '../../src/documents/views.js';
import { batched } from '../../src/graphql/loaders.js';
import { builder, enumType } from '../builder.js';
import { Document } from '../refs.js';

const FileKindEnum = enumType('FileKind', {
  description: 'What a file is to its element.',
  values: fileKinds,
});

const File = builder.objectRef<FileView>('File').implement({
  description: 'A file of a document: what was uploaded, and the thumbnails made of it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the file.' }),
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    ownerId: t.exposeID('ownerId', { description: 'The document, page or zone that it belongs to.' }),
    kind: t.field({ type: FileKindEnum, description: 'What it is.', resolve: ({ kind }) => kind }),
    contentType: t.exposeString('contentType', { description: 'MIME type.' }),
    sizeBytes: t.exposeInt('sizeBytes', { description: 'Size in bytes.' }),
    originalName: t.exposeString('originalName', {
      nullable: true,
      description: 'Name it was uploaded with.',
    }),
    url: t.field({
      type: 'URL',
      description: 'Where to fetch it.',
      resolve: ({ id }, _args, { fileUrl }) => fileUrl(id),
    }),
  }),
});

builder.objectField(Document, 'files', (t) =>
  t.loadableList({
    loaderOptions: batched,
    type: File,
    description: 'Its files and those of its pages and zones, oldest first.',
    load: (ids: string[], { services, viewer }) => services.elements.filesOf(viewer, ids),
    resolve: ({ id }) => id,
  }),
);
