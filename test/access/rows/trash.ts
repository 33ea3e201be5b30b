/** The trash, corrected files, and the preview. */
import { askedBoth, graphql, rest, RESULT, type Row, type SentFile } from '../row.js';
import { makePage } from '../pages.js';
import { makePreviewLink } from '../links.js';
import { makeTrash } from '../world.js';

export const trashRows = (picture: SentFile): readonly Row[] => [
  rest('GET /api/Preview', 'reader', (t) => `/api/Preview?elementId=${t.zoneId}&languageCode=fr-FR`),
  graphql(
    'Query.readerPreview',
    'reader',
    '($id: ID!) { readerPreview(elementId: $id, languageCode: "fr") { title actions { name target { ... on UrlTarget { url } ... on LegacyTarget { source } } } } }',
    (t) => ({ id: t.zoneId }),
  ),
  rest('POST /api/documents/:id/Plan', 'writer', (t) => ({
    path: `/api/documents/${t.documentId}/Plan`,
    form: { file: picture },
  })),
  ...askedBoth(
    'planReplacement',
    'writer',
    `($id: ID!, $file: Upload!) { planReplacement(input: { id: $id, file: $file }) ${RESULT} }`,
    (t) => ({ id: t.documentId }),
    { files: () => ({ file: picture }) },
  ),
  ...askedBoth(
    'drawNewPage',
    'writer',
    `($id: ID!, $file: Upload!) { drawNewPage(input: { id: $id, page: 1, file: $file }) ${RESULT} }`,
    (t) => ({ id: t.documentId }),
    { files: () => ({ file: picture }) },
  ),
  graphql(
    'Mutation.restoreEarlierFile',
    'writer',
    `($id: ID!) { restoreEarlierFile(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.documentId }),
    // The document may have had one file only.
    { accepts: ['CONFLICT'] },
  ),
  graphql(
    'Mutation.createPreviewLink',
    'writer',
    `($id: ID!) { createPreviewLink(input: { documentId: $id }) ${RESULT} }`,
    (t) => ({ id: t.documentId }),
  ),
  graphql(
    'Mutation.revokePreviewLink',
    'writer',
    `($id: ID!) { revokePreviewLink(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.previewLinkId }),
    { fresh: async (world) => ({ previewLinkId: await makePreviewLink(world, world.target.documentId) }) },
  ),
  graphql(
    'Query.sharedPreview',
    'anybody',
    '{ sharedPreview(code: "nothing at all") { name } }',
    undefined,
    // An unknown code is no element of anybody.
    { accepts: ['NOT_FOUND'] },
  ),
  rest('GET /api/Trash', 'reader', (t) => `/api/Trash?organizationId=${t.organizationId}`),
  rest('POST /api/Trash/:id/Restore', 'writer', (t) => `/api/Trash/${t.trashedId}/Restore`, {
    fresh: makeTrash,
  }),
  rest('DELETE /api/Trash/:id', 'writer', (t) => `/api/Trash/${t.trashedId}`, { fresh: makeTrash }),
  rest('POST /api/Trash/Empty', 'writer', (t) => `/api/Trash/Empty?organizationId=${t.organizationId}`, {
    fresh: makeTrash,
  }),
  rest('DELETE /api/images/:id?', 'writer', (t) => `/api/images/${t.imageId}`, { fresh: makePage }),
  graphql(
    'Mutation.restoreFromTrash',
    'writer',
    `($id: ID!) { restoreFromTrash(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.trashedId }),
    { fresh: makeTrash },
  ),
  graphql(
    'Mutation.purgeFromTrash',
    'writer',
    `($id: ID!) { purgeFromTrash(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.trashedId }),
    { fresh: makeTrash },
  ),
  graphql(
    'Mutation.emptyTrash',
    'writer',
    `($id: ID!) { emptyTrash(input: { organizationId: $id }) ${RESULT} }`,
    (t) => ({ id: t.organizationId }),
    { fresh: makeTrash },
  ),
  graphql(
    'Mutation.deleteImage',
    'writer',
    `($id: ID!) { deleteImage(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.imageId }),
    { fresh: makePage },
  ),
];
