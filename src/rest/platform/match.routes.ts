import { z } from 'zod';
import { ok } from './answer.js';
import type { Call } from './call.js';
import { route, type Route } from './route.js';
import { matchView } from './recognition.view.js';

async function matchesOf(call: Call) {
  const filter = {
    documentId: call.id('document'),
    from: call.query.date('from'),
    to: call.query.date('to'),
    skip: call.query.count('skip'),
    take: call.query.count('take'),
  };
  return ok((await call.services.matches.list(call.viewer, filter)).map(matchView.of));
}

const facts = {
  query: {
    from: 'First instant',
    to: 'Instant after the last one',
    skip: 'Matches left out at the beginning',
    take: 'Matches of the answer, at most 1000',
  },
  answer: z.array(matchView.shape),
};

export const matchRoutes: readonly Route[] = [
  {
    ...route('GET', '/api/matches', 'List the recognitions of a document, newest first', matchesOf, {
      ...facts,
      query: { 'documentId*': 'The document', ...facts.query },
    }),
    isPaged: true,
  },
  {
    ...route(
      'GET',
      '/api/documents/:id/matches',
      'List the recognitions of a document, newest first',
      matchesOf,
      facts,
    ),
    isPaged: true,
  },
];
