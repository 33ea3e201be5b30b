/** Import and export of documents. */
import type { ExportedTexts } from '../../src/exchange/exchange.service.js';
import type { Spreadsheet } from '../../src/exchange/spreadsheet.service.js';
import { tableNames } from '../../src/exchange/spreadsheet-tables.js';
import { builder } from '../builder.js';
import { withUpload } from '../inputs.js';
import { arg, problemMutation } from '../mutations.js';
import { Document } from '../refs.js';

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
    file: arg({
      type: 'Upload',
      required: true,
      description: 'Its pages: JPEG, PNG, GIF, TIFF, WebP or PDF.',
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

const TableEnum = builder.enumType('SpreadsheetTable', {
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
    description: 'Writes a document’s titles and actions as XLSX, or one of the two tables as CSV.',
    args: {
      documentId: t.arg.id({ required: true, description: 'Guid of the document.' }),
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

const SpreadsheetImport = builder.objectRef<{ readonly changed: number }>('SpreadsheetImport').implement({
  description: 'What the import of a spreadsheet did.',
  fields: (t) => ({ changed: t.exposeInt('changed', { description: 'Rows that said something new.' }) }),
});

problemMutation('importSpreadsheet', {
  type: SpreadsheetImport,
  description:
    'Makes titles and actions what the rows of a spreadsheet say, all or nothing; what has no row stays. Errors name the table and the row.',
  args: {
    documentId: arg.id({ required: true, description: 'Guid of the document.' }),
    file: arg({ type: 'Upload', required: true, description: 'XLSX, or CSV in UTF-8.' }),
  },
  resolve: ({ documentId, file }, { services, viewer }) =>
    withUpload(file, async (upload) =>
      services.spreadsheets.import(viewer, documentId, await upload.bytes()),
    ),
});
