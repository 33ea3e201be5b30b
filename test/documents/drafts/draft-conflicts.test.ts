/** What is changed past a draft, and what becomes of the draft then. */
import { describe, expect, it } from 'vitest';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { draftBench } from './draft-bench.js';

const bench = draftBench();

describe('a change past the draft', () => {
  it('stops publishing until somebody decides for the draft', async () => {
    await bench.start();
    await bench.edit([bench.titled('Summer'), bench.titled('The flyer', bench.document.id)]);
    await bench.document.title('Autumn', { nodeId: bench.pageId });
    expect(await bench.publish()).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect(await bench.textsOf(bench.document.id)).toEqual(['']);

    const changes = await bench.changesOf();
    expect(changes[1]).toMatchObject({
      changes: [{ before: 'Spring', after: 'Summer' }],
      conflict: { reason: 'CHANGED', changes: [{ before: 'Spring', after: 'Autumn' }] },
    });
    const id = textMember(changes[1], 'id');
    const version = textMember(memberOf(changes[1], 'conflict'), 'version');
    // Somebody is quicker than the decision.
    await bench.document.title('Winter', { nodeId: bench.pageId });
    expect(await bench.keep(id, version)).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    const again = textMember(memberOf((await bench.changesOf())[1], 'conflict'), 'version');
    expect(await bench.keep(id, again)).toMatchObject({ changeCount: 2 });
    expect(await bench.publish()).toMatchObject({ changed: 2 });
    expect(await bench.textsOf(bench.pageId)).toEqual(['Summer']);
  });

  it('stays when its change is taken out of the draft', async () => {
    await bench.start();
    await bench.edit([bench.titled('Summer'), bench.titled('The flyer', bench.document.id)]);
    await bench.document.title('Autumn', { nodeId: bench.pageId });
    const id = textMember((await bench.changesOf())[1], 'id');
    expect(await bench.drop([id])).toMatchObject({ changeCount: 1 });
    expect(await bench.publish()).toMatchObject({ changed: 1 });
    expect(await bench.textsOf(bench.pageId)).toEqual(['Autumn']);
    expect(await bench.textsOf(bench.document.id)).toEqual(['The flyer']);
  });

  it('is no conflict when it is the same, or concerns another text', async () => {
    await bench.start();
    await bench.edit([bench.titled('Summer')]);
    await bench.document.title('Summer', { nodeId: bench.pageId });
    await bench.document.title('Elsewhere', { nodeId: bench.document.imageIds[1] ?? '' });
    expect(await bench.publish()).toMatchObject({ changed: 0 });
  });

  it('that deletes an action lets the draft bring it back, and that changes one lets the draft delete it', async () => {
    const shop = await bench.document.action({ nodeId: bench.pageId, name: 'Shop' });
    await bench.start();
    await bench.edit([{ change: { updateAction: { id: shop, patch: { name: 'Shop now' } } } }]);
    await bench.user.send('DELETE', `/api/actions/${shop}`);
    const gone = await bench.conflictOf();
    await bench.keep(gone.id, gone.version);
    expect(await bench.publish()).toMatchObject({ changed: 1 });
    expect(await bench.textsOf(bench.pageId)).toEqual(['Spring', 'Shop now']);

    const [present] = elementsOf(await bench.user.send('GET', `/api/nodes/${bench.pageId}/actions`));
    const id = textMember(present, 'Id');
    await bench.start();
    await bench.edit([{ change: { deleteAction: id } }]);
    await bench.user.send('PATCH', `/api/actions/${id}`, { json: { Name: 'Buy' } });
    const changed = await bench.conflictOf();
    await bench.keep(changed.id, changed.version);
    expect(await bench.publish()).toMatchObject({ changed: 1 });
    expect(await bench.textsOf(bench.pageId)).toEqual(['Spring']);
  });

  it('that throws a page away leaves nothing to publish for it', async () => {
    await bench.start();
    await bench.edit([bench.titled('Summer'), bench.titled('The flyer', bench.document.id)]);
    await bench.user.send('DELETE', `/api/images/${bench.pageId}`);
    expect(await bench.publish()).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    const last = (await bench.changesOf()).at(-1);
    expect(last).toMatchObject({ element: null, conflict: { reason: 'GONE' } });
    const id = textMember(last, 'id');
    expect(await bench.keep(id, textMember(memberOf(last, 'conflict'), 'version'))).toMatchObject({
      code: 'CONFLICT',
    });
    await bench.drop([id]);
    expect(await bench.publish()).toMatchObject({ changed: 1 });
  });

  it('that throws a page away is no conflict where the draft deletes an action of it', async () => {
    const shop = await bench.document.action({ nodeId: bench.pageId, name: 'Shop' });
    await bench.start();
    await bench.edit([{ change: { deleteAction: shop } }, bench.titled('The flyer', bench.document.id)]);
    await bench.user.send('DELETE', `/api/images/${bench.pageId}`);
    expect(await bench.publish()).toMatchObject({ changed: 1 });
  });
});
