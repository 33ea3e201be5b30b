import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { arrange, type Arrangement } from './arrangement.js';

describe('titles', () => {
  let at: Arrangement;
  beforeAll(async () => {
    at = await arrange();
  });
  afterAll(async () => at.database.close());

  const start = async () => {
    const { organization, viewer } = await at.addTenant();
    const folder = await at.add('Folder', organization.id);
    const pages = await at.addDocument(folder.id, ['en-US']);
    return { organization, folder, ...pages, editor: viewer('Editor'), reader: viewer('Viewer') };
  };

  it('exist in the default language from creation', async () => {
    const { page, reader } = await start();
    expect(await at.titles.list(reader, page.id)).toMatchObject([
      { nodeId: page.id, languageCode: 'en-US', value: '', style: null },
    ]);
  });

  it('are set by PUT whether they exist or not, and keep a style that is not named', async () => {
    const { page, editor } = await start();
    const first = { nodeId: page.id, languageCode: 'en-US', value: 'Sunday tart', style: '{"color":"red"}' };
    expect(await at.titles.put(editor, first)).toMatchObject(first);
    expect(
      await at.titles.put(editor, { nodeId: page.id, languageCode: 'en-US', value: 'Monday tart' }),
    ).toMatchObject({ ...first, value: 'Monday tart' });
    expect(await at.titles.patch(editor, page.id, 'en-us', { style: null })).toMatchObject({
      ...first,
      value: 'Monday tart',
      style: null,
    });
  });

  it('in a new language offer the whole document in it', async () => {
    const { document, page, editor } = await start();
    await at.titles.put(editor, { nodeId: page.id, languageCode: 'fr-FR', value: 'Tarte du dimanche' });
    expect(await at.documentLanguages.list(editor, document.id)).toEqual([
      { documentId: document.id, languageCode: 'en-US' },
      { documentId: document.id, languageCode: 'fr-FR' },
    ]);
    expect((await at.titles.get(editor, document.id, 'fr-FR')).value).toBe('');
    expect((await at.titles.get(editor, page.id, 'fr-FR')).value).toBe('Tarte du dimanche');
  });

  it('on folders are defaults, made by POST only', async () => {
    const { folder, editor } = await start();
    const title = { nodeId: folder.id, languageCode: 'en-US', value: 'Recipes' };
    await expect(at.titles.put(editor, title)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await at.titles.post(editor, title)).toMatchObject({ ...title, style: null });
    await at.titles.delete(editor, folder.id, 'en-US');
    expect(await at.titles.list(editor, folder.id)).toEqual([]);
  });

  it('become empty when they are deleted from an element of a document', async () => {
    const { page, editor } = await start();
    await at.titles.put(editor, { nodeId: page.id, languageCode: 'en-US', value: 'Gone' });
    await at.titles.delete(editor, page.id, 'en-US');
    expect((await at.titles.get(editor, page.id, 'en-US')).value).toBe('');
  });

  it('refuse unknown languages, unknown elements, readers and strangers', async () => {
    const { page, editor, reader } = await start();
    const { viewer: stranger } = await at.addTenant();
    const title = { nodeId: page.id, languageCode: 'en-US', value: 'x' };
    await expect(at.titles.put(editor, { ...title, languageCode: 'xx' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { languageCode: [expect.stringContaining('xx')] },
    });
    await expect(at.titles.put(editor, { ...title, nodeId: newId() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(at.titles.put(editor, { ...title, nodeId: 'nonsense' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(at.titles.put(reader, title)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(at.titles.put(stranger('Administrator'), title)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(at.titles.put({ kind: 'anonymous' }, title)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('go with their language, which the default language never does', async () => {
    const { document, page, editor } = await start();
    await at.documentLanguages.add(editor, document.id, 'fr_fr');
    await at.actions.create(editor, { nodeId: page.id, languageCode: 'fr-FR', name: 'Lire' });
    await at.documentLanguages.remove(editor, document.id, 'fr-FR');
    expect((await at.titles.list(editor, page.id)).map((title) => title.languageCode)).toEqual(['en-US']);
    expect(await at.actions.list(editor, page.id)).toEqual([]);
    await expect(at.documentLanguages.remove(editor, document.id, 'en-US')).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });
});
