/** Titles and actions of a document or folder as spreadsheets. */
import { z } from 'zod';
import { MAX_SPREADSHEET_BYTES } from './spreadsheet-files.js';
import { spreadsheetFormats } from './spreadsheet.service.js';
import { tableNames } from './spreadsheet-tables.js';
import { file, ok } from '../../rest/platform/answer.js';
import { withForm } from '../../rest/platform/platform-form.js';
import { route, type Route } from '../../rest/platform/route.js';
import { shape, whole } from '../../rest/platform/shapes.js';
import { view } from '../../rest/shared/view.js';

const importShape = shape('SpreadsheetImport', 'What an import did', {
  Changed: whole.describe('Rows that said something new'),
});
const importView = view(importShape, ({ changed }: { readonly changed: number }) => ({ Changed: changed }));

export const spreadsheetRoutes: readonly Route[] = [
  route(
    'GET',
    '/services/Automation/Spreadsheet',
    'Write titles and actions as a spreadsheet: both as XLSX, or one of them as CSV',
    async (call) => {
      const [format = 'xlsx'] = call.query.words('format', spreadsheetFormats);
      const [table = 'Titles'] = call.query.words('table', tableNames);
      const documentId = call.query.required('documentId');
      return file(await call.services.spreadsheets.export(call.viewer, documentId, { format, table }));
    },
    {
      query: {
        'documentId*': 'The document, or a folder or organization: the documents in it',
        format: 'xlsx, which holds both tables, or csv',
        table: 'Titles or Actions, for csv',
      },
      answer: z.string().describe('The file'),
    },
  ),
  route(
    'PUT',
    '/services/Automation/Spreadsheet',
    'Make titles and actions what the rows of a spreadsheet say, all or nothing; what has no row or no column stays',
    async (call) => {
      const documentId = call.query.required('documentId');
      return withForm(
        call,
        async (form) => {
          const { spreadsheets } = call.services;
          return ok(
            importView.of(await spreadsheets.import(call.viewer, documentId, await form.file.bytes())),
          );
        },
        { maxFileBytes: MAX_SPREADSHEET_BYTES },
      );
    },
    {
      form: {},
      query: { 'documentId*': 'The document, or a folder or organization: the documents in it' },
      answer: importView.shape,
    },
  ),
];
