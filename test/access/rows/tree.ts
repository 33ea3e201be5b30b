/** Elements of the tree: organizations, folders, nodes. */
import { graphql, rest, RESULT } from '../row.js';
import { makeChild, makeFolder } from '../fresh.js';

const everything = `id name path { id name } titles { value } icons { name url } properties { value }`;
const list = '(first: 50) { totalCount edges { cursor node { id name } } }';

export const treeRows = [
  graphql(`Query.node`, 'readerOrNull', '($id: ID!) { node(id: $id) { id __typename } }', (t) => ({
    id: t.folderId,
  })),
  graphql('Query.nodes', 'readerOrNull', '($ids: [ID!]!) { nodes(ids: $ids) { id __typename } }', (t) => ({
    ids: [t.folderId, t.documentId, t.zoneId],
  })),
  graphql(
    'Query.treeNode',
    'reader',
    '($id: ID!) { treeNode(id: $id) { name path { name } children { name children { name } } } }',
    (t) => ({ id: t.folderId }),
  ),
  graphql(
    'Mutation.updateTreeNode',
    'writer',
    `($id: ID!) { updateTreeNode(input: { id: $id, patch: { name: "x" } }) ${RESULT} }`,
    (t) => ({
      id: t.folderId,
    }),
  ),
  graphql(
    'Query.organization',
    'reader',
    `($id: ID!) { organization(id: $id) {
      ${everything} folders${list} documents(first: 50, isRecursive: true) { totalCount edges { node { id name } } }
      organizations${list}
    } }`,
    (t) => ({ id: t.organizationId }),
  ),
  graphql(
    'Mutation.createOrganization',
    'administrator',
    `($parentId: ID!) { createOrganization(input: { parentId: $parentId, name: "x", languageCode: "en-US" }) ${RESULT} }`,
    (t) => ({ parentId: t.organizationId }),
  ),
  graphql(
    'Mutation.updateOrganization',
    'administrator',
    `($id: ID!) { updateOrganization(input: { id: $id, patch: { languageCode: "fr-FR" } }) ${RESULT} }`,
    (t) => ({ id: t.childId }),
  ),
  graphql(
    'Mutation.deleteOrganization',
    'administrator',
    `($id: ID!) { deleteOrganization(input: { id: $id, deleteChildren: true }) ${RESULT} }`,
    (t) => ({ id: t.childId }),
    {
      fresh: makeChild,
    },
  ),
  graphql(
    'Mutation.rotateApiKey',
    'administrator',
    `($id: ID!) { rotateApiKey(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.childId }),
  ),
  graphql(
    'Mutation.deleteLogo',
    'administrator',
    `($id: ID!) { deleteLogo(input: { id: $id }) ${RESULT} }`,
    (t) => ({
      id: t.childId,
    }),
  ),
  graphql(
    'Mutation.createFolder',
    'writer',
    `($parentId: ID!) { createFolder(input: { parentId: $parentId, name: "x" }) ${RESULT} }`,
    (t) => ({
      parentId: t.folderId,
    }),
  ),
  graphql(
    'Mutation.updateFolder',
    'writer',
    `($id: ID!) { updateFolder(input: { id: $id, patch: { name: "x" } }) ${RESULT} }`,
    (t) => ({
      id: t.folderId,
    }),
  ),
  graphql(
    'Mutation.deleteFolder',
    'writer',
    `($id: ID!) { deleteFolder(input: { id: $id, deleteChildren: true }) ${RESULT} }`,
    (t) => ({ id: t.folderId }),
    {
      fresh: makeFolder,
    },
  ),

  rest('GET /api/nodes/:id?', 'reader', (t) => `/api/nodes/${t.zoneId}`),
  rest('PATCH /api/nodes/:id?', 'writer', (t) => ({ path: `/api/nodes/${t.folderId}`, json: { Name: 'x' } })),
  rest('GET /api/nodes/:id/nodes', 'reader', (t) => `/api/nodes/${t.folderId}/nodes`),
  rest('GET /api/nodes/:id/folders', 'reader', (t) => `/api/nodes/${t.organizationId}/folders`),
  rest('GET /api/nodes/:id/organizations', 'reader', (t) => `/api/nodes/${t.organizationId}/organizations`),
  rest('GET /api/nodes/:id/documents', 'reader', (t) => `/api/nodes/${t.folderId}/documents`),
  rest('GET /api/nodes/:id/images', 'reader', (t) => `/api/nodes/${t.documentId}/images`),
  rest('GET /api/nodes/:id/zones', 'reader', (t) => `/api/nodes/${t.imageId}/zones`),
  rest('GET /api/nodes/:id/path', 'reader', (t) => `/api/nodes/${t.zoneId}/path`),
  rest('GET /api/nodes/:id/titles', 'reader', (t) => `/api/nodes/${t.zoneId}/titles`),
  rest('GET /api/nodes/:id/actions', 'reader', (t) => `/api/nodes/${t.zoneId}/actions`),
  rest('GET /api/nodes/:id/icons', 'reader', (t) => `/api/nodes/${t.folderId}/icons?inherited=true`),
  rest('GET /api/nodes/:id/properties', 'reader', (t) => `/api/nodes/${t.folderId}/properties`),
  rest('POST /api/organizations', 'administrator', (t) => ({
    path: '/api/organizations',
    json: { ParentId: t.organizationId, Name: 'x', LanguageCode: 'en-US' },
  })),
  rest(
    'GET /api/organizations/:id?',
    'reader',
    (t) => `/api/organizations/${t.organizationId}?GetPicturesCount=true`,
  ),
  rest('GET /api/organizations/:id?', 'user', () => '/api/organizations'),
  rest('PUT /api/organizations/:id?', 'administrator', (t) => ({
    path: `/api/organizations/${t.childId}`,
    json: { ParentId: t.organizationId, Name: 'x', LanguageCode: 'en-US' },
  })),
  rest('PATCH /api/organizations/:id?', 'administrator', (t) => ({
    path: `/api/organizations/${t.childId}`,
    json: { Name: 'x' },
  })),
  rest(
    'POST /api/organizations/:id/ApiKey',
    'administrator',
    (t) => ({ path: `/api/organizations/${t.childId}/ApiKey` }),
    { fresh: makeChild },
  ),
  rest(
    'DELETE /api/organizations/:id?',
    'administrator',
    (t) => `/api/organizations/${t.childId}?deleteChildren=true`,
    {
      fresh: makeChild,
    },
  ),
  rest('DELETE /api/Logo/:id?', 'administrator', (t) => `/api/Logo/${t.childId}`),
  rest('POST /api/folders', 'writer', (t) => ({
    path: '/api/folders',
    json: { ParentId: t.folderId, Name: 'x' },
  })),
  rest('GET /api/folders/:id?', 'reader', (t) => `/api/folders/${t.folderId}`),
  rest('PUT /api/folders/:id?', 'writer', (t) => ({
    path: `/api/folders/${t.folderId}`,
    json: { ParentId: t.organizationId, Name: 'x' },
  })),
  rest('PATCH /api/folders/:id?', 'writer', (t) => ({
    path: `/api/folders/${t.folderId}`,
    json: { Name: 'x' },
  })),
  rest('DELETE /api/folders/:id?', 'writer', (t) => `/api/folders/${t.folderId}?deleteChildren=true`, {
    fresh: makeFolder,
  }),
];
