import { z } from 'zod';
import { listed } from '../rest/platform/answer.js';
import type { Call } from '../rest/platform/call.js';
import { FROM, route, type Route, TO } from '../rest/platform/route.js';
import { matchView, recordedClickView } from '../recognition/recognition.view.js';

async function matchesOf(call: Call) {
  const documentId = call.id('document');
  const filter = {
    documentId,
    ...(await call.period(documentId)),
    skip: call.query.count('skip'),
    take: call.query.count('take'),
  };
  const { matches } = call.services;
  const found = await matches.list(call.viewer, filter);
  return listed(found.map(matchView.of), { total: await matches.count(call.viewer, filter) });
}

async function clicksOf(call: Call) {
  const { clickReader } = call.services;
  const documentId = call.id('document');
  const filter = {
    documentId,
    ...(await call.period(documentId)),
    isJoined: call.query.flag('joined') ?? null,
  };
  const page = { skip: call.query.count('skip'), take: call.query.count('take') };
  const found = await clickReader.list(call.viewer, filter, page);
  return listed(found.map(recordedClickView.of), { total: await clickReader.count(call.viewer, filter) });
}

const facts = {
  query: {
    from: FROM,
    to: TO,
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
  {
    ...route('GET', '/api/documents/:id/clicks', 'List the clicks of a document, newest first', clicksOf, {
      query: {
        from: FROM,
        to: TO,
        joined: 'true: only those that followed a match; false: only clicks of their own',
        skip: 'Clicks left out at the beginning',
        take: 'Clicks of the answer, at most 1000',
      },
      answer: z.array(recordedClickView.shape),
    }),
    isPaged: true,
  },
];
