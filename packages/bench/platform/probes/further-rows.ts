/** Calls that the table of who may do what cannot make, since they need a code, a key or a place inside of something. */
import { engineOperations } from '../../../../src/rest/engine-v2/register.js';
import { graphql, rest, RESULT, type Row, type SentFile } from '../../../../test/access/row.js';
import type { Target } from '../../../../test/access/target.js';
import type { Tenant } from './probe-tenants.js';

/** @param own the tenant whose codes and keys everybody has who asks */
export function furtherRows(own: Tenant, picture: SentFile): readonly Row[] {
  return [...insideRows, ...guestRows(own), ...toolRows, ...engineRows(own, picture)];
}

const inside = (name: string, query: string, variables: (t: Target) => Readonly<Record<string, unknown>>) =>
  rest(`POST inside ${name}`, 'anybody', (t) => ({
    path: '/graphql',
    headers: { 'graphql-require-preflight': '1' },
    json: { query, variables: variables(t) },
  }));

/** Fields with an argument of their own that is an id. */
const insideRows: readonly Row[] = [
  ...(
    [
      ['palette', 'palette(ids: [$other]) { __typename }'],
      ['reference', 'reference(id: $other) { __typename }'],
      ['referenceColors', 'referenceColors(id: $other) { __typename }'],
      ['referenceDna', 'referenceDna(id: $other)'],
    ] as const
  ).map(([name, field]) =>
    inside(
      `Application.${name}`,
      `query ($id: ID!, $other: ID!) { application(id: $id) { ${field} } }`,
      (t) => ({ id: t.applicationId, other: t.referenceId }),
    ),
  ),
  inside(
    'Application.referenceImport',
    'query ($id: ID!, $other: ID!) { application(id: $id) { referenceImport(id: $other) { __typename } } }',
    (t) => ({ id: t.applicationId, other: t.importId }),
  ),
  inside(
    'Document.comments',
    'query ($id: ID!, $other: ID) { document(id: $id) { comments(elementId: $other) { totalCount nodes { comments { text } } } } }',
    (t) => ({ id: t.documentId, other: t.zoneId }),
  ),
  inside(
    'Document.history',
    'query ($id: ID!, $other: ID) { document(id: $id) { history(before: $other) { __typename } } }',
    (t) => ({ id: t.documentId, other: t.changeId }),
  ),
  inside(
    'Document.proposals',
    'query ($id: ID!, $other: ID) { document(id: $id) { proposals(pageId: $other) { nodes { id } } } }',
    (t) => ({ id: t.documentId, other: t.imageId }),
  ),
  inside(
    'Organization.operations',
    'query ($id: ID!, $other: ID) { organization(id: $id) { operations(elementId: $other) { nodes { user operation } } } }',
    (t) => ({ id: t.organizationId, other: t.documentId }),
  ),
  inside(
    'Organization.recordedEvents',
    'query ($id: ID!, $other: ID) { organization(id: $id) { recordedEvents(documentId: $other) { __typename } } }',
    (t) => ({ id: t.organizationId, other: t.documentId }),
  ),
];

function guestRows({ guest: { code, guestKey, comparisonCode } }: Tenant): readonly Row[] {
  const shared = { code, guestKey, text: 'x' };
  return [
    inside(
      'SharedPreview.readerPreview',
      `query ($code: String!, $other: ID!) {
        sharedPreview(code: $code) {
          name comments { comments { text } } pages { __typename }
          readerPreview(elementId: $other, inDraft: true) { __typename }
        }
      }`,
      (t) => ({ code, other: t.imageId }),
    ),
    graphql(
      'Mutation.commentOnSharedPreview',
      'anybody',
      `($input: CommentOnSharedPreviewInput!) { commentOnSharedPreview(input: $input) ${RESULT} }`,
      (t) => ({ input: { ...shared, elementId: t.imageId } }),
    ),
    graphql(
      'Mutation.replyOnSharedPreview',
      'anybody',
      `($input: ReplyOnSharedPreviewInput!) { replyOnSharedPreview(input: $input) ${RESULT} }`,
      (t) => ({ input: { ...shared, threadId: t.threadId } }),
    ),
    inside(
      'Query.sharedComparison',
      'query ($code: String!) { sharedComparison(code: $code) { __typename } }',
      () => ({ code: comparisonCode }),
    ),
  ];
}

const tool = (name: string, args: (t: Target) => object) =>
  rest(`POST tool ${name}`, 'anybody', (t) => ({
    path: '/mcp',
    headers: { accept: 'application/json, text/event-stream' },
    json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args(t) } },
  }));

const toolRows: readonly Row[] = [
  tool('search', () => ({ text: 'zaunkoenig' })),
  tool('list_documents', (t) => ({ placeId: t.folderId })),
  tool('get_document', (t) => ({ documentId: t.documentId })),
  tool('get_page', (t) => ({ pageId: t.imageId })),
  tool('preview', (t) => ({ elementId: t.zoneId })),
  tool('get_draft', (t) => ({ documentId: t.documentId })),
  tool('list_proposals', (t) => ({ documentId: t.documentId, pageId: t.imageId })),
  tool('set_draft_titles', (t) => ({
    documentId: t.documentId,
    titles: [{ elementId: t.zoneId, languageCode: 'en-US', value: 'x' }],
  })),
  tool('create_draft_actions', (t) => ({
    documentId: t.documentId,
    actions: [
      { elementId: t.zoneId, languageCode: 'en-US', name: 'x', target: { url: 'https://x.example' } },
    ],
  })),
  tool('update_draft_actions', (t) => ({
    documentId: t.documentId,
    actions: [{ actionId: t.actionId, name: 'x' }],
  })),
  tool('accept_proposals', (t) => ({ documentId: t.documentId, ids: [t.threadId] })),
  tool('statistics', (t) => ({ elementId: t.documentId })),
];

function engineRows({ engineKey }: Tenant, picture: SentFile): readonly Row[] {
  // References are added under ids of the caller's own choice.
  const others = engineOperations.filter(({ name }) => name !== 'AddImage');
  return others.flatMap(({ name, families }) =>
    families.map((family) =>
      rest(`POST engine${family} ${name}`, 'anybody', (t) => ({
        path: `/api/v2.0/engine${family}/json/${name}?${new URLSearchParams({
          application_key: engineKey,
          image_id: t.referenceId,
          colors: '255,0,0-50',
        }).toString()}`,
        form: { image_content: picture },
      })),
    ),
  );
}
