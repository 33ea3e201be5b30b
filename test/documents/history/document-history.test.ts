/** The history of a document: who changed what and when, and the way back to earlier texts and files of pages. */
import { describe, expect, it } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { useTestApp } from '../../kit/use-app.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { drawPicture, jpegPicture } from '../../kit/pictures.js';
import { MovableClock } from '../../kit/seed/seed-clock.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import type { SeededDocument, SeededUser } from '../../kit/seed/seed-user.js';
import { scan } from '../../rest/support/scans.js';
import { HISTORY, PREVIEW, RESTORE, useHistory } from './history-scene.js';

const clock = new MovableClock();
const loupe = useTestApp({ clock });
let organization: SeededOrganization;
let user: SeededUser;
let document: SeededDocument;
let pageId: string;
const { logInAnother, ask, done, historyOf, history, idAt, restore, textsOf } = useHistory(loupe, (scene) => {
  ({ organization, user, document, pageId } = scene);
});

const RESTORE_FILE = `mutation ($id: ID!) { done: restorePageFile(input: { changeId: $id }) {
  __typename ... on Image { id } ... on Problem { code message } } }`;

describe('the history of a document', () => {
  it('shows what going back would change, and changes nothing by that', async () => {
    await document.title('First', { nodeId: pageId });
    await document.title('Second', { nodeId: pageId });
    const preview = async (isBefore: boolean) =>
      memberOf(memberOf(await ask(PREVIEW, { id: await idAt(1), isBefore }), 'data'), 'textsToRestore');
    const one = { count: 1, leftOut: 0, changesLeftOut: 0 };
    const value = { kind: 'Title', field: 'value', before: 'Second' };
    expect(await preview(false)).toEqual({ ...one, changes: [{ ...value, after: 'First' }] });
    expect(await preview(true)).toEqual({ ...one, changes: [{ ...value, after: '' }] });
    expect((await textsOf(pageId)).titles).toEqual(['en-US Second']);
    expect(await ask(PREVIEW, { id: pageId })).toMatchObject({
      errors: [{ extensions: { code: 'NOT_FOUND' } }],
    });
  });

  it('says who changed what and when, the newest first, in parts', async () => {
    await document.title('First', { nodeId: pageId });
    await document.title('Second', { nodeId: pageId });
    await user.send('PATCH', `/api/documents/${document.id}`, { json: { Status: 'Inactive' } });
    expect(await history()).toMatchObject([
      { user: user.userName, operations: [{ operation: 'document:deactivate', elementType: 'Document' }] },
      {
        operations: [{ operation: 'title:write', elementType: 'Image', elementName: 'Page 1' }],
        changes: [{ kind: 'Title', field: 'value', languageCode: 'en-US', before: 'First', after: 'Second' }],
        hasTexts: true,
        earlierFile: null,
      },
      { changes: [{ before: '', after: 'First' }] },
    ]);
    const part = await historyOf({ first: 1, before: await idAt(0) });
    expect(part).toMatchObject({ hasMore: true, changes: [{ changes: [{ after: 'Second' }] }] });
    expect(await ask(HISTORY, { id: document.id, first: 0 })).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
    });
  });

  it('names who edited a document last, or made it, to those who may edit it', async () => {
    const editorFor = async (who = user) =>
      memberOf(
        memberOf(
          memberOf(
            await ask('query ($id: ID!) { document(id: $id) { lastEditor } }', { id: document.id }, who),
            'data',
          ),
          'document',
        ),
        'lastEditor',
      );
    expect(await editorFor()).toBe(user.userName);
    const colleague = await organization.user({ roles: ['Editor'] });
    const title = { NodeId: pageId, LanguageCode: 'en-US', Value: 'Theirs' };
    await colleague.send('PUT', '/api/Titles', { json: title });
    expect(await editorFor()).toBe(colleague.userName);
    expect(await editorFor(await organization.user({ roles: ['Viewer'] }))).toBeNull();
  });

  it('brings titles and actions back, which is a change itself and can be taken back', async () => {
    await document.title('Old', { nodeId: pageId });
    const actionId = await document.action({ nodeId: pageId, name: 'Shop' });
    const then = await textsOf(pageId);
    const version = await idAt(0);
    const long = JSON.stringify({
      Url: `https://loupe.example/${'x'.repeat(5000)}`,
      ContentType: 'text/html',
    });
    await user.send('PATCH', `/api/actions/${actionId}`, { json: { Type: 'URL', Content: long } });
    await user.send('DELETE', `/api/actions/${actionId}`);
    await document.action({ nodeId: pageId, name: 'New shop' });
    await document.title('New', { nodeId: pageId });
    const zoneId = await document.zone({ imageId: pageId });
    await document.title('Zone', { nodeId: zoneId });
    const last = { page: await textsOf(pageId), zone: await textsOf(zoneId) };
    const zones = async () => elementsOf(await user.send('GET', `/api/zones?imageId=${pageId}`));

    expect(await restore(version)).toMatchObject({
      changed: 4,
      leftOut: 0,
      undoId: expect.any(String) as unknown,
    });
    expect(await textsOf(pageId)).toEqual(then);
    expect(await zones()).toEqual([]);

    // What came back stands in the history like any other change: before it is where the texts were.
    expect(await restore(await idAt(0), true)).toMatchObject({ changed: 4, leftOut: 0 });
    expect({ page: await textsOf(pageId), zone: await textsOf(zoneId) }).toEqual(last);
    // Through an action that was deleted and came back meanwhile; its long content comes back whole.
    expect(await restore(version)).toMatchObject({ changed: 4 });
    expect(await textsOf(pageId)).toEqual(then);
    expect(await restore(version)).toMatchObject({ changed: 0, undoId: null });
  });

  it('remembers what a language had that was withdrawn, and what an import replaced', async () => {
    await document.title('Deutsch', { nodeId: pageId, languageCode: 'de-DE' });
    await document.action({ nodeId: pageId, name: 'Laden', languageCode: 'de-DE' });
    const then = await textsOf(pageId);
    await user.send('DELETE', `/api/DocumentLanguages?documentId=${document.id}&languageCode=de-DE`);
    expect((await textsOf(pageId)).actions).toEqual([]);
    const change = await idAt(0);
    expect(await restore(change, true)).toMatchObject({ changed: 3 });
    expect(await textsOf(pageId)).toEqual(then);

    await document.action({ nodeId: pageId, name: 'Stays', languageCode: 'de-DE' });
    const written = await textsOf(pageId);
    const path = '/services/Automation/Import';
    const file = {
      DefaultLanguage: 'en-US',
      Name: 'Imported',
      Titles: [{ LanguageCode: 'en-US', Value: 'Imported', Style: null }],
    };
    const json = { DocumentId: document.id, Json: JSON.stringify(file) };
    const { status } = await user.request('PUT', path, { json });
    expect(status).toBe(204);
    expect((await textsOf(pageId)).actions).toEqual([]);
    expect(await restore(await idAt(0), true)).toMatchObject({ leftOut: 0 });
    expect(await textsOf(pageId)).toEqual(written);
  });

  it('keeps many changes that were made at once as one', async () => {
    const mutation = `mutation ($changes: [ChangeInput!]!) { applyChanges(input: { changes: $changes }) { __typename ... on Problem { message } } }`;
    const changes = document.imageIds.map((nodeId) => ({
      setTitle: { nodeId, languageCode: 'en-US', value: 'Together' },
    }));
    await ask(mutation, { changes });
    expect(await history()).toMatchObject([{ changes: [{ after: 'Together' }, { after: 'Together' }] }]);
    const broken = [
      ...changes.map((each) => ({ setTitle: { ...each.setTitle, value: 'Never' } })),
      { deleteAction: pageId },
    ];
    await ask(mutation, { changes: broken });
    expect(await history()).toHaveLength(1);
  });

  it('leaves out what lay on pages that are gone, and says how much', async () => {
    const [, second = ''] = document.imageIds;
    await document.title('A', { nodeId: second });
    const version = await idAt(0);
    await document.title('B', { nodeId: second });
    await document.title('C', { nodeId: pageId });
    await user.send('DELETE', `/api/images/${second}`);
    expect((await history())[0]).toMatchObject({
      operations: [{ operation: 'image:delete', elementType: 'Image' }],
    });
    expect(await restore(version)).toMatchObject({ changed: 1, leftOut: 1 });
    expect((await textsOf(pageId)).titles).toEqual(['en-US ']);
  });

  it('is there for editors of the document alone', async () => {
    await document.title('Mine', { nodeId: pageId });
    const change = await idAt(0);
    const stranger = await (await seed(loupe).organization()).user();
    const viewer = await organization.user({ roles: ['Viewer'] });
    for (const [who, code] of [
      [stranger, 'NOT_FOUND'],
      [viewer, 'FORBIDDEN'],
    ] as const) {
      expect(done(await ask(RESTORE, { id: change, isBefore: true }, who))).toMatchObject({ code });
      expect(done(await ask(RESTORE_FILE, { id: change }, who))).toMatchObject({ code });
    }
    expect(await ask(HISTORY, { id: document.id }, viewer)).toMatchObject({
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
    expect(await restore('no-id')).toMatchObject({ code: 'NOT_FOUND' });
    expect((await textsOf(pageId)).titles).toEqual(['en-US Mine']);
  });

  it('keeps the newest changes of a document, and goes with it', async () => {
    const { database } = loupe.app.services;
    const count = async () => {
      const sql = 'select count(*) as n from document_change where document_id = ?';
      const [row] = await database.readInThread<{ readonly n: number | string }>(sql, [document.id]);
      return Number(row?.n);
    };
    const big = (letter: string) =>
      JSON.stringify({ Url: `https://loupe.example/${letter.repeat(190_000)}`, ContentType: 'text/html' });
    const actionId = await document.action({ nodeId: pageId });
    for (const letter of 'abcdefghijklmnop') {
      await user.send('PATCH', `/api/actions/${actionId}`, { json: { Type: 'URL', Content: big(letter) } });
    }
    // Each says what was there and what is there now; four million characters are kept.
    expect(await count()).toBe(10);
    const [last] = (await history()).slice(-1);
    expect(await restore(textMember(last, 'id'), true)).toMatchObject({ changed: 1 });
    expect((await textsOf(pageId)).actions).toEqual([expect.stringContaining('fff') as unknown]);
    await user.send('DELETE', `/api/documents/${document.id}`);
    await user.send('DELETE', `/api/Trash/${document.id}`);
    expect(await count()).toBe(0);
  });
});

