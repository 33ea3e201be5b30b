/** Everything with an id: `node(id)` and `nodes(ids)` find any of it. */
import { badInput, LoupeError } from '../src/kernel/errors.js';
import type { GraphqlContext } from '../src/graphql/context.js';
import { requestLoader } from '../src/graphql/loaders.js';
import { builder } from './builder.js';

const MAX_IDS = 100;

export const NodeInterface = builder.interfaceRef<{ readonly id: string }>('Node').implement({
  description: 'Anything with an id. The id is the Guid that the REST API uses, too.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Guid, unique across all types.' }) }),
});

type Found = { readonly id: string; readonly __typename: string };

/** In the order of the ids: the element with the name of its type, or why the caller may not have it. */
type Finder = (context: GraphqlContext, ids: readonly string[]) => Promise<readonly (Found | LoupeError)[]>;

const finders: Finder[] = [];

/** Makes elements of a kind known to `node(id)`. */
export function registerFinder(find: Finder): void {
  finders.push(find);
}

/** Makes a type known to `node(id)`. @param load answers in the order of the ids, with NOT_FOUND for strangers' ones */
export function registerNodeType<View extends { readonly id: string }>(
  typename: string,
  load: (context: GraphqlContext, ids: readonly string[]) => Promise<readonly (View | LoupeError)[]>,
): void {
  registerFinder(async (context, ids) =>
    (await load(context, ids)).map((view) =>
      view instanceof LoupeError ? view : { ...view, __typename: typename },
    ),
  );
}

const anyNode = requestLoader<string, Found>(async (context, ids) => {
  const answers = new Map<string, Found | LoupeError>();
  for (const find of finders) {
    const open = ids.filter((id) => isOpen(answers.get(id)));
    if (open.length === 0) break;
    const found = await find(context, open);
    for (const [index, id] of open.entries()) {
      const answer = found[index];
      if (answer !== undefined) answers.set(id, answer);
    }
  }
  return ids.map((id) => answers.get(id) ?? new LoupeError('NOT_FOUND', 'There is no such element.'));
});

/** Whether another finder may still know the id. */
function isOpen(answer: Found | LoupeError | undefined): boolean {
  return answer === undefined || (answer instanceof LoupeError && answer.code === 'NOT_FOUND');
}

export async function findNode(context: GraphqlContext, id: string): Promise<Found | null> {
  try {
    return await anyNode(context).load(id);
  } catch (error) {
    if (error instanceof LoupeError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

builder.queryField('node', (t) =>
  t.field({
    type: NodeInterface,
    nullable: true,
    description: 'The element with this id, of whatever type; null when there is none for you.',
    args: { id: t.arg.id({ required: true, description: 'Guid of the element.' }) },
    resolve: (_root, { id }, context) => findNode(context, id),
  }),
);

builder.queryField('nodes', (t) =>
  t.field({
    type: [NodeInterface],
    nullable: { list: false, items: true },
    description: 'The elements with these ids, in the same order; null for those that you cannot see.',
    args: { ids: t.arg.idList({ required: true, description: `Guids, at most ${MAX_IDS}.` }) },
    complexity: ({ ids }) => ({ field: 1, multiplier: Math.min(ids.length, MAX_IDS) }),
    resolve: (_root, { ids }, context) => {
      if (ids.length > MAX_IDS) throw badInput('ids', `at most ${MAX_IDS} at once`);
      return Promise.all(ids.map((id) => findNode(context, id)));
    },
  }),
);
