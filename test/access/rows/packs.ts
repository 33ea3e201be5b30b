/** Packs: pages that phones recognize without a network. */
import { newRandomId } from '../../../src/kernel/ids.js';
import { makeDocument } from '../fresh.js';
import { makePack } from '../packs.js';
import { graphql, rest, RESULT } from '../row.js';

export const packRows = [
  graphql('Query.pack', 'reader', '($id: ID!) { pack(id: $id) { elementId url(key: "x") } }', (t) => ({
    id: t.packId,
  })),
  graphql('Query.draftPack', 'reader', '($id: ID!) { draftPack(documentId: $id) { pageCount } }', (t) => ({
    id: t.documentId,
  })),
  graphql(
    'Subscription.packProgress',
    'reader',
    '($id: ID!) { packProgress(id: $id) { elementId progress } }',
    (t) => ({ id: t.packId }),
  ),
  graphql(
    'Mutation.createPack',
    'writer',
    `($id: ID!) { createPack(input: { elementId: $id }) ${RESULT} }`,
    (t) => ({ id: t.documentId }),
  ),
  graphql(
    'Mutation.remakePack',
    'writer',
    `($id: ID!) { remakePack(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.packId }),
    { fresh: async (world) => ({ packId: await makePack(world, (await makeDocument(world)).documentId) }) },
  ),
  graphql(
    'Mutation.revokePack',
    'writer',
    `($id: ID!) { revokePack(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.packId }),
    { fresh: async (world) => ({ packId: await makePack(world, (await makeDocument(world)).documentId) }) },
  ),
  graphql(
    'Mutation.recordPackUses',
    'keyHolder',
    `($id: ID!, $page: ID!, $use: ID!, $at: DateTime!) {
      recordPackUses(input: {
        packId: $id, uses: [{ id: $use, at: $at, elementId: $page, languageCode: "en-US", sessionId: "s" }]
      }) ${RESULT}
    }`,
    (t) => ({ id: t.packId, page: t.imageId, use: newRandomId(), at: new Date().toISOString() }),
    { but: { publishableKey: 'ok' } },
  ),
  rest('GET /services/Packs', 'reader', (t) => `/services/Packs?elementId=${t.documentId}`),
  rest('POST /services/Packs', 'writer', (t) => ({
    path: '/services/Packs',
    json: { ElementId: t.documentId },
  })),
  rest('GET /services/Packs/Draft', 'reader', (t) => `/services/Packs/Draft?documentId=${t.documentId}`),
  rest('GET /services/Packs/:id', 'reader', (t) => `/services/Packs/${t.packId}`),
  rest('PUT /services/Packs/:id/Remake', 'writer', (t) => ({ path: `/services/Packs/${t.packId}/Remake` }), {
    fresh: async (world) => ({ packId: await makePack(world, (await makeDocument(world)).documentId) }),
  }),
  rest('DELETE /services/Packs/:id', 'writer', (t) => `/services/Packs/${t.packId}`, {
    fresh: async (world) => ({ packId: await makePack(world, (await makeDocument(world)).documentId) }),
  }),
  // Without a publishable key.
  rest('GET /packs/:key/:id', 'anybody', (t) => `/packs/pk_nobody/${t.packId}`, { accepts: [404] }),
  rest('GET /packs/engine', 'anybody', () => '/packs/engine'),
  rest('GET /packs/engine/:name', 'anybody', () => '/packs/engine/vocabulary.bin'),
];
