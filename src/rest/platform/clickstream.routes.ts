/** Statistics: matches a day, and archives. */
import { z } from 'zod';
import { ok } from './answer.js';
import type { Call } from './call.js';
import { FROM, route, type Route, TO } from './route.js';
import { archiveView, dayCountView } from './clickstream.view.js';

const period = { from: FROM, to: TO };
const documentId = { 'documentId*': 'The document' };

const periodOf = async (call: Call) => call.period(call.query.required('documentId'));

export const clickstreamRoutes: readonly Route[] = [
  route(
    'GET',
    '/services/Clickstream/GetMatchCumul',
    'Count the matches of a document by day, in UTC',
    async (call) => {
      const days = await call.services.clickstream.matchCumul(
        call.viewer,
        call.query.required('documentId'),
        await periodOf(call),
      );
      return ok(days.map((day) => dayCountView.of(day)));
    },
    { query: { ...documentId, ...period }, answer: z.array(dayCountView.shape) },
  ),
  route(
    'GET',
    '/services/Clickstream/Download',
    'Make an archive of the matches of a document: detailed and by day',
    async (call) => {
      const archive = await call.services.clickstream.makeArchive(
        call.viewer,
        call.query.required('documentId'),
        await periodOf(call),
        { wait: !(call.query.flag('async') ?? false) },
      );
      return ok(archiveView.of(archive, call.urlOf));
    },
    {
      query: {
        ...documentId,
        ...period,
        async: 'true answers at once; the address works when the archive is ready',
      },
      answer: archiveView.shape,
    },
  ),
];
