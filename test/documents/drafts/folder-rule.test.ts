/** The rule of a folder that somebody else approves what readers get of the documents in it. */
import { beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { textMember } from '../../kit/json.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { seed } from '../../kit/seed.js';
import { MovableClock } from '../../kit/seed/seed-clock.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { draftBench } from './draft-bench.js';
import { reviewCalls } from './review-calls.js';

const clock = new MovableClock();
const bench = draftBench({ clock });
let editor: SeededUser;
let colleague: SeededUser;
/** A folder around that of the document, and one beside it. */
let outer: string;
let beside: string;
const { ask, draftOf, approve, title } = reviewCalls(bench, () => colleague);
const needed = { code: 'APPROVAL_NEEDED' };

const RULE = 'folderId needsApproval isInherited inheritedFrom { name }';
const demand = async (folderId: string, needsApproval: boolean, who = bench.user) =>
  bench.mutate(
    'updateFolderPublishingRule(input: { folderId: $folderId, needsApproval: $needsApproval })',
    '$folderId: ID!, $needsApproval: Boolean!',
    `... on FolderPublishingRule { ${RULE} }`,
    { folderId, needsApproval },
    who,
  );
const direct = async (value: string, who = editor, nodeId = bench.pageId) =>
  who.request('PUT', '/api/Titles', { json: { NodeId: nodeId, LanguageCode: 'en-US', Value: value } });
const move = async (id: string, parentId: string, who = editor, kind = 'Folder') =>
  bench.mutate(
    `update${kind}(input: { id: $id, patch: { parentId: $parentId } })`,
    '$id: ID!, $parentId: ID!',
    '__typename',
    { id, parentId },
    who,
  );
const folderOfDocument = async () => {
  const { documents } = bench.loupe.app.services;
  return (await documents.get(operator, bench.document.id)).parentId ?? '';
};
let inner: string;

beforeEach(async () => {
  clock.to('2026-12-23T12:00:00Z');
  await bench.begin();
  [editor, colleague] = [
    await bench.organization.user({ roles: ['Editor'] }),
    await bench.organization.user({ roles: ['Editor'] }),
  ];
  outer = (await bench.user.folder({ name: 'Menus' })).id;
  beside = (await bench.user.folder({ name: 'Beside' })).id;
  inner = await folderOfDocument();
  await move(inner, outer);
});

test('documents in a folder with the rule, and in its folders, obey it, and others do not', async () => {
  expect(await demand(outer, true)).toEqual({
    ...{ folderId: outer, needsApproval: true, isInherited: false, inheritedFrom: null },
  });
  const rule = await bench.ask(`query ($id: ID!) { folderPublishingRule(folderId: $id) { ${RULE} } }`, {
    id: inner,
  });
  expect(rule).toMatchObject({
    data: {
      folderPublishingRule: {
        needsApproval: false,
        isInherited: true,
        inheritedFrom: { name: 'Menus' },
      },
    },
  });
  expect((await direct('Past')).status).toBe(403);
  expect(await title()).toBe('Spring');
  await bench.start(editor);
  await bench.edit([bench.titled('Winter')], editor);
  expect(await bench.publish(null, editor)).toMatchObject(needed);
  await ask(editor);
  expect(await approve(editor)).toMatchObject({ code: 'FORBIDDEN' });
  await approve();
  expect(await bench.publish(null, editor)).toEqual({ changed: 1, undoId: null });
  expect(await title()).toBe('Winter');
  expect(await demand(outer, false)).toMatchObject({ needsApproval: false });
  expect((await direct('Direct')).status).toBe(204);
});

test('an administrator sets it and takes it away, which stands in the log; others may not', async () => {
  expect(await demand(outer, true, editor)).toMatchObject({ code: 'FORBIDDEN' });
  await demand(outer, true);
  await demand(outer, true);
  await demand(outer, false);
  const entries = await bench.loupe.app.services.operations.list(operator, {
    organizationId: bench.organization.id,
    operation: 'folder:publishingRule',
  });
  expect(entries.map(({ changes }) => changes[0]?.after)).toEqual(['false', 'true']);
  const other = await (await seed(bench.loupe).organization()).user();
  expect(await demand(outer, true, other)).toMatchObject({ code: 'NOT_FOUND' });
  expect(await demand(bench.document.id, true)).toMatchObject({ code: 'NOT_FOUND' });
});

test('a rule under which nobody could publish is refused', async () => {
  const alone = await (await seed(bench.loupe).organization()).user();
  const { id } = await alone.folder();
  expect(await demand(id, true, alone)).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('fewer than two active users') as unknown,
  });
});

