/** Events of readers: as they happen, and from a cursor on. */
import { connectionComplexity } from '../../src/graphql/complexity.js';
import { forgetLoaded } from '../../src/graphql/loaders.js';
import { decodePlace, encodePlace, EVENT_ORDER, placeOf } from '../../src/readers/events/event-body.js';
import { timeOfNumber } from '../../src/readers/events/event-number.js';
import type { recordedKinds } from '../../src/readers/events/recorded-event.js';
import { type RecordedEvent } from '../../src/readers/events/recorded-event.js';
import type { EventBatch } from '../../src/readers/events/recorded-events.service.js';
import { ActionTypeEnum } from '../content/target-words.js';
import { builder, enumType } from '../builder.js';
import { connectionOf, keysetConnection } from '../connection.js';
import { Document, Image, Organization } from '../refs.js';

const KindEnum = enumType('RecordedEventKind', {
  description: 'What a reader did.',
  values: {
    Recognized: { description: 'A page or zone was recognized, or opened by its id or a short address.' },
    Unrecognized: { description: 'Nothing was recognized in a scan.' },
    Picture: { description: 'A picture of picture mode was recognized.' },
    Clicked: { description: 'An action was triggered.' },
  } satisfies Record<(typeof recordedKinds)[number], object>,
});

const EventType = builder.objectRef<RecordedEvent>('RecordedEvent').implement({
  description: 'What a reader did: a recognition, a scan without a result, or a click.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the record; the same whenever it comes.' }),
    kind: t.field({ type: KindEnum, description: 'What it was.', resolve: ({ kind }) => kind }),
    time: t.expose('time', { type: 'DateTime', description: 'When.' }),
    organizationId: t.exposeID('organizationId', { description: 'Guid of the organization.' }),
    documentId: t.exposeID('documentId', {
      nullable: true,
      description: 'Guid of the document; null where nothing of one was recognized.',
    }),
    documentName: t.exposeString('documentName', { description: 'Its name at that time; may be empty.' }),
    document: t.field({
      type: Document,
      nullable: true,
      description: 'The document; null when it is gone by now.',
      resolve: async ({ documentId }, _args, context) =>
        documentId === null ? null : Document.getDataloader(context).load(documentId).catch(gone),
    }),
    pageId: t.exposeID('pageId', { nullable: true, description: 'Guid of the page.' }),
    pageName: t.exposeString('pageName', { description: 'Its name at that time; may be empty.' }),
    pageOrder: t.exposeInt('pageOrder', {
      nullable: true,
      description: 'Its place at that time; null of clicks.',
    }),
    page: t.field({
      type: Image,
      nullable: true,
      description: 'The page; null when it is gone by now.',
      resolve: async ({ pageId }, _args, context) =>
        pageId === null ? null : Image.getDataloader(context).load(pageId).catch(gone),
    }),
    zoneId: t.exposeID('zoneId', { nullable: true, description: 'Guid of the zone.' }),
    zoneName: t.exposeString('zoneName', { description: 'Its name at that time; may be empty.' }),
    language: t.exposeString('language', {
      description: 'The language that was shown; of a scan without a result the one asked for.',
    }),
    sessionId: t.exposeString('sessionId', { description: 'The reader’s session; may be empty.' }),
    isScan: t.exposeBoolean('isScan', {
      description: 'Whether a camera’s picture was recognized; false for ids, short addresses and clicks.',
    }),
    matchId: t.exposeID('matchId', {
      nullable: true,
      description: 'Of a click: guid of the recognition that it followed.',
    }),
    actionId: t.exposeID('actionId', { nullable: true, description: 'Guid of the action of a click.' }),
    actionName: t.exposeString('actionName', { description: 'Its name at that time; may be empty.' }),
    actionType: t.field({
      type: ActionTypeEnum,
      nullable: true,
      description: 'Its type at that time.',
      resolve: ({ actionType }) => actionType,
    }),
    deviceName: t.exposeString('deviceName', { description: 'As the reader’s device reports it.' }),
    sdk: t.exposeString('sdk', { description: 'The program that scanned.' }),
  }),
});

const gone = () => null;

const DOCUMENT_ALONE = 'What is about this document alone; about everything when left out.';

const [EventConnection, EventEdge] = connectionOf(EventType, 'RecordedEvent', 'events');

builder.objectField(Organization, 'recordedEvents', (t) =>
  t.connection(
    {
      type: EventType,
      description:
        'What readers of it and of the organizations below it did in the last 30 days, in the order in which programs get it. A cursor is good for as long; an older one is refused with CURSOR_TOO_OLD. Also an empty part has an `endCursor` to go on from.',
      complexity: connectionComplexity,
      args: { documentId: t.arg.id({ description: DOCUMENT_ALONE }) },
      resolve: async ({ id }, args, { services, viewer }) => {
        let end = args.after ?? null;
        const connection = await keysetConnection<RecordedEvent>({
          args,
          order: EVENT_ORDER,
          valuesOf: ({ number }) => [number, timeOfNumber(number)],
          read: async ({ after, before, limit, isInverted }) => {
            const { events, place } = await services.recordedEvents.read(viewer, id, {
              after: after === null ? null : placeOf(after),
              before: before === null ? null : placeOf(before),
              limit,
              isInverted,
              documentId: args.documentId ?? null,
            });
            end = encodePlace(place);
            return events;
          },
          count: () => services.recordedEvents.count(viewer, id, args.documentId),
        });
        const { pageInfo } = connection;
        return { ...connection, pageInfo: { ...pageInfo, endCursor: pageInfo.endCursor ?? end } };
      },
    },
    EventConnection,
    EventEdge,
  ),
);

const BatchType = builder.objectRef<EventBatch>('RecordedEventBatch').implement({
  description: 'What readers did, in order, and where to go on.',
  fields: (t) => ({
    events: t.field({
      type: [EventType],
      description: 'At most 100; none where the stream begins and there is nothing yet.',
      resolve: ({ events }) => [...events],
    }),
    cursor: t.string({
      description: 'For `after`: what comes behind the batch.',
      resolve: ({ place }) => encodePlace(place),
    }),
  }),
});

builder.subscriptionField('recorded', (t) =>
  t.field({
    type: BatchType,
    description:
      'What readers of an organization and of those below it do, as it happens: in batches, in order, each event at least once. Ends with an error when your rights are taken away.',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Guid of the organization.' }),
      after: t.arg.string({
        description:
          'Cursor of the last batch that arrived: everything behind it comes first, for 30 days. Left out, the stream begins now.',
      }),
      documentId: t.arg.id({ description: DOCUMENT_ALONE }),
    },
    subscribe: async (_root, { organizationId, after, documentId }, context) => {
      const { services, viewer } = context;
      const place = after == null ? null : decodePlace(after, 'after');
      await services.recordedEvents.read(viewer, organizationId, {
        ...{ after: place, limit: 1, documentId: documentId ?? null },
      });
      return batchesOf(
        services.recordedEvents.follow(
          () => context.currentViewer(),
          ...([organizationId, place, documentId ?? null] as const),
        ),
        () => forgetLoaded(context),
      );
    },
    resolve: (batch) => batch,
  }),
);

async function* batchesOf(batches: AsyncGenerator<EventBatch>, forget: () => void) {
  for await (const batch of batches) {
    forget();
    yield batch;
  }
}
