/** Filters of the library that users keep. */
import type { SavedFilterView } from '../../src/users/saved-filters/saved-filter.service.js';
import { builder } from '../builder.js';
import { arg, idDeletion, problemMutation } from '../mutations.js';
import { ActivityStatusEnum, DirectionEnum } from '../status.js';
import { NodeOrderField, NodeOrderInput } from '../tree/children.js';
import { MeType } from './session.js';

const SavedFilter = builder.objectRef<SavedFilterView>('SavedFilter').implement({
  description: 'A filter of lists of documents that you keep under a name.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the filter.' }),
    name: t.exposeString('name', { description: 'The name that you gave it.' }),
    nameContains: t.exposeString('nameContains', {
      description: 'Only documents with this in their name; empty for all.',
    }),
    status: t.field({
      type: ActivityStatusEnum,
      nullable: true,
      description: 'Only documents of this status; null for all.',
      resolve: ({ status }) => status ?? null,
    }),
    updatedWithinDays: t.int({
      nullable: true,
      description: 'Only documents that were changed within this number of days; null for all.',
      resolve: ({ updatedWithinDays }) => updatedWithinDays ?? null,
    }),
    isRecursive: t.exposeBoolean('isRecursive', { description: 'Also documents in the folders below.' }),
    orderField: t.field({
      type: NodeOrderField,
      description: 'What they are sorted by.',
      resolve: ({ orderField }) => orderField,
    }),
    orderDirection: t.field({
      type: DirectionEnum,
      description: 'Which way.',
      resolve: ({ orderDirection }) => orderDirection,
    }),
  }),
});

builder.objectField(MeType, 'savedFilters', (t) =>
  t.field({
    type: [SavedFilter],
    description: 'Your filters of lists of documents, by name.',
    resolve: async (_me, _args, { services, viewer }) => [...(await services.savedFilters.list(viewer))],
  }),
);

problemMutation('saveFilter', {
  cannot: ['missing'],
  type: SavedFilter,
  description:
    'Keeps a filter of lists of documents for you, at most 50 of them. One of the same name is replaced.',
  args: {
    name: arg.string({ required: true, description: 'Its name, at most 80 characters.' }),
    nameContains: arg.string({ description: 'Only documents with this in their name.' }),
    status: arg.field({ type: ActivityStatusEnum, description: 'Only documents of this status.' }),
    updatedWithinDays: arg.int({
      description: 'Only documents that were changed within this number of days, at most 3650.',
    }),
    isRecursive: arg.boolean({ defaultValue: false, description: 'Also documents in the folders below.' }),
    orderBy: arg.field({ type: NodeOrderInput, description: 'By name when left out.' }),
  },
  resolve: ({ name, nameContains, status, updatedWithinDays, isRecursive, orderBy }, { services, viewer }) =>
    services.savedFilters.save(viewer, {
      name,
      nameContains: nameContains ?? '',
      status: status ?? null,
      updatedWithinDays: updatedWithinDays ?? null,
      isRecursive: isRecursive ?? false,
      order: { field: orderBy?.field ?? 'Name', direction: orderBy?.direction ?? 'asc' },
    }),
});

idDeletion('deleteSavedFilter', {
  description: 'Removes a filter that you keep.',
  idDescription: 'Guid of the filter.',
  work: ({ services, viewer }, id) => services.savedFilters.remove(viewer, id),
});
