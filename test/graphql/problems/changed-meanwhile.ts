/** For each mutation that asks what the caller has seen: something else than what is there. */
import { operator } from '../../../src/access/viewer.js';
import { newId } from '../../../src/kernel/ids.js';
import { makeDraft } from '../../access/draft.js';
import { makeMadeRole } from '../../access/made-roles.js';
import { makeTextChange } from '../../access/text-change.js';
import { makeDocument } from '../../access/fresh.js';
import { type World } from '../../access/world.js';
import type { Given } from './mutation-calls.js';

type Change = (world: World) => Given | Promise<Given>;

const stale = { ifVersion: 'a version of before' };

/** Of mutations that take no version, or need more than it. */
const OTHERS: Readonly<Record<string, Change>> = {
  changeDraft: async (world) => {
    await makeDraft(world, world.target.documentId);
    const setTitle = { nodeId: world.target.documentId, languageCode: 'en-US', value: 'x' };
    return { edits: [{ change: { setTitle }, ...stale }] };
  },
  discardDraft: async (world) => {
    await makeDraft(world, world.target.documentId);
    return stale;
  },
  editTexts: ({ target }) => ({
    edits: [
      {
        elementId: target.documentId,
        languageCode: 'en-US',
        field: 'TITLE',
        before: 'a title of before',
        after: 'x',
      },
    ],
  }),
  keepDraftChange: async (world) => {
    const { documentId } = world.target;
    const { drafts, titles } = world.loupe.app.services;
    await makeDraft(world, documentId);
    await titles.put(operator, { nodeId: documentId, languageCode: 'en-US', value: newId() });
    const draft = await drafts.get(operator, documentId);
    const changes = draft === null ? [] : await drafts.changes(draft);
    const changeId = changes.find(({ conflict }) => conflict !== null)?.id ?? '';
    return { changeId, conflictVersion: 'a version of before' };
  },
  askForReview: async (world) => {
    await makeDraft(world, world.target.documentId);
    return stale;
  },
  approveDraft: async (world) => {
    await makeDraft(world, world.target.documentId);
    return stale;
  },
  refuseDraft: async (world) => {
    await makeDraft(world, world.target.documentId);
    return { ...stale, reason: 'Too long' };
  },
  publishDraft: async (world) => {
    await makeDraft(world, world.target.documentId);
    return stale;
  },
  scheduleDraft: async (world) => {
    await makeDraft(world, world.target.documentId);
    return { ...stale, at: '2099-01-01' };
  },
  replaceIconFile: ({ tinyPicture }) => ({
    ...stale,
    file: { bytes: tinyPicture, type: 'image/png', name: 'icon.png' },
  }),
  restoreEarlierFile: async (world) => {
    const { documentId } = await makeDocument(world);
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(world.picture)], { type: 'image/jpeg' }), 'page.jpg');
    await world.administrator.send('PUT', `/api/documents/${documentId}?async=false`, { form });
    return { id: documentId, ...stale };
  },
  updateMadeRole: async (world) => ({ id: await makeMadeRole(world), ...stale }),
  undoTextChange: async (world) => {
    const id = await makeTextChange(world, world.target.documentId);
    await makeTextChange(world, world.target.documentId);
    return { id };
  },
};

export async function changedMeanwhile(world: World, name: string): Promise<Given> {
  return (await OTHERS[name]?.(world)) ?? stale;
}
