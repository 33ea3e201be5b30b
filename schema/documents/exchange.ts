/** Import and export of documents. */
import type { ExportedTexts } from '../../src/exchange/exchange.service.js';
import { lineKinds } from '../../src/exchange/spreadsheets/spreadsheet-lines.js';
import type {
  ProposedLine,
  RefusedLine,
  Spreadsheet,
  SpreadsheetPreview,
} from '../../src/exchange/spreadsheets/spreadsheet.service.js';
import { tableNames } from '../../src/exchange/spreadsheets/spreadsheet-tables.js';
import type { AppliedChanges } from '../../src/documents/texts/recorded-changes.js';
import { builder, enumType } from '../builder.js';
import { PrintedElementType } from '../content/text-table.js';
import { withUpload } from '../inputs.js';
import { arg, problemMutation, problemQuery } from '../mutations.js';
import { Document } from '../refs.js';

const PLACE_DESCRIPTION = 'Guid of the document, or of a folder or organization: the documents in it.';

const ExportedDocument = builder.objectRef<ExportedTexts>('ExportedDocument').implement({
  description: 'A document’s languages, titles, actions and zones in the form that imports take.',
  fields: (t) => ({
    documentId: t.exposeID('documentId', { description: 'Guid of the document.' }),
    json: t.exposeString('json', { nullable: true, description: 'As JSON.' }),
    xml: t.exposeString('xml', { nullable: true, description: 'As XML.' }),
  }),
});

builder.queryField('exportDocument', (t) =>
  t.field({
    type: ExportedDocument,
    description: 'Writes a document as JSON and as XML.',
    args: { documentId: t.arg.id({ required: true, description: 'Guid of the document.' }) },
    resolve: (_root, { documentId }, { services, viewer }) => services.exchange.export(viewer, documentId),
  }),
);

problemMutation('importDocument', {
  may: ['credit'],
  type: Document,
  description:
    'Makes a document what a text says: languages, names, styles, titles, actions and zones, all or nothing. Errors name the member and the line.',
  args: {
    documentId: arg.id({ required: true, description: 'Guid of the document.' }),
    json: arg.string({ description: 'The text as JSON; goes before XML.' }),
    xml: arg.string({ description: 'The text as XML.' }),
  },
  resolve: async ({ documentId, json, xml }, { services, viewer }) => {
    await services.exchange.import(viewer, documentId, { json, xml });
    return services.documents.get(viewer, documentId);
  },
});

problemMutation('fullImport', {
  may: ['credit'],
  type: Document,
  description: 'Makes a document and imports its titles and actions: both, or nothing.',
  args: {
    place: arg.string({
      required: true,
      description:
        'Guid of an organization or folder, or names of folders below your organization, separated by slashes and made when missing.',
    }),
    file: arg.field({
      type: 'Upload',
      required: true,
      description: 'Its pages: JPEG, PNG, GIF, TIFF, WebP, AVIF, BMP or PDF.',
    }),
    json: arg.string({ description: 'The text as JSON; goes before XML.' }),
    xml: arg.string({ description: 'The text as XML.' }),
    activate: arg.boolean({ defaultValue: false, description: 'Whether it can be recognized at once.' }),
  },
  resolve: ({ place, file, json, xml, activate }, context) =>
    withUpload(file, (upload) =>
      context.services.fullImport.run(
        context.viewer,
        { place, texts: { json, xml }, activate: activate ?? false },
        upload,
      ),
    ),
});

const TableEnum = enumType('SpreadsheetTable', {
  description: 'Tables of a spreadsheet.',
  values: tableNames,
});

const SpreadsheetType = builder.objectRef<Spreadsheet>('Spreadsheet').implement({
  description: 'A file for spreadsheet programs.',
  fields: (t) => ({
    fileName: t.exposeString('fileName', { description: 'A name to save it under.' }),
    contentType: t.exposeString('contentType', { description: 'MIME type.' }),
    base64: t.string({ description: 'Its bytes.', resolve: ({ content }) => content.toString('base64') }),
  }),
});

builder.queryField('exportSpreadsheet', (t) =>
  t.field({
    type: SpreadsheetType,
    description: 'Writes titles and actions as XLSX, or one of the two tables as CSV.',
    args: {
      documentId: t.arg.id({ required: true, description: PLACE_DESCRIPTION }),
      csv: t.arg({
        type: TableEnum,
        description: 'The table to write as CSV; XLSX with both when left out.',
      }),
    },
    resolve: (_root, { documentId, csv }, { services, viewer }) =>
      services.spreadsheets.export(viewer, documentId, {
        format: csv == null ? 'xlsx' : 'csv',
        table: csv ?? 'Titles',
      }),
  }),
);

