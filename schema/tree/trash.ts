/** The trash: what was thrown away and can be restored. */
import { connectionComplexity } from '../../src/graphql/complexity.js';
import { trashTypes } from '../../src/tree/node.entity.js';
import type { RestoredElement, TrashEntryView } from '../../src/documents/trash/trash.service.js';
import { builder, enumType } from '../builder.js';
import { connectionOf, keysetConnection } from '../connection.js';
import { arg, idDeletion, problemMutation } from '../mutations.js';
import { Organization } from '../refs.js';

const TrashTypeEnum = enumType('TrashType', {
  description: 'Kinds of elements that can lie in the trash.',
  values: trashTypes,
});

const TrashEntry = builder.objectRef<TrashEntryView>('TrashEntry').implement({
  description: 'Something that was thrown away by itself, with all that it held.',
  fields: (t) => ({
    elementId: t.exposeID('id', { description: 'Guid of the element, by which it is restored.' }),
    type: t.field({ type: TrashTypeEnum, description: 'Its kind.', resolve: ({ type }) => type }),
    name: t.exposeString('name', { description: 'Its name.' }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'The element that it was in; null for a picture. It may be gone by now.',
    }),
    place: t.stringList({
      description: 'Names from the organization down to the element that it was in, as they were.',
      resolve: ({ place }) => [...place],
    }),
    pages: t.exposeInt('pages', { description: 'Pages that it held, or is.' }),
    freedCredits: t.exposeInt('freedCredits', {
      description: 'Credits that are free again, and that restoring its active pages takes.',
    }),
    user: t.exposeString('user', { description: 'Who threw it away.' }),
    trashedAt: t.expose('dateTrashed', { type: 'DateTime', description: 'When it was thrown away.' }),
    purgedAt: t.expose('datePurged', { type: 'DateTime', description: 'When it is removed for good.' }),
  }),
});

const [TrashConnection, TrashEdge] = connectionOf(TrashEntry, 'TrashEntry', 'entries');

builder.objectField(Organization, 'trash', (t) =>
  t.connection(
    {
      type: TrashEntry,
      description: 'What was thrown away in it, newest first.',
      complexity: connectionComplexity,
      resolve: ({ id }, args, { services, viewer }) =>
        keysetConnection<TrashEntryView>({
          args,
          order: 'Trashed',
          valuesOf: (entry) => [entry.dateTrashed, entry.id],
          read: (keyset) => services.trash.page(viewer, id, keyset),
          count: () => services.trash.count(viewer, id),
        }),
    },
    TrashConnection,
    TrashEdge,
  ),
);

const RestoredElementType = builder.objectRef<RestoredElement>('RestoredElement').implement({
  description: 'What came back from the trash; read the rest of it by its id.',
  fields: (t) => ({
    elementId: t.exposeID('id', { description: 'Guid of the element.' }),
    type: t.field({ type: TrashTypeEnum, description: 'Its kind.', resolve: ({ type }) => type }),
    parentId: t.exposeID('parentId', { nullable: true, description: 'What it lies in.' }),
    name: t.exposeString('name', {
      description: 'Its name; beside a sibling of that name it got a number behind it.',
    }),
  }),
});

problemMutation('restoreFromTrash', {
  may: ['credit'],
  type: RestoredElementType,
  description:
    'Brings an element back with all that it held. Its active pages are found again and take their credits.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the element.' }),
    parentId: arg.id({ description: 'Where a folder or document goes; to where it was when left out.' }),
    isInactive: arg.boolean({
      defaultValue: false,
      description: 'Restores documents as inactive ones, which takes no credits.',
    }),
  },
  resolve: ({ id, parentId, isInactive }, { services, viewer }) =>
    services.trash.restore(viewer, id, { parentId: parentId ?? null, isInactive: isInactive ?? false }),
});

idDeletion('purgeFromTrash', {
  description: 'Removes something of the trash for good.',
  idDescription: 'Guid of the element.',
  work: ({ services, viewer }, id) => services.trash.purge(viewer, id),
});

const EmptiedTrash = builder.objectRef<{ readonly count: number }>('EmptiedTrash').implement({
  description: 'What was in the trash.',
  fields: (t) => ({ count: t.exposeInt('count', { description: 'Elements that were removed for good.' }) }),
});

problemMutation('emptyTrash', {
  cannot: ['input'],
  type: EmptiedTrash,
  description: 'Removes everything in an organization’s trash for good.',
  args: { organizationId: arg.id({ required: true, description: 'Guid of the organization.' }) },
  resolve: async ({ organizationId }, { services, viewer }) => ({
    count: await services.trash.empty(viewer, organizationId),
  }),
});

idDeletion('deleteImage', {
  may: ['input'],
  description: 'Throws a page away with its titles, actions and zones; the pages behind it move up.',
  idDescription: 'Guid of the page.',
  work: ({ services, viewer }, id) => services.images.delete(viewer, id),
});
