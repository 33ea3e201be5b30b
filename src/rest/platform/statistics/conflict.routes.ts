/** What could be confused with a document, image or zone. */
import { z } from 'zod';
import { ok } from '../answer.js';
import { route, type Route } from '../route.js';
import { conflictView } from './conflict.view.js';

export const conflictRoutes: readonly Route[] = [
  route(
    'GET',
    '/services/Conflict/Check',
    'List what a photo of a document, image or zone could be confused with',
    async (call) => {
      const results = await call.services.conflicts.check(call.viewer, call.query.required('id'));
      return ok(results.map((result) => conflictView.of(result, call.urlOf)));
    },
    { query: { 'id*': 'The document, image or zone' }, answer: z.array(conflictView.shape) },
  ),
];
