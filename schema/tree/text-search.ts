/** Search in names, titles, what actions open and words of pages. */
import type { KeysetValue } from '../../src/db/keyset.js';
import { badInput } from '../../src/kernel/errors.js';
import { connectionComplexity } from '../../src/graphql/complexity.js';
import { type FoundPlace, searchFields } from '../../src/text-search/text-search.rows.js';
import type { TextHit, TextMatch } from '../../src/text-search/text-search.service.js';
import { builder, enumType } from '../builder.js';
import { connectionOf, keysetConnection } from '../connection.js';
import { BoxType } from '../engine/fine-comparison.js';
import { Action, Document, Folder, Image, Organization, Zone } from '../refs.js';
import { SearchStep } from './search.js';
import { treeRefs } from './tree-node.js';

const SearchFieldEnum = enumType('SearchField', {
  description:
    'Where a text was found: in the name of an element, in a title, in the name of an action, in what an action opens, or in the words of a page.',
  values: searchFields,
});

const TextSearchElement = builder.unionType('TextSearchElement', {
  description: 'What a search in texts finds.',
  types: [Organization, Folder, Document, Image, Zone],
  resolveType: (element) => (element as unknown as { readonly foundType: string }).foundType,
});

const TextSearchMatch = builder.objectRef<TextMatch>('TextSearchMatch').implement({
  description: 'A text of an element that holds what was searched for.',
  fields: (t) => ({
    field: t.expose('field', { type: SearchFieldEnum, description: 'Where it is.' }),
    languageCode: t.expose('languageCode', {
      type: 'Locale',
      nullable: true,
      description: 'Language of the title or action; null for names.',
    }),
    text: t.exposeString('text', {
      description:
        'The text: a name, a title, of what an action opens the address, number, name or place, or the words of a page around what was found.',
    }),
    box: t.field({
      type: BoxType,
      nullable: true,
      description: 'Where it is printed on the page, as fractions of it; null for what is not printed.',
      resolve: ({ box }) => box,
    }),
    action: t.field({
      type: Action,
      nullable: true,
      description: 'The action; null for other texts.',
      resolve: ({ actionId }) => actionId,
    }),
  }),
});

const TextSearchHit = builder.objectRef<TextHit>('TextSearchHit').implement({
  description: 'An element that was found, and by what.',
  fields: (t) => ({
    element: t.field({
      type: TextSearchElement,
      description: 'The element.',
      resolve: async ({ id, type }, _args, context) => ({
        ...(await treeRefs[type].getDataloader(context).load(id)),
        foundType: type,
      }),
    }),
    path: t.field({
      type: [SearchStep],
      description: 'From your organization to the element itself.',
      resolve: ({ path }) => [...path],
    }),
    matches: t.field({
      type: [TextSearchMatch],
      description: 'What was found, the first ten of the element.',
      resolve: ({ matches }) => [...matches],
    }),
  }),
});

const [HitConnection, HitEdge] = connectionOf(TextSearchHit, 'TextSearchHit', 'elements found');

/** @throws LoupeError BAD_USER_INPUT for values that no cursor of this list holds */
function placeOf(field: string, values: readonly KeysetValue[] | null): FoundPlace | null {
  if (values === null) return null;
  const [rank, sortKey, id] = values;
  if (typeof rank === 'number' && typeof sortKey === 'string' && typeof id === 'string') {
    return [rank, sortKey, id];
  }
  throw badInput(field, 'is not a cursor of this list; take it from its edges or its pageInfo');
}

builder.queryField('searchTexts', (t) =>
  t.connection(
    {
      type: TextSearchHit,
      description:
        'Elements of your organization and below by a part of their name, of a title, or of an action or what it opens (an address, a number, a name), and pages by the words that are printed on them (3 letters at least unless `fields` names them), without regard to case and accents: whole texts first, then beginnings.',
      args: {
        text: t.arg.string({ required: true, description: 'Whole or part of a text, at least 2 letters.' }),
        fields: t.arg({
          type: [SearchFieldEnum],
          description: 'Where to look; everywhere when left out.',
        }),
      },
      complexity: connectionComplexity,
      resolve: (_root, args, { services, viewer }) => {
        const search = { text: args.text, fields: args.fields };
        return keysetConnection({
          args,
          order: 'TextSearch',
          valuesOf: ({ place }: TextHit) => place,
          read: ({ after, before, ...part }) =>
            services.textSearch.page(viewer, search, {
              ...part,
              after: placeOf('after', after),
              before: placeOf('before', before),
            }),
          count: () => services.textSearch.count(viewer, search),
        });
      },
    },
    HitConnection,
    HitEdge,
  ),
);
