/** For each mutation that checks its input: what it refuses. All else in the call is right. */
import { operator } from '../../../src/access/viewer.js';
import { DocumentChange } from '../../../src/documents/history/document-change.entity.js';
import { newId } from '../../../src/kernel/ids.js';
import { ShortAddress } from '../../../src/short-addresses/short-address.entity.js';
import { stateOf } from '../../../src/kernel/precondition.js';
import { makeDraft } from '../../access/draft.js';
import { makeDocument } from '../../access/fresh.js';
import { type World } from '../../access/world.js';
import { seed } from '../../kit/seed.js';
import { pageHeaders } from '../browser-sessions.js';
import type { Given } from './mutation-calls.js';
import { MADE_ROLE_FAULTS } from './made-roles.js';
import { FACTOR_FAULTS } from './second-factors.js';

const text = (content: string, type: string) => ({ bytes: Buffer.from(content), type, name: 'a' });
const csv = text('no table', 'text/csv');
const flat = { settings: { minDeltaE: -1 } };
const outside = { positionXPercent: 50, positionYPercent: 0, widthPercent: 80, heightPercent: 80 };
const noTarget = { target: { url: { url: 'no address' } } };
const nobody = { mail: 'nobody' };
const noName = { name: '' };
const noId = { ids: ['x'] };
const noLanguage = { languageCode: 'xx-XX' };
const longSession = { sessionId: 's'.repeat(201) };
const ignored = [{ page: 99, number: 99 }];

/** A document of one page that has as many short addresses as it may. */
const fullOfShortAddresses = async (world: World): Promise<Given> => {
  const { documentId } = await makeDocument(world);
  const address = { elementId: documentId, user: 'x', dateCreated: new Date(), dateModified: new Date() };
  const rows = Array.from({ length: 1000 }, (_, at) => ({ ...address, id: newId(), code: `full-${at}` }));
  await world.loupe.app.services.database.transaction(async ({ em }) => em.insertMany(ShortAddress, rows));
  return { documentId };
};

/** A guest of a link to a document of its own. */
const asGuest = async (world: World) => {
  const { previewLinks, guestComments } = world.loupe.app.services;
  const { documentId } = await makeDocument(world);
  const { code } = await previewLinks.create(operator, documentId, { mayComment: true });
  const { guestKey } = await guestComments.join(code, 'Guest');
  return { code, guestKey };
};

/** What is sent by somebody else than the administrator of the world. */
export interface SentBy {
  /** How they log in. */
  readonly headers: Readonly<Record<string, string>>;
  readonly given: Given;
}

type Fault = Given | ((world: World) => Given | Promise<Given | SentBy>);

