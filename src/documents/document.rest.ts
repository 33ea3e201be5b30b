import { z } from 'zod';
import { nodeStateOf } from '../kernel/precondition.js';
import { activationAnswer, activationQuery } from './activation.rest.js';
import { created, ok } from '../rest/platform/answer.js';
import { changeRoute, deleteRoute } from '../rest/platform/change-routes.js';
import type { Call } from '../rest/platform/call.js';
import { uploaded, withDocumentFile } from './document-file.rest.js';
import { listRoute, conditional, route, type Route } from '../rest/platform/route.js';
import { nullable, optional, text } from '../rest/shared/members.js';
import { activityStatus, guid, shape, whole } from '../rest/platform/shapes.js';
import { actionView, documentLanguageView, titleView } from '../content/content.view.js';
import { documentView, fileView, imageView } from '../tree/tree.view.js';
import { pageFates } from './pages/page-matcher.js';
import type { ReplacementPlan } from './replacement-plan.service.js';
import { view } from '../rest/shared/view.js';
import { recognizabilityShape, recognizabilityView } from '../engine/references/recognizability.view.js';

/** Effects of replacing a document's file, in the platform's shape. */
const plannedPageShape = shape('PlannedPage', 'A page of the new file', {
  Order: whole.min(1).describe('Place in the new file'),
  Fate: z.enum(pageFates).describe('Same or Moved, Changed in content, or New'),
  ImageId: guid.nullable().describe('The page that it continues; null for a new one'),
  HasSamePicture: z
    .boolean()
    .nullable()
    .describe('Whether it looks exactly as that page does now; null for a new one'),
  PreviousOrder: whole.nullable().describe('Place of that page now'),
  Recognizability: recognizabilityShape,
});

const replacementPlanView = view(
  shape('ReplacementPlan', "What replacing a document's file would do; nothing is done yet", {
    DocumentId: guid,
    Pages: z.array(plannedPageShape).describe('Of the new file, in order'),
    Gone: z.array(guid).describe('Pages that the file no longer holds: they would be thrown away'),
  }),
  ({ documentId, pages, goneImageIds }: ReplacementPlan) => ({
    DocumentId: documentId,
    Pages: pages.map((page) => ({
      Order: page.order,
      Fate: page.fate,
      ImageId: page.imageId,
      HasSamePicture: page.hasSamePicture,
      PreviousOrder: page.previousOrder,
      Recognizability: recognizabilityView.of(page.recognizability),
    })),
    Gone: [...goneImageIds],
  }),
);

const newDocument = z.object({
  DefaultLanguage: text,
  Name: text,
  ParentId: text,
  Status: optional(activityStatus),
});
const changedDocument = z.object({
  Id: optional(text),
  DefaultLanguage: optional(text),
  Name: optional(text),
  ParentId: optional(text),
  Status: optional(activityStatus),
  TimeWindow: nullable(text),
});

const idOnly = z.object({ Id: optional(text) });
const replacement = idOnly.extend({
  Pages: optional(z.array(text.nullable())).describe(
    'For each page of the file the id of the page that it continues, null for a new one',
  ),
});
const waiting = { async: 'false waits until the pages are ready; true by default' };

const id = (call: Call) => call.id('document');
const filesOf = (call: Call) => call.services.documents.files(call.viewer, id(call));
const file = fileView;

