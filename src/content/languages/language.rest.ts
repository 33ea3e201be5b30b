/** Languages, and the languages of documents. */
import { z } from 'zod';
import { badInput } from '../../kernel/errors.js';
import { ok } from '../../rest/platform/answer.js';
import { optional, text } from '../../rest/shared/members.js';
import { changeRoute } from '../../rest/platform/change-routes.js';
import { listRoute, route, type Route } from '../../rest/platform/route.js';
import { documentLanguageView, languageView } from '../content.view.js';

const documentLanguage = z.object({ DocumentId: optional(text), LanguageCode: optional(text) });

export const languageRoutes: readonly Route[] = [
  route(
    'GET',
    '/api/Languages',
    'List the languages that titles and actions can have',
    async (call) => ok(call.services.languages.list(call.viewer).map(languageView.of)),
    { answer: z.array(languageView.shape) },
  ),
  changeRoute(
    'PUT',
    '/api/DocumentLanguages',
    'Add a language to a document',
    async (call) => {
      const body = await call.members(documentLanguage);
      const documentId = body.DocumentId ?? call.query.get('documentId');
      const languageCode = body.LanguageCode ?? call.query.get('languageCode');
      if (documentId === null) throw badInput('DocumentId', 'is missing');
      if (languageCode === null) throw badInput('LanguageCode', 'is missing');
      await call.services.documentLanguages.add(call.viewer, documentId, languageCode);
    },
    { body: documentLanguage },
  ),
  listRoute(
    '/api/DocumentLanguages',
    "List a document's languages by ?documentId=",
    (call) => call.services.documentLanguages.list(call.viewer, call.query.required('documentId')),
    documentLanguageView,
    { query: { 'documentId*': 'The document' } },
  ),
  changeRoute(
    'DELETE',
    '/api/DocumentLanguages',
    'Remove a language from a document',
    async (call) => {
      const documentId = call.query.required('documentId');
      const languageCode = call.query.required('languageCode');
      await call.services.documentLanguages.remove(call.viewer, documentId, languageCode);
    },
    { query: { 'documentId*': 'The document', 'languageCode*': 'The language' } },
  ),
];
