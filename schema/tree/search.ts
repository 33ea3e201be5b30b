/** Search by id or a part of a name. */
import type { PathStep, SearchHit } from '../../src/text-search/search.service.js';
import { builder, enumType } from '../builder.js';
import { Document, Folder, Organization, User } from '../refs.js';

const types = ['Organization', 'Folder', 'Document', 'User'] as const;

const SearchElement = builder.unionType('SearchElement', {
  description: 'What a search finds.',
  types: [Organization, Folder, Document, User],
  resolveType: (element) => (element as unknown as { readonly foundType: string }).foundType,
});

const SearchStepTypeEnum = enumType('SearchStepType', {
  description: 'Kinds of steps on the way to what was found.',
  values: ['Organization', 'Folder', 'Document', 'Image', 'Zone', 'User'] as const,
});

export const SearchStep = builder.objectRef<PathStep>('SearchStep').implement({
  description: 'A step on the way to what was found.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the element.' }),
    type: t.expose('type', { type: SearchStepTypeEnum, description: 'Its kind.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
  }),
});

const SearchResultType = enumType('SearchResultType', {
  description: 'Kinds of elements that a search finds.',
  values: types,
});

const SearchResult = builder.objectRef<SearchHit>('SearchResult').implement({
  description: 'An element that was found.',
  fields: (t) => ({
    type: t.expose('type', { type: SearchResultType, description: 'Its kind.' }),
    element: t.field({
      type: SearchElement,
      description: 'The element.',
      resolve: ({ type, result }) => ({ ...result, foundType: type }),
    }),
    path: t.field({
      type: [SearchStep],
      description: 'From your organization to the element itself.',
      resolve: ({ path }) => [...path],
    }),
  }),
});

builder.queryField('search', (t) =>
  t.field({
    type: [SearchResult],
    description:
      'Organizations, folders, documents and, for administrators, users of your organization and below, by id or a part of a name without regard to case and accents: whole names first.',
    args: {
      id: t.arg.id({ description: 'Guid of the element.' }),
      name: t.arg.string({ description: 'Whole or part of a name, at least 2 letters.' }),
      take: t.arg.int({ description: 'Results at most, 1–200; 50 when left out.' }),
    },
    resolve: async (_root, { id, name, take }, { services, viewer }) => [
      ...(await services.search.search(viewer, { id, name, ...(take == null ? {} : { take }) })),
    ],
  }),
);