export const documentRoutes: readonly Route[] = [
  route(
    'POST',
    '/api/documents',
    'Upload an image or a PDF; ?async=false waits for its pages',
    async (call) => {
      const isAsync = call.query.flag('async') ?? true;
      return withDocumentFile(call, newDocument, async (file, members) => {
        const { DefaultLanguage, Name, ParentId, Status } = members;
        const input = { parentId: ParentId, name: Name, defaultLanguage: DefaultLanguage, status: Status };
        const options = { waitForImages: !isAsync };
        const document = await call.services.documents.create(call.viewer, input, file, options);
        return created(documentView.of(document, call.urlOf));
      });
    },
    {
      form: { 'document*': newDocument },
      bodyInstead: newDocument.extend(uploaded),
      query: waiting,
      answer: documentView.shape,
    },
  ),
  listRoute(
    '/api/nodes/:id/documents',
    'List the documents in a node; ?recursive=true below it',
    (call) => {
      const filter = { parentId: call.id('node'), recursive: call.query.flag('recursive') ?? false };
      return call.services.documents.list(call.viewer, filter);
    },
    documentView,
    { query: { recursive: 'true lists the whole subtree' } },
  ),
  route(
    'GET',
    '/api/documents/:id?',
    'Read a document',
    async (call) => {
      const document = await call.services.documents.get(call.viewer, id(call));
      return ok(documentView.of(document, call.urlOf), nodeStateOf(document));
    },
    { answer: documentView.shape },
  ),
  changeRoute(
    'PUT',
    '/api/documents/:id?',
    "Replace a document's file; ?async=false waits for its pages",
    async (call) => {
      const options = {
        waitForImages: !(call.query.flag('async') ?? true),
        precondition: call.precondition,
      };
      await withDocumentFile(call, replacement, (file, { Id, Pages }) =>
        call.services.documents.replaceFile(call.viewer, call.id('document', Id), file, {
          ...options,
          pages: Pages ?? null,
        }),
      );
    },
    {
      ...conditional,
      form: { document: replacement },
      statuses: { 409: 'The pages of the document are still being processed' },
      bodyInstead: replacement.extend(uploaded),
      query: waiting,
    },
  ),
  route(
    'POST',
    '/api/documents/:id/Plan',
    'Preview what replacing the file would do with each page; changes nothing',
    async (call) =>
      ok(
        replacementPlanView.of(
          await withDocumentFile(
            call,
            idOnly,
            (file) => call.services.replacementPlans.plan(call.viewer, id(call), file, call.signal),
            'inspect',
          ),
        ),
      ),
    {
      form: { document: idOnly },
      bodyInstead: idOnly.extend(uploaded),
      answer: replacementPlanView.shape,
      statuses: { 409: 'Pages of the document are still being processed' },
    },
  ),
  changeRoute(
    'POST',
    '/api/documents/:id/retry',
    'Retry a document whose pages could not be processed',
    (call) => call.services.documents.retry(call.viewer, id(call)),
    { statuses: { 409: 'The document has not failed' } },
  ),
  route(
    'PATCH',
    '/api/documents/:id?',
    'Change DefaultLanguage, Name, ParentId, Status or TimeWindow',
    async (call) => {
      const { Id, DefaultLanguage, Name, ParentId, ...shown } = await call.changes(changedDocument);
      const { Status, TimeWindow } = shown;
      const documentId = call.id('document', Id);
      const own = { defaultLanguage: DefaultLanguage, name: Name, parentId: ParentId };
      const patch = { ...own, status: Status, timeWindow: TimeWindow };
      await call.services.documents.patch(call.viewer, documentId, patch, call.precondition);
      return activationAnswer(call, documentId, Status);
    },
    { ...conditional, body: changedDocument, query: activationQuery },
  ),
  deleteRoute('/api/documents/:id?', 'Delete a document with its pages', (call) =>
    call.services.documents.delete(call.viewer, id(call), call.precondition),
  ),
  listRoute(
    '/api/documents/:id/images',
    "List a document's pages",
    (call) => call.services.documents.images(call.viewer, id(call)),
    imageView,
  ),
  listRoute('/api/documents/:id/files', "List a document's files", filesOf, file),
  listRoute('/api/files', "List a document's files", filesOf, file, {
    query: { 'documentId*': 'The document' },
  }),
  listRoute(
    '/api/documents/:id/languages',
    "List a document's languages",
    (call) => call.services.documentLanguages.list(call.viewer, id(call)),
    documentLanguageView,
  ),
  listRoute(
    '/api/documents/:id/titles',
    "List a document's titles",
    (call) => call.services.titles.list(call.viewer, id(call)),
    titleView,
  ),
  listRoute(
    '/api/documents/:id/actions',
    "List a document's actions",
    (call) => call.services.actions.list(call.viewer, id(call)),
    actionView,
  ),
];
