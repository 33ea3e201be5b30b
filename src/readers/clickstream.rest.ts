/** Statistics: matches a day, and archives. */
import { z } from 'zod';
import { dimensions } from '../statistics/statistics-sources.js';
import { statisticsCsv } from '../statistics/statistics-csv.js';
import { file, ok } from '../rest/platform/answer.js';
import type { Call } from '../rest/platform/call.js';
import { FROM, route, type Route, TO } from '../rest/platform/route.js';
import { archiveView, dayCountView, statisticsView } from './clickstream.view.js';

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
  route(
    'GET',
    '/services/Clickstream/Statistics',
    'Count matches, clicks and scans of an organization or element, by day, place, language or device',
    async (call) => {
      const elementId = call.query.required('elementId');
      const by = call.query.words('by', dimensions);
      const timeZone = call.query.get('timeZone');
      const asCsv = call.query.words('format', ['json', 'csv']).includes('csv');
      const { statistics, timeZones } = call.services;
      const period = call.query.period(timeZone ?? (await timeZones.of(elementId)));
      const counted = await statistics.count(call.viewer, { elementId, by, timeZone, ...period });
      if (!asCsv) return ok(statisticsView.of(counted));
      const fileName = `statistics-${elementId.toLowerCase()}.csv`;
      return file({ content: statisticsCsv(counted, by), contentType: 'text/csv; charset=utf-8', fileName });
    },
    {
      query: {
        'elementId*': 'The organization, with those below it, or any element in one',
        by: `At most two of ${dimensions.join(', ')}, separated by commas; only the total when left out`,
        ...period,
        timeZone: "Where days begin at midnight, for example Europe/Paris; the organization's when left out",
        format: 'json or csv',
      },
      answer: statisticsView.shape,
    },
  ),
];
