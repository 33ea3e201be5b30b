/** Titles, actions, languages, icons and properties. */
import { graphql, rest, RESULT, type SentFile } from '../row.js';
import { makeAction, makeFolder } from '../fresh.js';
import { makeIcon, makeProperty } from '../world.js';

const action = 'languageCode: "en-US", name: "x", target: { legacy: { source: "" } }';

/** @param tinyPicture a picture of at most 64 × 64 pixels */
export const contentRows = (tinyPicture: SentFile) => [
  graphql('Query.languages', 'user', '{ languages { code name } }'),
  ...(['setTitle', 'setDefaultTitle'] as const).map((name) =>
    graphql(
      `Mutation.${name}`,
      'writer',
      `($nodeId: ID!) { ${name}(input: { nodeId: $nodeId, languageCode: "en-US", value: "x" }) ${RESULT} }`,
      (t) => ({ nodeId: t.zoneId }),
    ),
  ),
  graphql(
    'Mutation.updateTitle',
    'writer',
    `($nodeId: ID!) { updateTitle(input: { nodeId: $nodeId, languageCode: "en-US", patch: { value: "x" } }) ${RESULT} }`,
    (t) => ({ nodeId: t.zoneId }),
  ),
  graphql(
    'Mutation.deleteTitle',
    'writer',
    `($nodeId: ID!) { deleteTitle(input: { nodeId: $nodeId, languageCode: "en-US" }) ${RESULT} }`,
    (t) => ({ nodeId: t.imageId }),
  ),
  graphql(
    'Mutation.createAction',
    'writer',
    `($nodeId: ID!) { createAction(input: { nodeId: $nodeId, ${action} }) ${RESULT} }`,
    (t) => ({
      nodeId: t.zoneId,
    }),
  ),
  graphql(
    'Mutation.updateAction',
    'writer',
    `($id: ID!) { updateAction(input: { id: $id, patch: { name: "x" } }) ${RESULT} }`,
    (t) => ({
      id: t.actionId,
    }),
  ),
  graphql(
    'Mutation.replaceAction',
    'writer',
    `($id: ID!, $nodeId: ID!) { replaceAction(input: { id: $id, nodeId: $nodeId, ${action} }) ${RESULT} }`,
    (t) => ({ id: t.actionId, nodeId: t.zoneId }),
  ),
  graphql(
    'Mutation.deleteAction',
    'writer',
    `($id: ID!) { deleteAction(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.actionId }),
    {
      fresh: makeAction,
    },
  ),
  graphql(
    'Mutation.addDocumentLanguage',
    'writer',
    `($id: ID!) { addDocumentLanguage(input: { documentId: $id, languageCode: "de-DE" }) ${RESULT} }`,
    (t) => ({ id: t.documentId }),
  ),
  graphql(
    'Mutation.removeDocumentLanguage',
    'writer',
    `($id: ID!) { removeDocumentLanguage(input: { documentId: $id, languageCode: "en-US" }) ${RESULT} }`,
    (t) => ({ id: t.documentId }),
    {
      // The default language stays.
      accepts: ['BAD_USER_INPUT'],
    },
  ),
  graphql(
    'Mutation.createIcon',
    'writer',
    `($nodeId: ID!, $file: Upload!) { createIcon(input: { nodeId: $nodeId, file: $file }) ${RESULT} }`,
    (t) => ({ nodeId: t.folderId }),
    {
      files: () => ({ file: tinyPicture }),
    },
  ),
  graphql(
    'Mutation.replaceIconFile',
    'writer',
    `($id: ID!, $file: Upload!) { replaceIconFile(input: { id: $id, file: $file }) ${RESULT} }`,
    (t) => ({ id: t.iconId }),
    {
      files: () => ({ file: tinyPicture }),
    },
  ),
  graphql(
    'Mutation.updateIcon',
    'writer',
    `($id: ID!) { updateIcon(input: { id: $id, patch: { name: "x" } }) ${RESULT} }`,
    (t) => ({
      id: t.iconId,
    }),
  ),
  graphql(
    'Mutation.deleteIcon',
    'writer',
    `($id: ID!) { deleteIcon(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.iconId }),
    {
      fresh: async (world) => ({ iconId: await makeIcon(world, world.target.folderId) }),
    },
  ),
  graphql(
    'Mutation.createProperty',
    'writer',
    `($nodeId: ID!) { createProperty(input: { nodeId: $nodeId, type: STYLE, name: "ActionStyle" }) ${RESULT} }`,
    (t) => ({ nodeId: t.folderId }),
    {
      fresh: makeFolder,
    },
  ),
  graphql(
    'Mutation.updateProperty',
    'writer',
    `($id: ID!) { updateProperty(input: { id: $id, patch: { value: "x" } }) ${RESULT} }`,
    (t) => ({
      id: t.propertyId,
    }),
  ),
  graphql(
    'Mutation.deleteProperty',
    'writer',
    `($id: ID!) { deleteProperty(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.propertyId }),
    {
      fresh: async (world) => {
        const { folderId } = await makeFolder(world);
        return { propertyId: await makeProperty(world, folderId) };
      },
    },
  ),
  graphql(
    'Mutation.setLogo',
    'administrator',
    `($id: ID!, $file: Upload!) { setLogo(input: { id: $id, file: $file }) ${RESULT} }`,
    (t) => ({ id: t.childId }),
    {
      files: () => ({ file: tinyPicture }),
    },
  ),

  graphql('Query.vCard', 'user', '($contact: ContactTargetInput!) { vCard(contact: $contact) }', () => ({
    contact: { lastName: 'x' },
  })),
  graphql('Query.vCalendar', 'user', '($event: EventTargetInput!) { vCalendar(event: $event) }', () => ({
    event: { start: '2026-01-01T10:00:00Z', end: '2026-01-01T11:00:00Z' },
  })),
  rest('GET /api/Languages', 'user', () => '/api/Languages'),
  rest('PUT /api/DocumentLanguages', 'writer', (t) => ({
    path: '/api/DocumentLanguages',
    json: { DocumentId: t.documentId, LanguageCode: 'it-IT' },
  })),
  rest('GET /api/DocumentLanguages', 'reader', (t) => `/api/DocumentLanguages?documentId=${t.documentId}`),
  rest(
    'DELETE /api/DocumentLanguages',
    'writer',
    (t) => `/api/DocumentLanguages?documentId=${t.documentId}&languageCode=en-US`,
    {
      accepts: [400],
    },
  ),
  rest('POST /api/titles', 'writer', (t) => ({
    path: '/api/titles',
    json: { NodeId: t.folderId, LanguageCode: 'en-US', Value: 'x' },
  })),
  rest('PUT /api/titles', 'writer', (t) => ({
    path: '/api/titles',
    json: { NodeId: t.zoneId, LanguageCode: 'en-US', Value: 'x' },
  })),
  rest('PATCH /api/titles', 'writer', (t) => ({
    path: '/api/titles',
    json: { NodeId: t.zoneId, LanguageCode: 'en-US', Value: 'x' },
  })),
  rest('GET /api/titles', 'reader', (t) => `/api/titles?nodeId=${t.zoneId}`),
  rest('GET /api/titles', 'reader', (t) => `/api/titles?nodeId=${t.zoneId}&languageCode=en-US`),
  rest('DELETE /api/titles', 'writer', (t) => `/api/titles?nodeId=${t.imageId}&languageCode=en-US`),
  rest('POST /api/actions', 'writer', (t) => ({
    path: '/api/actions',
    json: { NodeId: t.zoneId, LanguageCode: 'en-US', Name: 'x' },
  })),
  rest('GET /api/actions/:id?', 'reader', (t) => `/api/actions/${t.actionId}`),
  rest('GET /api/actions/:id?', 'reader', (t) => `/api/actions?nodeId=${t.zoneId}`),
  rest('PUT /api/actions/:id?', 'writer', (t) => ({
    path: '/api/actions',
    json: { Id: t.actionId, NodeId: t.zoneId, LanguageCode: 'en-US', Name: 'x' },
  })),
  rest('PATCH /api/actions/:id?', 'writer', (t) => ({
    path: `/api/actions/${t.actionId}`,
    json: { Name: 'x' },
  })),
  rest('DELETE /api/actions/:id?', 'writer', (t) => `/api/actions/${t.actionId}`, { fresh: makeAction }),
  rest('POST /api/actions/VCard', 'user', () => ({ path: '/api/actions/VCard', json: { LastName: 'x' } })),
  rest('POST /api/actions/VCalendar', 'user', () => ({
    path: '/api/actions/VCalendar',
    json: { Start: '2026-01-01T10:00:00Z', End: '2026-01-01T11:00:00Z' },
  })),
  rest('POST /api/Icons', 'writer', (t) => ({
    path: '/api/Icons',
    form: { icon: { NodeId: t.folderId }, file: tinyPicture },
  })),
  rest('GET /api/Icons/:id?', 'reader', (t) => `/api/Icons/${t.iconId}`),
  rest('GET /api/Icons/:id?', 'reader', (t) => `/api/Icons?nodeId=${t.folderId}&inherited=true`),
  rest('PUT /api/Icons/:id?', 'writer', (t) => ({
    path: `/api/Icons?iconId=${t.iconId}`,
    form: { file: tinyPicture },
  })),
  rest('PATCH /api/Icons/:id?', 'writer', (t) => ({ path: `/api/Icons/${t.iconId}`, json: { Name: 'x' } })),
  rest('DELETE /api/Icons/:id?', 'writer', (t) => `/api/Icons/${t.iconId}`, {
    fresh: async (world) => ({ iconId: await makeIcon(world, world.target.folderId) }),
  }),
  rest(
    'POST /api/Properties',
    'writer',
    (t) => ({
      path: '/api/Properties',
      json: { NodeId: t.folderId, Type: 'Style', Name: 'ActionStyle', Value: 'x' },
    }),
    { fresh: makeFolder },
  ),
  rest('GET /api/Properties/:id?', 'reader', (t) => `/api/Properties/${t.propertyId}`),
  rest('GET /api/Properties/:id?', 'reader', (t) => `/api/Properties?nodeId=${t.folderId}`),
  rest('PUT /api/Properties/:id?', 'writer', (t) => ({
    path: `/api/Properties/${t.propertyId}`,
    json: { Name: 'TitleStyle', Value: 'x' },
  })),
  rest('PATCH /api/Properties/:id?', 'writer', (t) => ({
    path: `/api/Properties/${t.propertyId}`,
    json: { Value: 'x' },
  })),
  rest('DELETE /api/Properties/:id?', 'writer', (t) => `/api/Properties/${t.propertyId}`, {
    fresh: async (world) => {
      const { folderId } = await makeFolder(world);
      return { propertyId: await makeProperty(world, folderId) };
    },
  }),
  rest('PUT /api/Logo/:id?', 'administrator', (t) => ({
    path: `/api/Logo/${t.childId}`,
    form: { file: tinyPicture },
  })),
  graphql(
    'Query.activationPlan',
    'writer',
    '($id: ID!) { activationPlan(documentId: $id) { pages } }',
    (t) => ({ id: t.documentId }),
  ),
];
