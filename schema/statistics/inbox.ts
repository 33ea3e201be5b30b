/** The inbox of an organization: what somebody should look at. */
import type { InboxItem, inboxKinds } from '../../src/statistics/inbox.service.js';
import { builder, enumType } from '../builder.js';
import { Organization } from '../refs.js';

const InboxKindEnum = enumType('InboxKind', {
  description: 'Why somebody should look at something.',
  values: {
    DraftStopped: { description: 'A draft could not be published at its date.' },
    LinkSilent: { description: 'A web address does not answer any more.' },
    CreditsLow: { description: 'Few page credits are left.' },
    ScannedWithoutAction: { description: 'A page is scanned that offers nothing.' },
    OffersNothing: { description: 'An element whose actions have times offers none, now or within a week.' },
    EndsSoon: { description: 'Something is shown for the last time within a week.' },
  } satisfies Record<(typeof inboxKinds)[number], object>,
});

const ItemType = builder.objectRef<InboxItem>('InboxItem').implement({
  description: 'Something that somebody should look at. It goes once it is mended.',
  fields: (t) => ({
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
      description: 'Scans of seven days, or the credits that are left.',
    }),
    at: t.expose('at', { type: 'DateTime', nullable: true, description: 'When it happened or will.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why a draft was stopped; the HTTP status of a link.',
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
