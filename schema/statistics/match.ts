/** Recognitions of a document and the clicks that followed them. */
import { connectionComplexity } from '../../src/graphql/complexity.js';
import { requestLoader } from '../../src/graphql/loaders.js';
import type { MatchPageRequest } from '../../src/readers/match-pages.js';
import type { ClickView, MatchView } from '../../src/readers/match.reader.js';
import type { MatchPeriod } from '../../src/readers/match.service.js';
import { ActionTypeEnum } from '../content/target-words.js';
import { builder } from '../builder.js';
import { connectionOf, keysetConnection } from '../connection.js';
import { NodeInterface } from '../node.js';
import { Click, Document, Match } from '../refs.js';

const matchPages = requestLoader<MatchPageRequest, readonly MatchView[]>(({ services, viewer }, requests) =>
  services.matchPages.read(viewer, requests),
);
const matchCounts = requestLoader<MatchPeriod, number>(({ services, viewer }, periods) =>
  services.matchPages.count(viewer, periods),
);

Click.implement({
  description: 'A reader triggered an action.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    match: t.field({
      type: Match,
      nullable: true,
      description:
        'The recognition that it followed: by its session, or else by the action and the reader’s device; null for a click of its own.',
      resolve: ({ matchId }) => matchId,
    }),
    sessionId: t.exposeString('sessionId', { description: 'The session that it counts to.' }),
    clickedAt: t.expose('clickTime', { type: 'DateTime', description: 'When.' }),
    host: t.exposeString('host', {
      nullable: true,
      description: 'The reader’s address, as far as the organization keeps it.',
    }),
    actionId: t.exposeID('actionId', { description: 'The action; it may be gone by now.' }),
    actionName: t.exposeString('actionName', { description: 'Its name at that time.' }),
    actionOrder: t.exposeInt('actionOrder', { nullable: true, description: 'Its order at that time.' }),
    actionType: t.field({
      type: ActionTypeEnum,
      description: 'Its type at that time.',
      resolve: ({ actionType }) => actionType,
    }),
  }),
});

Match.implement({
  description: 'A page or zone of a document was recognized.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    document: t.field({
      type: Document,
      description: 'The document.',
      resolve: ({ documentId }) => documentId,
    }),
    requestedAt: t.expose('requestTime', { type: 'DateTime', description: 'When.' }),
    deviceSystemVersion: t.exposeString('deviceSystemVersion', {
      nullable: true,
      description: 'As the reader’s device reports it.',
    }),
    operatingSystem: t.exposeString('operatingSystem', {
      nullable: true,
      description: 'As the reader’s device reports it.',
    }),
    language: t.expose('language', { type: 'Locale', description: 'Language that was shown.' }),
    imageOrder: t.exposeInt('imageOrder', { description: 'Number of the page.' }),
    documentName: t.exposeString('documentName', { description: 'Name of the document at that time.' }),
    host: t.exposeString('host', {
      nullable: true,
      description: 'The reader’s address, as far as the organization keeps it.',
    }),
    clicks: t.field({
      type: [Click],
      description: 'What the reader triggered after it.',
      resolve: ({ clicks }) => [...clicks],
    }),
  }),
});

const [MatchConnection, MatchEdge] = connectionOf(Match, 'Match', 'matches');

builder.objectField(Document, 'matches', (t) =>
  t.connection(
    {
      type: Match,
      description: 'Recognitions of its pages and zones, newest first.',
      args: {
        from: t.arg({ type: 'DateTime', description: 'Only those from then on.' }),
        to: t.arg({ type: 'DateTime', description: 'Only those before then.' }),
      },
      complexity: connectionComplexity,
      resolve: ({ id }, args, context) => {
        const filter = { documentId: id, from: args.from ?? null, to: args.to ?? null };
        return keysetConnection<MatchView>({
          args,
          order: 'RequestTime',
          valuesOf: (match) => [match.requestTime, match.id],
          read: (keyset) => matchPages(context).load({ ...filter, keyset }),
          count: () => matchCounts(context).load(filter),
        });
      },
    },
    MatchConnection,
    MatchEdge,
  ),
);

const [ClickConnection, ClickEdge] = connectionOf(Click, 'Click', 'clicks');

builder.objectField(Document, 'clicks', (t) =>
  t.connection(
    {
      type: Click,
      description: 'What readers triggered of its actions, newest first.',
      args: {
        from: t.arg({ type: 'DateTime', description: 'Only those from then on.' }),
        to: t.arg({ type: 'DateTime', description: 'Only those before then.' }),
        isJoined: t.arg.boolean({
          description: 'true: only those that followed a match; false: only clicks of their own.',
        }),
      },
      complexity: connectionComplexity,
      resolve: ({ id }, { from, to, isJoined, ...args }, { services, viewer }) => {
        const filter = { documentId: id, from: from ?? null, to: to ?? null, isJoined: isJoined ?? null };
        return keysetConnection<ClickView>({
          args,
          order: 'ClickTime',
          valuesOf: (click) => [click.clickTime, click.id],
          read: (keyset) => services.clickReader.page(viewer, filter, keyset),
          count: () => services.clickReader.count(viewer, filter),
        });
      },
    },
    ClickConnection,
    ClickEdge,
  ),
);
