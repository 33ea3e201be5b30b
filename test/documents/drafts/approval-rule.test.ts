/** The rule of an organization that somebody else approves what readers get. */
import { beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { GraphqlClient } from '../../graphql/support.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { textMember } from '../../kit/json.js';
import { seed } from '../../kit/seed.js';
import { MovableClock } from '../../kit/seed/seed-clock.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { draftBench, UPPER_LEFT } from './draft-bench.js';
import { reviewCalls } from './review-calls.js';

const clock = new MovableClock();
const bench = draftBench({ clock });
let colleague: SeededUser;
const { ask, draftOf, approve, refuse, demand, title } = reviewCalls(bench, () => colleague);

beforeEach(async () => {
  clock.to('2026-12-23T12:00:00Z');
  await bench.begin();
  colleague = await bench.organization.user({ roles: ['Editor'] });
  await bench.start();
  await bench.edit([bench.titled('Winter')]);
});

describe('with the rule that drafts need an approval', () => {
  beforeEach(async () => {
    expect(await demand(true)).toMatchObject({ needsApproval: true });
  });
  const needed = (what: string) => ({
    code: 'APPROVAL_NEEDED',
    message: expect.stringContaining(what) as unknown,
  });

  test('a draft is published when a colleague has approved it as it is, and not before', async () => {
    expect(await bench.publish()).toMatchObject(needed('Ask for a review'));
    await ask();
    expect(await bench.publish()).toMatchObject(needed('is still open'));
    await refuse('No.');
    expect(await bench.publish()).toMatchObject(needed('refused the draft'));
    await ask();
    await approve();
    await bench.edit([bench.titled('Late winter')]);
    expect(await bench.publish()).toMatchObject(needed('changed after it was approved'));
    expect(await title()).toBe('Spring');
    await ask();
    await approve();
    expect(await bench.publish()).toEqual({ changed: 1, undoId: null });
    expect(await title()).toBe('Late winter');
  });

  test('what readers get of an active document is not changed past the draft', async () => {
    const { user, pageId, document } = bench;
    await demand(false);
    await bench.publish();
    await bench.start();
    await bench.edit([bench.titled('Spring')]);
    const undoId = textMember(await bench.publish(), 'undoId');
    await demand(true);
    const direct = await bench.mutate(
      'setTitle(input: { nodeId: $id, languageCode: "en-US", value: "Past" })',
      '$id: ID!',
      '__typename',
      { id: pageId },
    );
    expect(direct).toMatchObject(needed('Collect the change in a draft'));
    const rest = await user.request('PUT', '/api/Titles', {
      json: { NodeId: pageId, LanguageCode: 'en-US', Value: 'Past' },
    });
    expect(rest.status).toBe(403);
    expect(await rest.json()).toMatchObject({
      Message: expect.stringContaining('Collect the change in a draft') as unknown,
    });
    const { zones, actions, changes, spreadsheets, textTables, documentHistory, recordedChanges } =
      bench.loupe.app.services;
    const viewer = await user.viewer();
    const refused = { code: 'APPROVAL_NEEDED' };
    const place = { imageId: pageId, ...UPPER_LEFT };
    await expect(zones.create(viewer, place as never)).rejects.toMatchObject(refused);
    const action = { nodeId: pageId, languageCode: 'en-US', name: 'Past', type: 'RAW', content: 'Past' };
    await expect(actions.create(viewer, action as never)).rejects.toMatchObject(refused);
    const setTitle = { nodeId: pageId, languageCode: 'en-US', value: 'Past' };
    await expect(changes.apply(viewer, [{ setTitle }])).rejects.toMatchObject(refused);
    await expect(changes.apply(operator, [{ setTitle }])).rejects.toMatchObject(refused);
    const sheet = Buffer.from(`ElementId,LanguageCode,Value\n${pageId},en-US,Past\n`);
    await expect(spreadsheets.import(viewer, document.id, sheet)).rejects.toMatchObject(refused);
    const edit = {
      elementId: pageId,
      languageCode: 'en-US',
      field: 'Title',
      before: 'Spring',
      after: 'Past',
    };
    await expect(textTables.edit(viewer, document.id, [edit] as never)).rejects.toMatchObject(refused);
    const [change] = (await documentHistory.list(viewer, document.id, { before: null, first: 1 })).changes;
    const back = documentHistory.restoreTexts(viewer, change?.id ?? '', { isBefore: true });
    await expect(back).rejects.toMatchObject(refused);
    await expect(recordedChanges.undo(viewer, undoId)).rejects.toMatchObject(refused);
    expect(await bench.textsOf(pageId)).toEqual(['Spring']);
    expect(await bench.zonesOf()).toEqual([]);
  });

  test('a document that is not active is set up as before, and the rule of one organization is not that of another', async () => {
    await bench.loupe.app.services.documents.patch(await bench.user.viewer(), bench.document.id, {
      status: 'Inactive',
    });
    await bench.document.title('Set up', { nodeId: bench.pageId });
    expect(await title()).toBe('Set up');
    const other = await seed(bench.loupe).organization({ credit: 5 });
    expect(await demand(true, bench.user, other.id)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('files, pages, languages and states are no part of it', async () => {
    const { document, pageId, user } = bench;
    const client = new GraphqlClient(bench.loupe.url, { authorization: `Bearer ${user.token}` });
    const file = { file: { bytes: await newPdf([14]), type: 'application/pdf', name: 'x.pdf' } };
    const replacing = `mutation ($id: ID!, $file: Upload!) { replacePageFile(input: { id: $id, file: $file }) { __typename } }`;
    expect((await client.upload(replacing, { id: pageId }, file)).data).toEqual({
      replacePageFile: { __typename: 'Image' },
    });
    await user.send('PUT', '/api/DocumentLanguages', {
      json: { DocumentId: document.id, LanguageCode: 'fr-FR' },
    });
    const { documentLanguages, documents, images } = bench.loupe.app.services;
    const viewer = await user.viewer();
    await documentLanguages.remove(viewer, document.id, 'fr-FR');
    await images.delete(viewer, document.imageIds[1] ?? '');
    await documents.patch(viewer, document.id, { status: 'Inactive' });
    await documents.patch(viewer, document.id, { status: 'Active' });
    expect(await title()).toBe('Spring');
  });

  test('a dated draft waits with its reason until it is approved and dated again', async () => {
    const { draftSchedule } = bench.loupe.app.services;
    const viewer = await bench.user.viewer();
    await ask();
    await draftSchedule.set(viewer, bench.document.id, '2026-12-24T00:00:00Z');
    clock.to('2026-12-24T00:00:00Z');
    expect(await draftSchedule.publishDue()).toBe(0);
    expect(await draftOf()).toMatchObject({
      publishStopped: expect.stringContaining('is still open') as unknown,
    });
    expect(await title()).toBe('Spring');
    const again = await bench.organization.user({ roles: ['Editor'] });
    await approve(again);
    await draftSchedule.set(viewer, bench.document.id, '2026-12-25T00:00:00Z');
    clock.to('2026-12-25T00:00:00Z');
    expect(await draftSchedule.publishDue()).toBe(1);
  });

  test('a review that nobody could decide is refused', async () => {
    await bench.edit([bench.titled('Ours')], colleague);
    expect(await ask()).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Everybody who may publish has edited') as unknown,
    });
  });

  test('it is taken away by an administrator alone, and stands in the log', async () => {
    expect(await demand(false, colleague)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await demand(false)).toMatchObject({ needsApproval: false });
    expect(await bench.publish()).toMatchObject({ changed: 1 });
    const entries = await bench.loupe.app.services.operations.list(operator, {
      organizationId: bench.organization.id,
      operation: 'organization:publishingRule',
    });
    expect(entries.map(({ changes }) => changes[0]?.after)).toEqual(['false', 'true']);
  });
});

test('a rule under which nobody could publish is refused', async () => {
  const alone = await seed(bench.loupe).organization();
  const administrator = await alone.user();
  await alone.user({ roles: ['Viewer'] });
  expect(await demand(true, administrator, alone.id)).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('fewer than two active users') as unknown,
  });
  await alone.user({ roles: ['Editor'] });
  expect(await demand(true, administrator, alone.id)).toMatchObject({ needsApproval: true });
});
