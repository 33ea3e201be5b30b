/** Titles and actions of many elements: tables, spreadsheets, and what takes a change back. */
import { askedBoth, graphql, rest, RESULT, type SentFile } from '../row.js';
import type { Target } from '../target.js';
import { makeDraft } from '../draft.js';
import { makeTextChange } from '../text-change.js';
import type { World } from '../world.js';

const document = ({ documentId }: Target) => ({ id: documentId });

const titleRows = ({ documentId }: Target): SentFile => ({
  bytes: Buffer.from(`ElementId,LanguageCode,Value\n${documentId},en-US,x\n`),
  type: 'text/csv',
});

const withDraft = {
  fresh: async (world: World) => {
    await makeDraft(world, world.target.documentId);
    return {};
  },
};

/** Those who may decide learn that the draft is another one by now. */
const decidedByPeople = {
  ...withDraft,
  accepts: ['CHANGED_MEANWHILE'],
  but: { writingMachine: 'forbidden' },
} as const;

export const textRows = [
  graphql(
    'Mutation.startDraft',
    'writer',
    `($id: ID!) { startDraft(input: { documentId: $id }) ${RESULT} }`,
    document,
  ),
  graphql(
    'Mutation.changeDraft',
    'writer',
    `($id: ID!, $actionId: ID!) { changeDraft(
  input: {documentId: $id, edits: [
         { change: { setTitle: { nodeId: $id, languageCode: "en-US", value: "x" } } }
         { change: { updateAction: { id: $actionId, patch: { name: "x" } } } }
       ]
  }
) { __typename ... on EditedDraft { draft { user } edited { id } } ... on Problem { code message } } }`,
    ({ documentId, actionId }) => ({ id: documentId, actionId }),
    withDraft,
  ),
  graphql(
    'Mutation.dropDraftChanges',
    'writer',
    `($id: ID!) { dropDraftChanges(input: { documentId: $id, changeIds: [] }) ${RESULT} }`,
    document,
    withDraft,
  ),
  graphql(
    'Mutation.keepDraftChange',
    'writer',
    `($id: ID!) { keepDraftChange(input: { documentId: $id, changeId: $id, conflictVersion: "x" }) ${RESULT} }`,
    document,
    // No change of the draft conflicts with anything.
    { ...withDraft, accepts: ['CONFLICT'] },
  ),
  graphql(
    'Mutation.publishDraft',
    'writer',
    `($id: ID!) { publishDraft(input: { documentId: $id }) ${RESULT} }`,
    document,
    withDraft,
  ),
  graphql(
    'Mutation.scheduleDraft',
    'writer',
    `($id: ID!) { scheduleDraft(input: { documentId: $id, at: "2099-01-01" }) ${RESULT} }`,
    document,
    withDraft,
  ),
  graphql(
    'Mutation.unscheduleDraft',
    'writer',
    `($id: ID!) { unscheduleDraft(input: { documentId: $id }) ${RESULT} }`,
    document,
    withDraft,
  ),
  graphql(
    'Mutation.discardDraft',
    'writer',
    `($id: ID!) { discardDraft(input: { documentId: $id }) ${RESULT} }`,
    document,
    withDraft,
  ),
  graphql(
    'Mutation.askForReview',
    'writer',
    `($id: ID!) { askForReview(input: { documentId: $id }) ${RESULT} }`,
    document,
    // The draft may change nothing.
    { ...withDraft, accepts: ['CONFLICT'] },
  ),
  graphql(
    'Mutation.approveDraft',
    'writer',
    `($id: ID!) { approveDraft(input: { documentId: $id, ifVersion: "another" }) ${RESULT} }`,
    document,
    decidedByPeople,
  ),
  graphql(
    'Mutation.refuseDraft',
    'writer',
    `($id: ID!) { refuseDraft(input: { documentId: $id, reason: "Too long", ifVersion: "another" }) ${RESULT} }`,
    document,
    decidedByPeople,
  ),

  graphql(
    'Mutation.acceptProposals',
    'writer',
    `($id: ID!) { acceptProposals(input: { documentId: $id }) ${RESULT} }`,
    document,
  ),
  graphql(
    'Mutation.dismissProposals',
    'writer',
    `($id: ID!) { dismissProposals(input: { documentId: $id }) ${RESULT} }`,
    document,
  ),
  graphql(
    'Mutation.reopenProposals',
    'writer',
    `($id: ID!) { reopenProposals(input: { documentId: $id, ids: [] }) ${RESULT} }`,
    document,
  ),
  graphql(
    'Mutation.proposeFromFile',
    'writer',
    `($id: ID!) { proposeFromFile(input: { documentId: $id }) ${RESULT} }`,
    document,
  ),
  rest('GET /services/Proposals', 'reader', (t) => `/services/Proposals?documentId=${t.documentId}`),
  rest('PUT /services/Proposals/Accept', 'writer', (t) => ({
    path: `/services/Proposals/Accept?documentId=${t.documentId}`,
    json: {},
  })),
  rest('PUT /services/Proposals/Dismiss', 'writer', (t) => ({
    path: `/services/Proposals/Dismiss?documentId=${t.documentId}`,
    json: {},
  })),

  rest(
    'GET /services/Automation/Spreadsheet',
    'reader',
    (t) => `/services/Automation/Spreadsheet?documentId=${t.documentId}&format=csv`,
  ),
  rest('PUT /services/Automation/Spreadsheet', 'writer', (t) => ({
    path: `/services/Automation/Spreadsheet?documentId=${t.documentId}`,
    form: { file: titleRows(t) },
  })),
  graphql(
    'Query.exportSpreadsheet',
    'reader',
    '($id: ID!) { exportSpreadsheet(documentId: $id, csv: TITLES) { fileName base64 } }',
    document,
  ),
  ...askedBoth(
    'previewSpreadsheet',
    'writer',
    `($id: ID!, $file: Upload!) { previewSpreadsheet(input: { documentId: $id, file: $file }) ${RESULT} }`,
    document,
    { files: (t) => ({ file: titleRows(t) }) },
  ),
  graphql(
    'Mutation.importSpreadsheet',
    'writer',
    `($id: ID!, $file: Upload!) { importSpreadsheet(input: { documentId: $id, file: $file }) ${RESULT} }`,
    document,
    { files: (t) => ({ file: titleRows(t) }) },
  ),
  graphql(
    'Mutation.checkLinks',
    'writer',
    `($id: ID!) { checkLinks(input: { documentId: $id }) ${RESULT} }`,
    document,
    // One check of an organization at a time.
    { accepts: ['RATE_LIMITED'] },
  ),
  graphql(
    'Query.textTable',
    'reader',
    '($id: ID!) { textTable(elementId: $id) { total rows { element { label } titles { value } actions { name targets { text } } } } }',
    (t) => ({ id: t.folderId }),
  ),
  graphql(
    'Query.textReplacement',
    'reader',
    '($id: ID!) { textReplacement(elementId: $id, find: "a", replacement: "b") { total edits { before after element { label } } } }',
    (t) => ({ id: t.folderId }),
  ),
  graphql(
    'Mutation.editTexts',
    'writer',
    `($id: ID!) { editTexts(input: { elementId: $id, edits: [] }) ${RESULT} }`,
    (t) => ({ id: t.documentId }),
  ),
  graphql(
    'Mutation.undoTextChange',
    'writer',
    `($id: ID!) { undoTextChange(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.textUndoId }),
    { fresh: async (world) => ({ textUndoId: await makeTextChange(world, world.target.documentId) }) },
  ),
  graphql(
    'Query.textsToRestore',
    'writer',
    '($id: ID!) { textsToRestore(changeId: $id) { count } }',
    (t) => ({
      id: t.changeId,
    }),
  ),
  graphql(
    'Mutation.restoreTexts',
    'writer',
    `($id: ID!) { restoreTexts(input: { changeId: $id }) ${RESULT} }`,
    (t) => ({
      id: t.changeId,
    }),
  ),
  graphql(
    'Mutation.restorePageFile',
    'writer',
    `($id: ID!) { restorePageFile(input: { changeId: $id }) ${RESULT} }`,
    (t) => ({ id: t.changeId }),
    // The change is one of a title.
    { accepts: ['CONFLICT'] },
  ),
];
