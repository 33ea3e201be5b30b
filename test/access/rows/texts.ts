/** Titles and actions of many elements: tables, spreadsheets, and what takes a change back. */
import { graphql, rest, RESULT, type SentFile } from '../row.js';
import type { Target } from '../target.js';
import { makeTextChange } from '../text-change.js';

const document = ({ documentId }: Target) => ({ id: documentId });

const titleRows = ({ documentId }: Target): SentFile => ({
  bytes: Buffer.from(`ElementId,LanguageCode,Value\n${documentId},en-US,x\n`),
  type: 'text/csv',
});

export const textRows = [
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
    '($id: ID!) { exportSpreadsheet(documentId: $id, csv: Titles) { fileName base64 } }',
    document,
  ),
  graphql(
    'Mutation.previewSpreadsheet',
    'writer',
    `($id: ID!, $file: Upload!) { previewSpreadsheet(documentId: $id, file: $file) ${RESULT} }`,
    document,
    { files: (t) => ({ file: titleRows(t) }) },
  ),
  graphql(
    'Mutation.importSpreadsheet',
    'writer',
    `($id: ID!, $file: Upload!) { importSpreadsheet(documentId: $id, file: $file) ${RESULT} }`,
    document,
    { files: (t) => ({ file: titleRows(t) }) },
  ),
  graphql(
    'Mutation.checkLinks',
    'writer',
    `($id: ID!) { checkLinks(documentId: $id) ${RESULT} }`,
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
    `($id: ID!) { editTexts(elementId: $id, edits: []) ${RESULT} }`,
    (t) => ({ id: t.documentId }),
  ),
  graphql(
    'Mutation.undoTextChange',
    'writer',
    `($id: ID!) { undoTextChange(id: $id) ${RESULT} }`,
    (t) => ({ id: t.textUndoId }),
    { fresh: async (world) => ({ textUndoId: await makeTextChange(world, world.target.documentId) }) },
  ),
  graphql('Mutation.restoreTexts', 'writer', `($id: ID!) { restoreTexts(changeId: $id) ${RESULT} }`, (t) => ({
    id: t.changeId,
  })),
  graphql(
    'Mutation.restorePageFile',
    'writer',
    `($id: ID!) { restorePageFile(changeId: $id) ${RESULT} }`,
    (t) => ({ id: t.changeId }),
    // The change is one of a title.
    { accepts: ['CONFLICT'] },
  ),
];