describe('with the rule', () => {
  beforeEach(async () => {
    await demand(outer, true);
  });

  test('an active document leaves it by an administrator alone, also in its folder and by the trash', async () => {
    const { id } = bench.document;
    const { documents, trash } = bench.loupe.app.services;
    expect(await move(id, beside, editor, 'Document')).toMatchObject(needed);
    expect(await move(inner, beside)).toMatchObject({
      ...needed,
      message: expect.stringContaining('Ask an administrator') as unknown,
    });
    expect(
      (await editor.request('PATCH', `/api/documents/${id}`, { json: { ParentId: beside } })).status,
    ).toBe(403);
    const viewer = await editor.viewer();
    await documents.delete(viewer, id);
    await expect(trash.restore(viewer, id, { parentId: beside })).rejects.toMatchObject(needed);
    await trash.restore(viewer, id);
    expect(await folderOfDocument()).toBe(inner);
    // Within the rule it goes where it likes.
    expect(await move(id, outer, editor, 'Document')).toEqual({ __typename: 'Document' });
    expect(await move(id, beside, bench.user, 'Document')).toEqual({ __typename: 'Document' });
    expect((await direct('Outside')).status).toBe(204);
    expect(await move(id, inner, editor, 'Document')).toEqual({ __typename: 'Document' });
    expect((await direct('Inside')).status).toBe(403);
  });

  test('a folder takes its own rule along, and inactive documents go freely', async () => {
    await demand(inner, true);
    expect(await move(inner, beside)).toEqual({ __typename: 'Folder' });
    expect((await direct('Past')).status).toBe(403);
    const { documents } = bench.loupe.app.services;
    await documents.patch(await editor.viewer(), bench.document.id, { status: 'Inactive' });
    expect(await move(bench.document.id, beside, editor, 'Document')).toEqual({ __typename: 'Document' });
  });

  test('programs and imports obey it', async () => {
    const { machineTokens, changes, spreadsheets } = bench.loupe.app.services;
    const made = await machineTokens.create(await bench.user.viewer(), {
      ...{ placeId: inner, name: 'Content system', scopes: ['content:write'] },
    });
    const put = await fetch(`${bench.loupe.url}/api/Titles`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${made.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ NodeId: bench.pageId, LanguageCode: 'en-US', Value: 'Program' }),
    });
    expect(put.status).toBe(403);
    const rule = await fetch(`${bench.loupe.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `query ($id: ID!) { folderPublishingRule(folderId: $id) { isInherited inheritedFrom { name } } }`,
        variables: { id: inner },
      }),
    });
    // The token does not reach what is above its place.
    expect(await rule.json()).toMatchObject({
      data: { folderPublishingRule: { isInherited: true, inheritedFrom: null } },
    });
    const viewer = await editor.viewer();
    const setTitle = { nodeId: bench.pageId, languageCode: 'en-US', value: 'Past' };
    await expect(changes.apply(viewer, [{ setTitle }])).rejects.toMatchObject(needed);
    const sheet = Buffer.from(`ElementId,LanguageCode,Value\n${bench.pageId},en-US,Past\n`);
    await expect(spreadsheets.import(viewer, bench.document.id, sheet)).rejects.toMatchObject(needed);
    expect(await title()).toBe('Spring');
  });

  test('a document that is imported again as JSON or XML obeys it, with all that the file holds', async () => {
    const { exchange, documentHistory } = bench.loupe.app.services;
    const viewer = await editor.viewer();
    const { id } = bench.document;
    const historyOf = async () => documentHistory.list(operator, id, { before: null, first: 50 });
    const [before, wrote] = [await historyOf(), await exchange.export(viewer, id)];
    const changed = (text: string | null) => (text ?? '').replaceAll('Spring', 'Past');
    expect(changed(wrote.json)).not.toBe(wrote.json);
    for (const texts of [
      { json: changed(wrote.json), xml: null },
      { json: null, xml: changed(wrote.xml) },
    ]) {
      await expect(exchange.import(viewer, id, texts)).rejects.toMatchObject(needed);
      await expect(exchange.import(operator, id, texts)).rejects.toMatchObject(needed);
    }
    expect(await historyOf()).toEqual(before);
    expect(await title()).toBe('Spring');
    // A file that says what is there changes nothing.
    await exchange.import(viewer, id, { json: wrote.json, xml: null });
    expect(await title()).toBe('Spring');
  });

  test('a document that an import makes is set up freely, and who activates it is in the log', async () => {
    const { loupe, document, organization } = bench;
    const viewer = await editor.viewer();
    const { fullImport, exchange, uploads, operations } = loupe.app.services;
    const { json } = await exchange.export(viewer, document.id);
    const written = (title: string) => ({ json: (json ?? '').replaceAll('Spring', title), xml: null });
    const file = await uploads.receiveBytes(await newPdf([96, 97]), { maxBytes: 1e7 });
    const texts = written('Summer');
    const made = await fullImport.run(viewer, { place: inner, texts, activate: true }, file);
    expect(made.status).toBe('Active');
    const [entry] = await operations.list(operator, { organizationId: organization.id });
    expect(entry).toMatchObject({ operation: 'document:activate' });
    await expect(exchange.import(viewer, made.id, written('Past'))).rejects.toMatchObject(needed);
  });
});

test('drafts that are open and dated when the rule comes wait for an approval', async () => {
  await bench.start(editor);
  await bench.edit([bench.titled('Winter')], editor);
  const { draftSchedule } = bench.loupe.app.services;
  const viewer = await editor.viewer();
  await draftSchedule.set(viewer, bench.document.id, '2026-12-24T00:00:00Z');
  await demand(outer, true);
  clock.to('2026-12-24T00:00:00Z');
  expect(await draftSchedule.publishDue()).toBe(0);
  expect(textMember(await draftOf(), 'publishStopped')).toContain('Ask for a review');
  expect(await title()).toBe('Spring');
  await ask(editor);
  await approve();
  await draftSchedule.set(viewer, bench.document.id, '2026-12-25T00:00:00Z');
  clock.to('2026-12-25T00:00:00Z');
  expect(await draftSchedule.publishDue()).toBe(1);
  expect(await title()).toBe('Winter');
});
