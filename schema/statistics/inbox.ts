/** The inbox of an organization: what somebody should look at. */
import type { InboxEntry } from '../../src/statistics/inbox/inbox.service.js';
import type { inboxKinds } from '../../src/statistics/inbox/inbox-items.js';
import { builder, enumType } from '../builder.js';
import { arg, problemMutation } from '../mutations.js';
import { Organization } from '../refs.js';

const InboxKindEnum = enumType('InboxKind', {
  description: 'Why somebody should look at something.',
  values: {
    DraftStopped: { description: 'A draft could not be published at its date.' },
    ReviewAsked: { description: 'A draft waits for the approval of the user who reads the inbox.' },
    LinkSilent: { description: 'A web address does not answer any more.' },
    CreditsLow: { description: 'Few page credits are left.' },
    StorageNear: { description: 'Files fill most of what the operator allows.' },
    ScansNear: { description: 'Most of the scans that the operator allows in this month are used.' },
    ScannedWithoutAction: { description: 'A page is scanned that offers nothing.' },
    OffersNothing: { description: 'An element whose actions have times offers none, now or within a week.' },
    EndsSoon: { description: 'Something is shown for the last time within a week.' },
  } satisfies Record<(typeof inboxKinds)[number], object>,
});

const DismissalType = builder.objectRef<NonNullable<InboxEntry['dismissed']>>('InboxDismissal').implement({
  description: 'Who does not want to see an item of the inbox any more, for all of the organization.',
  fields: (t) => ({
    by: t.exposeString('by', { description: 'Name of the user.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
  }),
});

const ItemType = builder.objectRef<InboxEntry>('InboxItem').implement({
  description: 'Something that somebody should look at. It goes once it is mended.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Of the fact: another one when it is a new fact.' }),
    dismissed: t.expose('dismissed', {
      type: DismissalType,
      nullable: true,
      description: 'Null while it is shown.',
    }),
    kind: t.field({ type: InboxKindEnum, description: 'Why.', resolve: ({ kind }) => kind }),
    name: t.exposeString('name', {
      description: 'Name of the document, page, title or action; of a link its address.',
    }),
    documentId: t.exposeID('documentId', { nullable: true, description: 'Where it is mended.' }),
    documentName: t.exposeString('documentName', { nullable: true, description: 'Its name.' }),
    pageId: t.exposeID('pageId', { nullable: true, description: 'The page, where it is one.' }),
    pageOrder: t.exposeInt('pageOrder', { nullable: true, description: 'Its place in the document.' }),
    count: t.exposeInt('count', {
      nullable: true,
      description: 'Scans of seven days, the credits that are left, or percent of a limit.',
    }),
    at: t.expose('at', { type: 'DateTime', nullable: true, description: 'When it happened or will.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why a draft was stopped; who asked for a review; the HTTP status of a link.',
    }),
  }),
});

builder.objectField(Organization, 'inbox', (t) =>
  t.field({
    type: [ItemType],
    description: 'What somebody should look at, the most pressing first; at most 20 of a kind.',
    resolve: async ({ id }, _args, { services, viewer }) => [...(await services.inbox.of(viewer, id))],
  }),
);

builder.objectField(Organization, 'dismissedInbox', (t) =>
  t.field({
    type: [ItemType],
    description: 'What was dismissed and has not become a new fact: it would stand in the inbox otherwise.',
    resolve: async ({ id }, _args, { services, viewer }) => [...(await services.inbox.dismissed(viewer, id))],
  }),
);

const args = {
  organizationId: arg.id({ required: true, description: 'Guid of the organization.' }),
  itemId: arg.id({ required: true, description: '`InboxItem.id`.' }),
};

problemMutation('dismissInboxItem', {
  cannot: ['input'],
  type: ItemType,
  description:
    'Takes an item out of the inbox of everybody of the organization. It comes back as a new fact: at another date, for another reason, with twice the scans or half the credits, or the same once more after it was mended.',
  args,
  resolve: ({ organizationId, itemId }, { services, viewer }) =>
    services.inbox.dismiss(viewer, organizationId, itemId),
});

problemMutation('restoreInboxItem', {
  cannot: ['input'],
  type: ItemType,
  description: 'Puts a dismissed item back into the inbox.',
  args,
  resolve: ({ organizationId, itemId }, { services, viewer }) =>
    services.inbox.restore(viewer, organizationId, itemId),
});
