import { ok } from './answer.js';
import type { Call } from './call.js';
import { matchWire } from './match.wire.js';
import { route, type Route } from './route.js';

async function matchesOf(call: Call) {
  const filter = {
    documentId: call.id('document'),
    from: call.date('from'),
    to: call.date('to'),
    skip: call.wholeNumber('skip'),
    take: call.wholeNumber('take'),
  };
  return ok((await call.services.matches.list(call.viewer, filter)).map(matchWire));
}

export const matchRoutes: readonly Route[] = [
  route('GET', '/api/matches', 'List the recognitions of ?documentId=, newest first', matchesOf),
  route('GET', '/api/documents/:id/matches', 'List the recognitions of a document, newest first', matchesOf),
];
