/** Import and export of documents. */
import { z } from 'zod';
import type { ImportTexts, ExportedTexts } from './exchange.service.js';
import { LoupeError } from '../kernel/errors.js';
import { isMultipart, readForm } from '../http/multipart/form-reader.js';
import { created, ok } from '../rest/platform/answer.js';
import { changeRoute } from '../rest/platform/change-routes.js';
import type { Call } from '../rest/platform/call.js';
import { oneOf, optional, text } from '../rest/shared/members.js';
import { PlatformForm } from '../rest/platform/platform-form.js';
import { route, type Route } from '../rest/platform/route.js';
import { documentView } from '../tree/tree.view.js';
import { view } from '../rest/shared/view.js';
import { guid, optionalText, shape } from '../rest/platform/shapes.js';

/** Views of exports as the platform's clients know them. */
const exportShape = shape('Export', 'A document in the form that imports take', {
  DocumentId: guid,
  Json: optionalText,
  Xml: optionalText,
});

const exportView = view(exportShape, ({ documentId, json, xml }: ExportedTexts) => ({
  DocumentId: documentId,
  Json: json,
  Xml: xml,
}));

/** Texts of documents with many pages, zones and languages. */
const MAX_IMPORT_BYTES = 10 * 1024 * 1024;

const importBody = z.object({
  DocumentId: optional(text),
  Json: optional(z.union([z.string(), z.looseObject({})], 'must be a text or an object')),
  Xml: optional(text),
});
const fullImportForm = z.object({});
const exportFormat = oneOf(['json', 'xml']);

export const automationRoutes: readonly Route[] = [
  changeRoute(
    'PUT',
    '/services/Automation/Import',
    "Make a document's languages, titles, actions and zones those of a text; Json goes before Xml",
    async (call) => {
      const { DocumentId, Json, Xml } = await call.members(importBody, MAX_IMPORT_BYTES);
      const texts: ImportTexts = { json: Json ?? null, xml: Xml ?? null };
      await call.services.exchange.import(call.viewer, call.id('document', DocumentId), texts);
    },
    {
      body: importBody,
      query: { documentId: 'The document, where the body does not name it' },
      statuses: {
        409: 'The document was changed while it was imported, or its pages are still being processed',
      },
    },
  ),
  route(
    'GET',
    '/services/Automation/Export',
    "Write a document's languages, titles, actions and zones as Json and Xml",
    async (call) => {
      const given = call.query.get('format');
      const format = given === null ? null : call.check('format', exportFormat, given);
      const exported = await call.services.exchange.export(
        call.viewer,
        call.query.required('documentId'),
        format,
      );
      return ok(exportView.of(exported));
    },
    {
      query: { 'documentId*': 'The document', format: 'json or xml; both by default' },
      answer: exportView.shape,
    },
  ),
  route(
    'POST',
    '/services/Automation/FullImport',
    'Make a document and import its titles and actions: parts docfile, actionsfile and, for the place, pathfile',
    fullImport,
    {
      form: { 'actionsfile*': fullImportForm },
      texts: { pathfile: 'The id of an organization or folder, or names of folders, one below the other' },
      files: { 'docfile*': 'The pages: JPEG, PNG, GIF or PDF' },
      statuses: { 409: 'The document was changed while it was imported' },
      query: {
        activate: 'true makes it recognizable at once; false by default',
        typemime: 'Type of docfile; its content decides',
      },
      answer: documentView.shape,
    },
  ),
];

async function fullImport(call: Call) {
  const { request, context } = call;
  if (!isMultipart(request.headers['content-type'])) {
    throw new LoupeError(
      'UNSUPPORTED_MEDIA',
      'Send the parts docfile and actionsfile as multipart/form-data.',
    );
  }
  const activate = call.query.flag('activate') ?? false;
  const form = await readForm(request.raw, {
    sink: (stream, about) => context.services.uploads.receive(stream, about),
    maxFileBytes: context.maxFileBytes,
    maxFiles: 1,
    isFile: ({ name }) => !textParts.has(name.toLowerCase()),
  });
  try {
    const parts = new PlatformForm(form);
    const input = {
      place: parts.text('pathfile') ?? '',
      texts: textsOf(parts.text('actionsfile')),
      activate,
    };
    const document = await call.services.fullImport.run(call.viewer, input, parts.file);
    return created(documentView.of(document, call.urlOf));
  } finally {
    await form.discard();
  }
}

/** Sent as files by the field's clients, read as texts. */
const textParts = new Set(['pathfile', 'actionsfile']);

/** XML begins with an angle bracket, JSON does not. */
function textsOf(actions: string | null): ImportTexts {
  return actions?.trimStart().startsWith('<') === true ? { xml: actions } : { json: actions };
}