const SpreadsheetImport = builder.objectRef<AppliedChanges>('SpreadsheetImport').implement({
  description: 'What the import of a spreadsheet did.',
  fields: (t) => ({
    changed: t.exposeInt('changed', { description: 'Rows that said something new.' }),
    undoId: t.exposeID('undoId', {
      nullable: true,
      description: 'For `undoTextChange`, for a day; null when nothing changed.',
    }),
  }),
});

problemMutation('importSpreadsheet', {
  type: SpreadsheetImport,
  description:
    'Makes titles and actions what the rows of a spreadsheet say, all or nothing; what has no row or no column stays. Errors name the table and the row.',
  args: {
    documentId: arg.id({ required: true, description: PLACE_DESCRIPTION }),
    file: arg.field({ type: 'Upload', required: true, description: 'XLSX, or CSV in UTF-8.' }),
  },
  resolve: ({ documentId, file }, { services, viewer }) =>
    withUpload(file, async (upload) =>
      services.spreadsheets.import(viewer, documentId, await upload.bytes()),
    ),
});

const LineKindEnum = enumType('SpreadsheetLineKind', {
  description: 'What a row of a spreadsheet does.',
  values: lineKinds,
});

const CellType = builder.objectRef<ProposedLine['cells'][number]>('SpreadsheetCell').implement({
  description: 'A cell that does not say what is there.',
  fields: (t) => ({
    column: t.exposeString('column', { description: 'Its heading.' }),
    before: t.exposeString('before', { description: 'What is there.' }),
    after: t.exposeString('after', { description: 'What the cell says.' }),
  }),
});

const LineType = builder.objectRef<ProposedLine>('SpreadsheetLine').implement({
  description: 'A row of a spreadsheet that an import would follow.',
  fields: (t) => ({
    table: t.expose('table', { type: TableEnum, description: 'Its table.' }),
    row: t.exposeInt('row', { description: 'As spreadsheet programs count.' }),
    kind: t.expose('kind', { type: LineKindEnum, description: 'What it does.' }),
    element: t.expose('element', {
      type: PrintedElementType,
      description: 'What the title or action belongs to.',
    }),
    languageCode: t.expose('languageCode', { type: 'Locale', description: 'Language, for example fr-FR.' }),
    name: t.exposeString('name', { description: 'Title, or name of the action, as it is there.' }),
    cells: t.field({
      type: [CellType],
      description: 'What differs; nothing where an action is removed.',
      resolve: ({ cells }) => [...cells],
    }),
  }),
});

const RefusalType = builder.objectRef<RefusedLine>('SpreadsheetRefusal').implement({
  description: 'Why a row of a spreadsheet cannot be taken.',
  fields: (t) => ({
    table: t.field({
      type: TableEnum,
      nullable: true,
      description: 'Titles or Actions; null for the whole file.',
      resolve: ({ table }) => tableNames.find((each) => each === table) ?? null,
    }),
    row: t.exposeInt('row', { nullable: true, description: 'As spreadsheet programs count.' }),
    column: t.exposeString('column', { nullable: true, description: 'Its heading; null for the whole row.' }),
    message: t.exposeString('message', { description: 'For people, in English.' }),
  }),
});

const SpreadsheetPreviewType = builder.objectRef<SpreadsheetPreview>('SpreadsheetPreview').implement({
  description: 'What the import of a spreadsheet would do.',
  fields: (t) => ({
    lines: t.field({
      type: [LineType],
      description: 'Rows that would change something, the first 1,000.',
      resolve: ({ lines }) => [...lines],
    }),
    total: t.exposeInt('total', { description: 'How many they are.' }),
    refusals: t.field({
      type: [RefusalType],
      description: 'Rows that cannot be taken; the import is refused while there is one.',
      resolve: ({ refusals }) => [...refusals],
    }),
    warnings: t.field({
      type: [RefusalType],
      description:
        'Rows that can be taken and make an action that readers would not see, such as one with a wrong address; the first 1,000.',
      resolve: ({ warnings }) => [...warnings],
    }),
  }),
});

problemQuery('previewSpreadsheet', {
  type: SpreadsheetPreviewType,
  description: 'What the import of a spreadsheet would change; nothing is changed.',
  args: {
    documentId: arg.id({ required: true, description: PLACE_DESCRIPTION }),
    file: arg.field({ type: 'Upload', required: true, description: 'XLSX, or CSV in UTF-8.' }),
  },
  resolve: ({ documentId, file }, { services, viewer }) =>
    withUpload(file, async (upload) =>
      services.spreadsheets.preview(viewer, documentId, await upload.bytes()),
    ),
});
