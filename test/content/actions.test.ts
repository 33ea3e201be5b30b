import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { arrange, type Arrangement } from './arrangement.js';

describe('actions', () => {
  let at: Arrangement;
  beforeAll(async () => {
    at = await arrange();
  });
  afterAll(async () => at.database.close());

  const start = async () => {
    const { organization, viewer } = await at.addTenant();
    const pages = await at.addDocument(organization.id, ['en-US']);
    return { organization, ...pages, editor: viewer('Editor'), reader: viewer('Viewer'), viewer };
  };
  const link = JSON.stringify({ Url: 'https://lisiere.example/tart', ContentType: 'text/html' });

  it('are RAW when no type is given', async () => {
    const { page, editor } = await start();
    const action = await at.actions.create(editor, { nodeId: page.id, languageCode: 'en-US', type: '' });
    expect(action).toMatchObject({ type: 'RAW', content: '', isValid: true, iconId: null });
    expect(await at.actions.get(editor, action.id)).toEqual(action);
  });

  it('need a document, image or zone that is there and has a title in the language', async () => {
    const { organization, page, editor } = await start();
    const action = { nodeId: page.id, languageCode: 'en-US', type: 'URL', content: link };
    await expect(at.actions.create(editor, { ...action, nodeId: newId() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(at.actions.create(editor, { ...action, nodeId: organization.id })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    await expect(at.actions.create(editor, { ...action, languageCode: 'fr-FR' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    await expect(at.actions.create(editor, { ...action, type: 'JUMP' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    await expect(at.actions.create(editor, { ...action, content: '{' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    expect(await at.actions.list(editor, page.id)).toEqual([]);
    expect(await at.actions.create(editor, action)).toMatchObject({ type: 'URL', isValid: true });
  });

  it('are kept but marked when their content breaks the rules of the type', async () => {
    const { page, editor } = await start();
    const content = JSON.stringify({ Url: 'javascript:alert(1)' });
    const input = { nodeId: page.id, languageCode: 'en-US', type: 'url', content };
    expect(await at.actions.create(editor, input)).toMatchObject({ isValid: false, type: 'URL' });
  });

  it('change type and content together, and other fields alone', async () => {
    const { page, editor } = await start();
    const input = { nodeId: page.id, languageCode: 'en-US', type: 'URL', content: link, name: 'Cook' };
    const { id } = await at.actions.create(editor, { ...input, priority: 3 });
    await expect(at.actions.patch(editor, id, { type: 'TEL' })).rejects.toMatchObject({
      fields: { content: [expect.any(String)] },
    });
    await expect(at.actions.patch(editor, id, { content: link })).rejects.toMatchObject({
      fields: { type: [expect.any(String)] },
    });
    expect(await at.actions.patch(editor, id, { name: 'Bake' })).toMatchObject({
      ...input,
      name: 'Bake',
      priority: 3,
    });
    expect(
      await at.actions.patch(editor, id, { type: 'TEL', content: '{"Number":"+33199001414"}' }),
    ).toMatchObject({ type: 'TEL', isValid: true, priority: 3 });
    expect(await at.actions.replace(editor, id, input)).toMatchObject({ ...input, priority: null });
  });

  it('are listed by language, priority, order and age', async () => {
    const { document, editor } = await start();
    const add = async (name: string, priority: number | null, order: number | null) => {
      at.clock.advance(1000);
      await at.actions.create(editor, { nodeId: document.id, languageCode: 'en-US', name, priority, order });
    };
    await add('last', null, null);
    await add('second', 1, 2);
    await add('first', 1, 1);
    await add('third', 1, null);
    expect((await at.actions.list(editor, document.id)).map((action) => action.name)).toEqual([
      'first',
      'second',
      'third',
      'last',
    ]);
  });

  it('stay hidden from strangers and unchanged by readers', async () => {
    const { page, editor, reader } = await start();
    const { viewer: stranger } = await at.addTenant();
    const { id } = await at.actions.create(editor, { nodeId: page.id, languageCode: 'en-US', name: 'kept' });
    for (const unknown of [newId(), 'nonsense']) {
      await expect(at.actions.get(editor, unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(at.actions.get(stranger('Administrator'), id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(at.actions.delete(stranger('Administrator'), id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(at.actions.delete(reader, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await at.actions.get(reader, id)).toMatchObject({ name: 'kept' });
    await at.actions.delete(editor, id);
    await expect(at.actions.get(editor, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('never move to another organization', async () => {
    const { organization, page, viewer } = await start();
    const below = await at.add('Organization', organization.id);
    const other = await at.addDocument(below.id, ['en-US']);
    const administrator = viewer('Administrator');
    const { id } = await at.actions.create(administrator, { nodeId: page.id, languageCode: 'en-US' });
    await expect(at.actions.patch(administrator, id, { nodeId: other.page.id })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });
});
