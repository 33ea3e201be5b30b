/** Rules of addresses through GraphQL, drafts, publishing, undo, files, tables and REST. */
import { expect, test } from 'vitest';
import { memberOf, textMember } from '../../kit/json.js';
import { draftBench } from './draft-bench.js';

const bench = draftBench();
const RULES = 'iOS,Android https://loupe.example/app 30%=B https://loupe.example/b';
const GIVEN = [
  { platform: { platforms: ['IOS', 'ANDROID'], url: 'https://loupe.example/app' } },
  { share: { percent: 30, url: 'https://loupe.example/b' } },
];
const ANSWERED = [
  { platforms: ['IOS', 'ANDROID'], percent: null, variant: null, url: 'https://loupe.example/app' },
  { platforms: [], percent: 30, variant: 'B', url: 'https://loupe.example/b' },
];

const rulesNow = async () => {
  const answer = await bench.ask(
    `query ($id: ID!) { node(id: $id) { ... on Image { actions { rules { platforms percent variant url } } } } }`,
    { id: bench.pageId },
  );
  return memberOf(memberOf(memberOf(answer, 'data'), 'node'), 'actions');
};
const action = async () => {
  const viewer = await bench.user.viewer();
  const { id } = await bench.loupe.app.services.actions.create(viewer, {
    ...{ nodeId: bench.pageId, languageCode: 'en-US', name: 'Read', type: 'URL' },
    content: '{"Url":"https://loupe.example/"}',
  });
  return id;
};
const update = async (id: string, rules: unknown) =>
  bench.mutate(
    'updateAction(input: { id: $id, patch: { rules: $rules } })',
    '$id: ID!, $rules: [AddressRuleInput!]',
    '... on Action { id comparison { leader isDecided differenceLow addresses { variant percent sessions low high } } }',
    { id, rules },
  );
const send = async (method: string, path: string, json?: object) =>
  bench.user.send(method, path, json === undefined ? {} : { json });

test('GraphQL sets, answers, compares and removes rules, and refuses wrong ones', async () => {
  const id = await action();
  expect(await update(id, GIVEN)).toMatchObject({
    comparison: {
      leader: null,
      isDecided: false,
      addresses: [
        { variant: 'A', percent: 70, sessions: 0, low: 0, high: 1 },
        { variant: 'B', percent: 30, sessions: 0 },
      ],
    },
  });
  expect(await rulesNow()).toEqual([{ rules: ANSWERED }]);
  const one = [{ share: { percent: 50, url: 'https://loupe.example/' } }];
  expect(await update(id, one)).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: 'rules' }] });
  expect(await update(id, null)).toMatchObject({ comparison: null });
  expect(await rulesNow()).toEqual([{ rules: [] }]);
});

test('a draft holds rules, publishing puts them in force, and undo takes them back', async () => {
  const id = await action();
  await bench.start();
  const edited = await bench.edit([{ change: { updateAction: { id, patch: { rules: GIVEN } } } }]);
  expect(memberOf(edited, 'draft')).toMatchObject({ changeCount: 1 });
  expect(await bench.changesOf()).toContainEqual(
    expect.objectContaining({
      changes: [{ kind: 'Action', field: 'rules', before: null, after: RULES }],
    }),
  );
  expect(await rulesNow()).toEqual([{ rules: [] }]);
  const published = await bench.publish();
  expect(await rulesNow()).toEqual([{ rules: ANSWERED }]);
  await bench.mutate('undoTextChange(input: { id: $id })', '$id: ID!', '... on Done { __typename }', {
    id: textMember(published, 'undoId'),
  });
  expect(await rulesNow()).toEqual([{ rules: [] }]);
});

test('files and tables carry rules there and back, and refuse wrong ones with their member', async () => {
  const id = await action();
  await send('PATCH', `/api/Actions/${id}`, { Rules: RULES });
  expect(await send('GET', `/api/Actions/${id}`)).toMatchObject({ Rules: RULES });
  const before = await rulesNow();
  for (const format of ['Json', 'Xml']) {
    const path = `/services/Automation/Export?documentId=${bench.document.id}&format=${format.toLowerCase()}`;
    const file = textMember(await send('GET', path), format);
    await send('PUT', '/services/Automation/Import', {
      DocumentId: bench.document.id,
      [format]: file.replace(RULES, ''),
    });
    expect(await rulesNow()).not.toEqual(before);
    await send('PUT', '/services/Automation/Import', { DocumentId: bench.document.id, [format]: file });
    expect(await rulesNow()).toEqual(before);
    const refused = await bench.user.request('PUT', '/services/Automation/Import', {
      json: { DocumentId: bench.document.id, [format]: file.replace('30%=B', '100%=B') },
    });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('Rules')]);
  }
});

test('the table of actions changes rules, and leaves them where it has no such column', async () => {
  const id = await action();
  const table = async (head: string, end: string) => {
    const row = `${id},${bench.pageId},en-US,Read,URL,https://loupe.example/${end}`;
    const form = new FormData();
    const csv = `ActionId,ElementId,LanguageCode,Name,Type,Address${head}\n${row}\n`;
    form.append('file', new Blob([csv], { type: 'text/csv' }), 'actions.csv');
    await bench.user.send('PUT', `/services/Automation/Spreadsheet?documentId=${bench.document.id}`, {
      form,
    });
  };
  await table(',Rules', `,"${RULES}"`);
  expect(await rulesNow()).toEqual([{ rules: ANSWERED }]);
  await table('', 'new');
  expect(await rulesNow()).toEqual([{ rules: ANSWERED }]);
  await table(',Rules', 'new,');
  expect(await rulesNow()).toEqual([{ rules: [] }]);
});
