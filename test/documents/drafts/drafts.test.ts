/** Drafts: changes of titles and actions that are collected, and reach readers together. */
import { describe, expect, it } from 'vitest';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { drawPicture, jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import { scan } from '../../rest/support/scans.js';
import { draftBench } from './draft-bench.js';

const bench = draftBench();

describe('a draft', () => {
  it('keeps changes from readers until they are published together, as one change that can be taken back', async () => {
    const call = await bench.document.action({ nodeId: bench.pageId, name: 'Call' });
    const shop = await bench.document.action({ nodeId: bench.pageId, name: 'Shop' });
    const before = await bench.textsOf(bench.pageId);
    await bench.start();
    const changed = await bench.edit([
      bench.titled('Summer'),
      bench.added('Win'),
      { change: { updateAction: { id: shop, patch: { name: 'Shop now' } } } },
      { change: { deleteAction: call } },
    ]);
    expect(changed).toMatchObject({ draft: { changeCount: 4 } });

    const photo = await drawPicture(31).resize(440).jpeg({ quality: 80 }).toBuffer();
    expect((await scan(bench.loupe, bench.organization.apiKey, photo)).image).toMatchObject({
      Title: 'Spring',
    });
    expect(await bench.textsOf(bench.pageId)).toEqual(before);
    expect(await bench.previewOf(false)).toMatchObject({
      title: 'Spring',
      actions: [{ name: 'Call' }, { name: 'Shop' }],
    });
    const inDraft = {
      title: 'Summer',
      actions: [{ name: 'Shop now' }, { name: 'Win', source: { id: bench.pageId } }],
    };
    expect(await bench.previewOf(true)).toMatchObject(inDraft);

    expect(await bench.publish()).toMatchObject({ changed: 4 });
    expect(await bench.draftOf()).toBeNull();
    expect(await bench.previewOf(false)).toMatchObject(inDraft);
    expect((await scan(bench.loupe, bench.organization.apiKey, photo)).image).toMatchObject({
      Title: 'Summer',
    });
    const history = await bench.ask(
      'query ($id: ID!) { document(id: $id) { history(first: 1) { changes { operations { operation } changes { before after } } } } }',
      { id: bench.document.id },
    );
    expect(history).toMatchObject({
      data: {
        document: {
          history: {
            changes: [
              {
                operations: expect.arrayContaining([{ operation: 'draft:publish' }]) as unknown,
                changes: expect.arrayContaining([
                  { before: 'Spring', after: 'Summer' },
                  { before: 'Shop', after: 'Shop now' },
                ]) as unknown,
              },
            ],
          },
        },
      },
    });
  });

  it('is taken back after publishing as any change of many texts', async () => {
    await bench.start();
    await bench.edit([bench.titled('Summer')]);
    const undoId = textMember(await bench.publish(), 'undoId');
    expect(await bench.textsOf(bench.pageId)).toEqual(['Summer']);
    await bench.ask(
      'mutation ($id: ID!) { undoTextChange(input: { id: $id }) { ... on Problem { code } } }',
      {
        id: undoId,
      },
    );
    expect(await bench.textsOf(bench.pageId)).toEqual(['Spring']);
  });

  it('is seen by everybody of the organization: by whom, and what it changes', async () => {
    await bench.start();
    const viewer = await bench.organization.user({ roles: ['Viewer'] });
    await bench.edit([bench.titled('Summer'), bench.titled('The flyer', bench.document.id)]);
    expect(await bench.draftOf(viewer)).toMatchObject({
      user: bench.user.userName,
      changeCount: 2,
      changes: [
        {
          element: { type: 'DOCUMENT', pageOrder: null },
          changes: [{ kind: 'Title', before: '', after: 'The flyer' }],
        },
        {
          element: { id: bench.pageId, pageOrder: 1 },
          changes: [{ before: 'Spring', after: 'Summer' }],
          conflict: null,
        },
      ],
    });
    for (const refused of [
      bench.start(viewer),
      bench.edit([bench.titled('x')], viewer),
      bench.publish(null, viewer),
      bench.discard(viewer),
    ]) {
      expect(await refused).toMatchObject({ code: 'FORBIDDEN' });
    }
  });

  it('is one for the document: a second editor works on the same', async () => {
    await bench.start();
    const colleague = await bench.organization.user({ roles: ['Editor'] });
    expect(await bench.start(colleague)).toMatchObject({ user: bench.user.userName });
    await bench.edit([bench.titled('Summer')], colleague);
    expect(await bench.draftOf()).toMatchObject({ changes: [{ user: colleague.userName }] });
  });

  it('refuses the second of two editors who saw the same text, in the draft as well', async () => {
    const action = await bench.document.action({ nodeId: bench.pageId, name: 'Shop' });
    await bench.start();
    const content = await bench.draftedOf();
    const titleVersion = textMember(elementsOf(memberOf(content, 'titles'))[0], 'version');
    const actionVersion = textMember(elementsOf(memberOf(content, 'actions'))[0], 'version');
    const rename = (name: string) => ({
      change: { updateAction: { id: action, patch: { name } } },
      ifVersion: actionVersion,
    });
    expect(
      await bench.edit([{ ...bench.titled('Mine'), ifVersion: titleVersion }, rename('Buy')]),
    ).toMatchObject({
      draft: { changeCount: 2 },
    });
    for (const late of [{ ...bench.titled('Theirs'), ifVersion: titleVersion }, rename('Order')]) {
      expect(await bench.edit([late])).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    }
    expect(await bench.draftedOf()).toMatchObject({
      titles: [{ value: 'Mine', isChanged: true }],
      actions: [{ name: 'Buy', isChanged: true }],
    });
  });

  it('holds titles and actions of its own document, and says of all else that it does not', async () => {
    await bench.start();
    const other = await (await bench.user.folder()).document(await jpegPicture(91));
    const otherAction = await other.action();
    const cases = [
      { change: { rename: { id: bench.pageId, name: 'x' } } },
      { change: { setStatus: { id: bench.document.id, status: 'INACTIVE' } } },
      bench.titled('x', other.id),
      bench.titled('x', bench.pageId, 'fr-FR'),
      { change: { deleteAction: otherAction } },
    ];
    for (const one of cases) {
      expect(await bench.edit([bench.titled('Summer'), one])).toMatchObject({
        code: 'NOT_IN_DRAFT',
        fields: [{ path: expect.stringMatching(/^edits\.1\./) as unknown }],
      });
    }
    expect(await bench.draftOf()).toMatchObject({ changeCount: 0 });
  });

  it('checks texts as the services do, and takes all edits or none', async () => {
    await bench.start();
    const wrong = {
      change: {
        createAction: {
          nodeId: bench.pageId,
          languageCode: 'en-US',
          name: 'x',
          target: { url: { url: 'no address' } },
        },
      },
    };
    expect(await bench.edit([bench.titled('Summer'), wrong])).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await bench.edit([bench.titled('x'.repeat(4001))])).toMatchObject({
      fields: [{ path: 'edits.0.value' }],
    });
    const many = Array.from({ length: 201 }, (_, at) => bench.added(`Action ${at}`));
    expect(await bench.edit(many)).toMatchObject({ fields: [{ path: 'edits.200.nodeId' }] });
    expect(await bench.draftOf()).toMatchObject({ changeCount: 0 });
  });

  it('forgets a change that is taken back, and an action that was made and deleted in it', async () => {
    await bench.start();
    const made = textMember(
      elementsOf(memberOf(await bench.edit([bench.titled('Summer'), bench.added('Win')]), 'edited'))[1],
      'id',
    );
    expect(await bench.edit([bench.titled('Spring'), { change: { deleteAction: made } }])).toMatchObject({
      draft: { changeCount: 0 },
    });
    expect(await bench.publish()).toMatchObject({ changed: 0, undoId: null });
  });

  it('changes the look of a title and empties it again', async () => {
    await bench.start();
    const styled = (style: string | null) => ({
      change: { updateTitle: { nodeId: bench.pageId, languageCode: 'en-US', patch: { style } } },
    });
    expect(await bench.edit([styled('{"color":"#ff0000"}')])).toMatchObject({ draft: { changeCount: 1 } });
    expect(await bench.edit([styled(null)])).toMatchObject({ draft: { changeCount: 0 } });
  });

  it('drops everything when it is discarded', async () => {
    await bench.start();
    await bench.edit([bench.titled('Summer')]);
    expect(await bench.discard()).toMatchObject({ id: bench.document.id });
    expect(await bench.draftOf()).toBeNull();
    expect(await bench.draftedOf()).toBeNull();
    expect(await bench.previewOf(true)).toMatchObject({ title: 'Spring' });
    expect(await bench.edit([bench.titled('Summer')])).toMatchObject({ code: 'NOT_FOUND' });
    expect(await bench.publish()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is published as it was seen: a change that came since is refused first', async () => {
    const version = textMember(await bench.start(), 'version');
    await bench.edit([bench.titled('Summer')]);
    expect(await bench.publish(version)).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect(await bench.publish(textMember(await bench.draftOf(), 'version'))).toMatchObject({ changed: 1 });
  });

  it('is shown by a preview link', async () => {
    const code = await bench.previewCode();
    await bench.start();
    await bench.edit([bench.titled('Summer')]);
    const answer = await bench.asGuest(
      `query ($code: String!, $id: ID!) { sharedPreview(code: $code) { hasDraft
        now: readerPreview(elementId: $id) { title } later: readerPreview(elementId: $id, inDraft: true) { title } } }`,
      { code, id: bench.pageId },
    );
    expect(answer).toMatchObject({
      data: { sharedPreview: { hasDraft: true, now: { title: 'Spring' }, later: { title: 'Summer' } } },
    });
  });
});

describe('another organization', () => {
  it('sees no draft, edits none, and learns nothing of its actions', async () => {
    const action = await bench.document.action({ nodeId: bench.pageId, name: 'Shop' });
    await bench.start();
    await bench.edit([bench.titled('Summer')]);
    const [change] = await bench.changesOf();
    const stranger = await (await seed(bench.loupe).organization()).user();
    const own = await (await stranger.folder()).document(await jpegPicture(92));
    for (const refused of [
      bench.start(stranger),
      bench.edit([bench.titled('x')], stranger),
      bench.publish(null, stranger),
      bench.discard(stranger),
      bench.drop([textMember(change, 'id')], stranger),
      bench.keep(textMember(change, 'id'), 'x', stranger),
    ]) {
      expect(await refused).toMatchObject({ code: 'NOT_FOUND' });
    }
    await bench.start(stranger, own.id);
    expect(await bench.edit([{ change: { deleteAction: action } }], stranger, own.id)).toMatchObject({
      code: 'NOT_FOUND',
      message: `Action ${action} was not found. Check the id.`,
    });
    expect(await bench.edit([bench.titled('x', bench.pageId)], stranger, own.id)).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await bench.draftOf()).toMatchObject({ changeCount: 1 });
  });
});