describe('the earlier file of a page', () => {
  const photoOf = async (from: number) => drawPicture(from).resize(440).jpeg({ quality: 80 }).toBuffer();
  async function replace(from: number): Promise<void> {
    const form = new FormData();
    form.append('document', '{}');
    form.append('file', new Blob([new Uint8Array(await jpegPicture(from))]), 'x.jpg');
    expect((await user.request('PUT', `/api/images/${pageId}/file`, { form })).status).toBeLessThan(300);
  }

  it('comes back with its zones cut again, is found again, and leads forth again', async () => {
    await document.action({ nodeId: pageId, name: 'Read' });
    await user.send('PATCH', `/api/documents/${document.id}`, { json: { Status: 'Active' } });
    await replace(21);
    expect((await scan(loupe, organization.apiKey, await photoOf(11))).image).toBeNull();
    const [change] = await history();
    expect(change).toMatchObject({ operations: [{ operation: 'image:replace' }], earlierFile: { pageId } });
    expect(done(await ask(RESTORE_FILE, { id: textMember(change, 'id') }))).toEqual({
      __typename: 'Image',
      id: pageId,
    });
    expect((await scan(loupe, organization.apiKey, await photoOf(11))).image).not.toBeNull();
    expect(done(await ask(RESTORE_FILE, { id: await idAt(0) }))).toMatchObject({ __typename: 'Image' });
    expect((await scan(loupe, organization.apiKey, await photoOf(21))).image).not.toBeNull();
  });

  it('is seen in the history as a small picture for as long as it is kept', async () => {
    const pictureOf = async () => {
      const query = 'query ($id: ID!) { node(id: $id) { ... on Image { smallThumbnailUrl } } }';
      const node = memberOf(memberOf(await ask(query, { id: pageId }), 'data'), 'node');
      return Buffer.from(await (await fetch(textMember(node, 'smallThumbnailUrl'))).arrayBuffer());
    };
    const before = await pictureOf();
    await replace(21);
    const url = textMember(memberOf((await history())[0], 'earlierFile'), 'thumbnailUrl');
    const kept = await fetch(url);
    expect(kept.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await kept.arrayBuffer())).toEqual(before);
    expect(await pictureOf()).not.toEqual(before);
    const files = elementsOf(await user.send('GET', `/api/documents/${document.id}/files`));
    expect(JSON.stringify(files)).not.toContain(url.split('/').at(-1));
    clock.forward({ days: 31 });
    await loupe.app.services.documentHistory.purgeOld();
    expect((await fetch(url)).status).toBe(404);
  });

  it('is kept five times a page and as long as the trash, in no list', async () => {
    for (const from of [21, 22, 23, 24, 25, 26]) await replace(from);
    const kept = (await history()).filter((change) => memberOf(change, 'earlierFile') !== null);
    expect(kept).toHaveLength(5);
    const files = elementsOf(await user.send('GET', `/api/documents/${document.id}/files`));
    expect(files.map((file) => textMember(file, 'Type'))).not.toContain('Earlier');
    const { documentHistory } = loupe.app.services;
    clock.forward({ days: 29 });
    expect(await documentHistory.purgeOld()).toBe(0);
    clock.forward({ days: 2 });
    expect(await documentHistory.purgeOld()).toBeGreaterThanOrEqual(5);
    await logInAnother();
    expect(done(await ask(RESTORE_FILE, { id: await idAt(0) }))).toMatchObject({ code: 'CONFLICT' });
    const reports = await loupe.app.services.verification.verify(operator);
    expect(JSON.stringify(reports)).not.toContain(document.id);
  });
});