export const INVALID_INPUT: Readonly<Record<string, Fault>> = {
  ...FACTOR_FAULTS,
  ...MADE_ROLE_FAULTS,
  acceptProposals: noId,
  addDocumentLanguage: noLanguage,
  // Neither a picture nor a signature.
  addReference: { image: null },
  applyChanges: ({ target }) => ({ changes: [{ rename: { id: target.folderId, ...noName } }] }),
  changeDraft: async (world) => {
    await makeDraft(world, world.target.documentId);
    const setTitle = { nodeId: world.target.documentId, value: 'x', ...noLanguage };
    return { edits: [{ change: { setTitle } }] };
  },
  changeOwnPassword: ({ administrator: { password } }) => ({ currentPassword: password, newPassword: 'x' }),
  compare: flat,
  comparePdfs: flat,
  changeShortAddress: ({ target }) => ({ target: { elementId: target.folderId } }),
  comparePictures: { isFine: true, ...flat },
  approveComparison: { comment: 'x'.repeat(2001) },
  createAction: noTarget,
  joinSharedPreview: async (world) => ({ code: (await asGuest(world)).code, name: ' ' }),
  commentOnSharedPreview: async (world) => ({ ...(await asGuest(world)), text: ' ' }),
  replyOnSharedPreview: async (world) => {
    const { services } = world.loupe.app;
    const guest = await asGuest(world);
    const { id: threadId } = await services.guestComments.create(guest, {}, 'x');
    return { ...guest, threadId, text: ' ' };
  },
  createComment: { text: ' ' },
  replyToComment: { text: ' ' },
  updateComment: { text: ' ' },
  updateMailChoice: { languageCode: 'ja-JP' },
  saveFilter: { name: ' ' },
  createApplication: { key: 'short' },
  createArchive: { from: '2026-03-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
  createComparisonLink: { ignored },
  createDocument: noName,
  createFolder: noName,
  createIcon: { tags: 'x'.repeat(5000) },
  createMachineToken: noName,
  createOrganization: noName,
  createPack: { validDays: 0 },
  createPasswordLink: inactiveUser,
  createPicture: noName,
  createPreviewLink: async ({ loupe, target }) => {
    for (let made = 0; made < 50; made += 1) {
      const refused = await loupe.app.services.previewLinks
        .create(operator, target.documentId)
        .catch(() => null);
      if (refused === null) break;
    }
    return {};
  },
  createProperty: { type: 'STYLE', name: 'x' },
  createPublishableKey: noName,
  createSignInProvider: noName,
  createShortAddress: { code: '-' },
  createShortAddressesOfPages: fullOfShortAddresses,
  createUser: nobody,
  createWebhook: { url: 'nowhere' },
  createZone: outside,
  dismissProposals: noId,
  // They hold something.
  deleteFolder: {},
  deleteOrganization: async ({ organization }) => {
    const below = await organization.organization();
    await below.organization();
    return { id: below.id };
  },
  // The only page of its document.
  deleteImage: {},
  deleteReferences: { ids: Array.from({ length: 20_000 }, (_, at) => `${at}`) },
  deleteTitle: noLanguage,
  deleteUser: lastAdministrator,
  drawNewPage: { page: 99 },
  dropDraftChanges: { changeIds: Array.from({ length: 2000 }, (_, at) => `${at}`) },
  // No document, page or zone.
  editTexts: ({ target }) => ({
    edits: [
      { elementId: target.organizationId, field: 'TITLE', before: '', after: 'x', languageCode: 'en-US' },
    ],
  }),
  endLogins: { ids: Array.from({ length: 201 }, () => newId()) },
  explainMatch: { image: null },
  fullImport: { json: '{' },
  importDocument: { json: '{' },
  importReferences: { keywords: [''] },
  importSpreadsheet: { file: csv },
  insertPages: { order: 0 },
  // The application keeps no colors.
  pictureColors: {},
  // No change of the draft conflicts with anything.
  keepDraftChange: async (world) => {
    await makeDraft(world, world.target.documentId);
    return {};
  },
  planReplacement: { file: null },
  previewSpreadsheet: { file: csv },
  publishDraft: draftWithoutItsLanguage,
  // The draft has no changes.
  askForReview: async ({ loupe, target: { documentId } }) => {
    const { drafts } = loupe.app.services;
    await drafts.start(operator, documentId);
    await drafts.discard(operator, documentId);
    await drafts.start(operator, documentId);
    return {};
  },
  // Nobody has asked for a review.
  approveDraft: async (world) => ({ ifVersion: await unasked(world) }),
  refuseDraft: async (world) => ({ ifVersion: await unasked(world), reason: '' }),
  // Nobody could publish any more.
  updatePublishingRule: async ({ loupe }) => {
    const organization = await seed(loupe).organization();
    const { token } = await organization.user();
    const given = { organizationId: organization.id, needsApproval: true };
    return { headers: { authorization: `Bearer ${token}` }, given };
  },
  updateFolderPublishingRule: async ({ loupe }) => {
    const user = await (await seed(loupe).organization()).user();
    const given = { folderId: (await user.folder()).id, needsApproval: true };
    return { headers: { authorization: `Bearer ${user.token}` }, given };
  },
  reopenProposals: noId,
  recognize: longSession,
  recognizeById: longSession,
  recordClick: longSession,
  recordPackUses: { uses: [] },
  removeDocumentLanguage: {},
  replaceAction: noTarget,
  replaceDocumentFile: { file: null },
  replacePageFile: { file: null },
  replaceUser: nobody,
  replaceZone: outside,
  resetPassword: { password: 'x' },
  restoreEarlierFile: {},
  restoreFromTrash: ({ target }) => ({ parentId: target.imageId }),
  replaceIconFile: ({ picture }) => ({ file: { bytes: picture, type: 'image/jpeg', name: 'large.jpg' } }),
  // The change is one of a title.
  restorePageFile: {},
  restoreTexts: changeOfTooMuch,
  retryDocument: {},
  revokeRole: { role: 'VIEWER' },
  rotateApplicationKeys: { modify: false, query: false },
  scheduleDraft: async (world) => {
    await makeDraft(world, world.target.documentId);
    return { at: '2001-01-01' };
  },
  searchPictures: { take: -1 },
  searchReferences: { image: null },
  // This server sends no mails.
  sendPasswordLink: {},
  setDefaultTitle: noLanguage,
  setReferenceKeywords: { keywords: [''] },
  setReferenceMetadata: { metadata: { x: 'x'.repeat(100_000) } },
  setReferencesActive: { ids: Array.from({ length: 20_000 }, (_, at) => `${at}`) },
  setTitle: noLanguage,
  startSessionByPasswordCode: ({ loupe }) => ({
    headers: pageHeaders(loupe.url),
    given: { code: 'x', password: 'x' },
  }),
  transferCredit: ({ target }) => ({ organizationId: target.childId, amount: 0 }),
  updateAction: { patch: noTarget },
  updateApplication: { patch: noName },
  updateDocument: { patch: noName },
  updateFolder: { patch: noName },
  updateIcon: { patch: { tags: 'x'.repeat(5000) } },
  updateImage: { patch: noName },
  updateOrganization: { patch: noName },
  updatePicture: { patch: noName },
  updateProperty: { patch: { name: 'x', type: 'STYLE' } },
  updatePublishableKey: { patch: noName },
  exportAuditLog: { after: -1 },
  setAuditDelivery: { target: 'ADDRESS', url: 'https://me:secret@press.example' },
  updateRecordKeeping: { patch: { retentionDays: 0 } },
  trySignInRules: { rules: [{ claim: 'x'.repeat(300), value: '', role: 'VIEWER' }] },
  updateSignInProvider: { patch: noName },
  updateTitle: noLanguage,
  updateTreeNode: { patch: noName },
  updateUser: { patch: nobody },
  replayWebhook: { from: '2099-01-01T00:00:00Z' },
  updateWebhook: { patch: { url: 'nowhere' } },
  updateZone: { patch: outside },
  decideComparison: { decisions: [{ page: 9, number: 9 }] },
  deleteComparisonProfile: { name: 'none of this name' },
  saveComparisonProfile: { minDeltaE: -1 },
  writeComparisonReport: { ignored },
};

async function inactiveUser({ loupe, organization }: World): Promise<Given> {
  const { id } = await organization.user();
  await loupe.app.services.users.patch(operator, id, { status: 'Inactive' });
  return { userId: id };
}

async function lastAdministrator({ loupe }: World): Promise<SentBy> {
  const user = await (await seed(loupe).organization()).user();
  return { headers: { authorization: `Bearer ${user.token}` }, given: { id: user.id } };
}

/** A change in the history of a document that removed more actions than one change may bring back. */
async function changeOfTooMuch({ loupe, target }: World): Promise<Given> {
  const action = { kind: 'action', nodeId: target.documentId, languageCode: 'en-US', name: 'x', type: 'RAW' };
  const none = { content: '', iconId: null, priority: null, order: null, style: null };
  const removed = Array.from({ length: 5001 }, () => ({
    before: { ...action, ...none, id: newId() },
    after: null,
  }));
  const id = newId();
  await loupe.app.services.database.transaction(async ({ em }) => {
    em.create(DocumentChange, {
      id,
      documentId: target.documentId,
      dateCreated: new Date(),
      user: 'somebody',
      operations: [],
      texts: JSON.stringify(removed),
    });
    await em.flush();
  });
  return { changeId: id, isBefore: true };
}

/** @returns the version of a draft that nobody has asked to review */
async function unasked(world: World): Promise<string> {
  await makeDraft(world, world.target.documentId);
  const draft = await world.loupe.app.services.drafts.get(operator, world.target.documentId);
  return draft === null ? '' : stateOf(draft).version;
}

/** A draft whose action is in a language that the document has lost since. */
async function draftWithoutItsLanguage({ loupe, target: { documentId } }: World): Promise<Given> {
  const { titles, drafts, documentLanguages } = loupe.app.services;
  const languageCode = 'sv-SE';
  await titles.put(operator, { nodeId: documentId, languageCode, value: 'x' });
  await makeDraft({ loupe }, documentId);
  const createAction = { nodeId: documentId, languageCode, name: 'x', content: '' };
  await drafts.edit(operator, documentId, [{ change: { createAction } }]);
  await documentLanguages.remove(operator, documentId, languageCode);
  return {};
}
