/** Events of readers, from a cursor on: for programs that ask. */
import { z } from 'zod';
import { actionTypes } from '../../content/actions/action.entity.js';
import { badInput } from '../../kernel/errors.js';
import { ok } from '../../rest/platform/answer.js';
import { route, type Route } from '../../rest/platform/route.js';
import { date, guid, optionalText, shape, text, whole } from '../../rest/platform/shapes.js';
import { view } from '../../rest/shared/view.js';
import { decodePlace, encodePlace } from './event-body.js';
import { type RecordedEvent, recordedKinds } from './recorded-event.js';

const MOST = 100;

const eventShape = shape('RecordedEvent', 'What a reader did', {
  Id: guid.describe('Of the record; the same whenever it comes'),
  Type: z.enum(recordedKinds),
  Time: date,
  OrganizationId: guid,
  DocumentId: guid.nullable(),
  DocumentName: text,
  PageId: guid.nullable(),
  PageName: text,
  PageOrder: whole.nullable(),
  ZoneId: guid.nullable(),
  ZoneName: text,
  Language: text,
  SessionId: text,
  IsScan: z
    .boolean()
    .describe('Whether a camera’s picture was recognized; false for ids, short addresses and clicks'),
  MatchId: guid.nullable().describe('Of a click: the recognition that it followed'),
  ActionId: guid.nullable(),
  ActionName: text,
  ActionType: z.enum(actionTypes).nullable(),
  DeviceName: text,
  Sdk: text,
});

const eventView = view(eventShape, (event: RecordedEvent) => ({
  Id: event.id,
  Type: event.kind,
  Time: event.time.toISOString(),
  OrganizationId: event.organizationId,
  DocumentId: event.documentId,
  DocumentName: event.documentName,
  PageId: event.pageId,
  PageName: event.pageName,
  PageOrder: event.pageOrder,
  ZoneId: event.zoneId,
  ZoneName: event.zoneName,
  Language: event.language,
  SessionId: event.sessionId,
  IsScan: event.isScan,
  MatchId: event.matchId,
  ActionId: event.actionId,
  ActionName: event.actionName,
  ActionType: event.actionType,
  DeviceName: event.deviceName,
  Sdk: event.sdk,
}));

const eventsShape = shape('RecordedEvents', 'What readers did, in order, and where to go on', {
  Events: z.array(eventShape),
  Next: optionalText.describe('The `after` of the next request, also where there are no events'),
});

export const recordedEventRoutes: readonly Route[] = [
  route(
    'GET',
    '/services/RecordedEvents',
    'List what readers of an organization and of those below it did, from a cursor on',
    async (call) => {
      const organizationId = call.query.required('organizationId');
      const after = call.query.get('after');
      const limit = call.query.count('first') ?? MOST;
      if (limit < 1 || limit > MOST) throw badInput('first', `must be from 1 to ${MOST}`);
      const { recordedEvents } = call.services;
      const { events, place } = await recordedEvents.read(call.viewer, organizationId, {
        after: after === null ? null : decodePlace(after, 'after'),
        limit,
        documentId: call.query.get('documentId'),
      });
      return ok({ Events: events.map((event) => eventView.of(event)), Next: encodePlace(place) });
    },
    {
      query: {
        'organizationId*': 'The organization',
        after: 'The cursor of the answer before; without it the events of the last 30 days begin',
        documentId: 'Those of this document alone',
        first: `How many, 1 to ${MOST}; ${MOST} when left out`,
      },
      answer: eventsShape,
    },
  ),
];
