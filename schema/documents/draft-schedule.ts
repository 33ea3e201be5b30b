/** Drafts that are published by a date. */
import type { ScheduledDraft } from '../../src/documents/drafts/draft-schedule.service.js';
import { connectionComplexity } from '../../src/graphql/complexity.js';
import { builder } from '../builder.js';
import { connectionOf, keysetConnection } from '../connection.js';
import { arg, condition, problemMutation, seen } from '../mutations.js';
import { Document, Organization } from '../refs.js';
import { DraftType } from './draft.js';

builder.objectFields(DraftType, (t) => ({
  publishAt: t.expose('publishAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it is published by itself; null for by hand.',
  }),
  publishUser: t.exposeString('publishUser', {
    nullable: true,
    description: 'Who set the date; it is published with the rights that this user has then.',
  }),
  publishStopped: t.exposeString('publishStopped', {
    nullable: true,
    description: 'Why it could not be published at its date; null while it waits. A new date tries again.',
  }),
  document: t.field({
    type: Document,
    description: 'The document.',
    resolve: ({ documentId }) => documentId,
  }),
}));

const documentId = arg.id({ required: true, description: 'Guid of the document.' });

problemMutation('scheduleDraft', {
  type: DraftType,
  description:
    'Publishes a draft at a date, as it is then. What conflicts by then, or is refused for another reason, stops it: nothing is published, `Draft.publishStopped` says why, and the user gets a mail.',
  args: {
    documentId,
    at: arg.string({
      required: true,
      description:
        'For example 2026-12-24T00:00, by the clocks of the organization unless a zone is written.',
    }),
    ...condition,
  },
  resolve: ({ documentId: id, at, ifVersion }, { services, viewer }) =>
    services.draftSchedule.set(viewer, id, at, seen(ifVersion)),
});

problemMutation('unscheduleDraft', {
  cannot: ['input'],
  type: DraftType,
  description: 'Takes the date of a draft away: it waits to be published by hand.',
  args: { documentId },
  resolve: ({ documentId: id }, { services, viewer }) => services.draftSchedule.cancel(viewer, id),
});

const [DraftConnection, DraftEdge] = connectionOf(DraftType, 'Draft', 'drafts');

builder.objectField(Organization, 'scheduledDrafts', (t) =>
  t.connection(
    {
      type: DraftType,
      description:
        'Drafts of its documents and of those of the organizations below that have a date, the next one first; those that were stopped, too.',
      complexity: connectionComplexity,
      resolve: ({ id }, args, { services, viewer }) =>
        keysetConnection<ScheduledDraft>({
          args,
          order: 'PublishAt',
          valuesOf: (draft) => [draft.publishAt, draft.id],
          read: (keyset) => services.draftSchedule.page(viewer, id, keyset),
          count: () => services.draftSchedule.count(viewer, id),
        }),
    },
    DraftConnection,
    DraftEdge,
  ),
);
