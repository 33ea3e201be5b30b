/** Documents, pages and zones. */
import { graphql, rest, RESULT, type SentFile } from '../row.js';
import { makeDocument, makeZone } from '../fresh.js';

const rect = 'positionXPercent: 5, positionYPercent: 5, widthPercent: 70, heightPercent: 70';
const place = { PositionX: 5, PositionY: 5, Width: 70, Height: 70 };

/** @param picture a picture with enough detail to be recognized */
export const documentRows = (picture: SentFile) => [
  graphql(
    'Query.document',
    'reader',
    `($id: ID!) { document(id: $id) {
      name coverUrl languages failureReason earlierFile { originalName } files { url originalName } matches { edges { node { documentName clicks { actionName } } } } clicks { edges { node { id actionName match { id } } } } titles { value } actions { name target { ... on UrlTarget { url } ... on LegacyTarget { source } } } path { name }
      images { name bigThumbnailUrl titles { value } zones { name smallThumbnailUrl actions { name } } }
    } }`,
    (t) => ({ id: t.documentId }),
  ),
  graphql(
    'Mutation.createDocument',
    'writer',
    `($parentId: ID!, $file: Upload!) {
      createDocument(input: { parentId: $parentId, name: "x", defaultLanguage: "en-US", file: $file }) ${RESULT}
    }`,
    (t) => ({ parentId: t.folderId }),
    { files: () => ({ file: picture }) },
  ),
  graphql(
    'Mutation.replaceDocumentFile',
    'writer',
    `($id: ID!, $file: Upload!) { replaceDocumentFile(input: { id: $id, file: $file, waitForImages: true }) ${RESULT} }`,
    (t) => ({ id: t.documentId }),
    {
      files: () => ({ file: picture }),
    },
  ),
  graphql(
    'Mutation.insertPages',
    'writer',
    `($id: ID!, $file: Upload!) { insertPages(input: { documentId: $id, status: INACTIVE, file: $file }) ${RESULT} }`,
    (t) => ({ id: t.documentId }),
    { files: () => ({ file: picture }), fresh: makeDocument },
  ),
  graphql(
    'Mutation.replacePageFile',
    'writer',
    `($id: ID!, $file: Upload!) { replacePageFile(input: { id: $id, file: $file }) ${RESULT} }`,
    (t) => ({ id: t.imageId }),
    { files: () => ({ file: picture }) },
  ),
  graphql(
    'Mutation.updateDocument',
    'writer',
    `($id: ID!) { updateDocument(input: { id: $id, patch: { name: "x" } }) ${RESULT} }`,
    (t) => ({
      id: t.documentId,
    }),
  ),
  graphql(
    'Mutation.retryDocument',
    'writer',
    `($id: ID!) { retryDocument(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.documentId }),
    {
      accepts: ['CONFLICT'],
    },
  ),
  graphql(
    'Mutation.deleteDocument',
    'writer',
    `($id: ID!) { deleteDocument(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.documentId }),
    {
      fresh: makeDocument,
    },
  ),
  graphql(
    'Subscription.documentProgress',
    'reader',
    '($id: ID!) { documentProgress(id: $id) { name processing } }',
    (t) => ({
      id: t.documentId,
    }),
  ),
  graphql(
    'Subscription.documentDraft',
    'reader',
    '($id: ID!) { documentDraft(id: $id) { changeCount } }',
    (t) => ({
      id: t.documentId,
    }),
    { accepts: ['empty'] },
  ),
  graphql(
    'Mutation.updateImage',
    'writer',
    `($id: ID!) { updateImage(input: { id: $id, patch: { name: "x" } }) ${RESULT} }`,
    (t) => ({
      id: t.imageId,
    }),
  ),
  graphql(
    'Mutation.createZone',
    'writer',
    `($imageId: ID!) { createZone(input: { imageId: $imageId, ${rect} }) ${RESULT} }`,
    (t) => ({
      imageId: t.imageId,
    }),
  ),
  graphql(
    'Mutation.replaceZone',
    'writer',
    `($id: ID!) { replaceZone(input: { id: $id, ${rect} }) ${RESULT} }`,
    (t) => ({
      id: t.zoneId,
    }),
  ),
  graphql(
    'Mutation.updateZone',
    'writer',
    `($id: ID!) { updateZone(input: { id: $id, patch: { name: "x" } }) ${RESULT} }`,
    (t) => ({
      id: t.zoneId,
    }),
  ),
  graphql(
    'Mutation.deleteZone',
    'writer',
    `($id: ID!) { deleteZone(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.zoneId }),
    {
      fresh: makeZone,
    },
  ),

  rest('POST /api/documents', 'writer', (t) => ({
    path: '/api/Documents',
    form: { document: { ParentId: t.folderId, Name: 'x', DefaultLanguage: 'en-US' }, file: picture },
  })),
  rest('GET /api/documents/:id?', 'reader', (t) => `/api/documents/${t.documentId}`),
  rest('PUT /api/documents/:id?', 'writer', (t) => ({
    path: `/api/documents/${t.documentId}?async=false`,
    form: { file: picture },
  })),
  rest('PATCH /api/documents/:id?', 'writer', (t) => ({
    path: '/api/Documents',
    json: { Id: t.documentId, Name: 'x' },
  })),
  rest('DELETE /api/documents/:id?', 'writer', (t) => `/api/documents/${t.documentId}`, {
    fresh: makeDocument,
  }),
  rest('POST /api/documents/:id/retry', 'writer', (t) => `/api/documents/${t.documentId}/retry`, {
    accepts: [409],
  }),
  rest('GET /api/documents/:id/images', 'reader', (t) => `/api/documents/${t.documentId}/images`),
  rest('GET /api/documents/:id/files', 'reader', (t) => `/api/documents/${t.documentId}/files`),
  rest('GET /api/files', 'reader', (t) => `/api/files?documentId=${t.documentId}`),
  rest('GET /api/documents/:id/languages', 'reader', (t) => `/api/documents/${t.documentId}/languages`),
  rest('GET /api/documents/:id/titles', 'reader', (t) => `/api/documents/${t.documentId}/titles`),
  rest('GET /api/documents/:id/actions', 'reader', (t) => `/api/documents/${t.documentId}/actions`),
  rest('GET /api/documents/:id/matches', 'reader', (t) => `/api/documents/${t.documentId}/matches`),
  rest('GET /api/documents/:id/clicks', 'reader', (t) => `/api/documents/${t.documentId}/clicks`),
  rest('GET /api/matches', 'reader', (t) => `/api/matches?documentId=${t.documentId}`),
  rest('GET /api/images/:id?', 'reader', (t) => `/api/images/${t.imageId}`),
  rest('PUT /api/images/:id?', 'writer', (t) => ({
    path: `/api/images/${t.imageId}`,
    json: { Name: 'x', Order: 1, Status: 'Inactive' },
  })),
  rest('PATCH /api/images/:id?', 'writer', (t) => ({
    path: `/api/images/${t.imageId}`,
    json: { Name: 'x' },
  })),
  rest(
    'POST /api/documents/:id/images',
    'writer',
    (t) => ({ path: `/api/documents/${t.documentId}/images`, form: { file: picture } }),
    { fresh: makeDocument },
  ),
  rest('PUT /api/images/:id/file', 'writer', (t) => ({
    path: `/api/images/${t.imageId}/file`,
    form: { file: picture },
  })),
  rest('GET /api/images/:id/zones', 'reader', (t) => `/api/images/${t.imageId}/zones`),
  rest('GET /api/ImageAndZones/:id?', 'reader', (t) => `/api/ImageAndZones/${t.imageId}`),
  rest('POST /api/zones', 'writer', (t) => ({ path: '/api/zones', json: { ImageId: t.imageId, ...place } })),
  rest('GET /api/zones/:id?', 'reader', (t) => `/api/zones/${t.zoneId}`),
  rest('GET /api/zones/:id?', 'reader', (t) => `/api/zones?imageId=${t.imageId}`),
  rest('PUT /api/zones/:id?', 'writer', (t) => ({ path: `/api/zones/${t.zoneId}`, json: place })),
  rest('PATCH /api/zones/:id?', 'writer', (t) => ({ path: `/api/zones/${t.zoneId}`, json: { Name: 'x' } })),
  rest('DELETE /api/zones/:id?', 'writer', (t) => `/api/zones/${t.zoneId}`, { fresh: makeZone }),
];
