/** Mutations: each answers with what was made, or with a problem. */
import {
  type FieldNullability,
  InputFieldBuilder,
  type InputFieldMap,
  type InputShapeFromFields,
  type ShapeFromTypeParam,
  type TypeParam,
} from '@pothos/core';
import type { GraphqlContext } from '../src/graphql/context.js';
import type { Precondition } from '../src/precondition.js';
import { type BuiltTypes, builder } from './builder.js';
import { asData, problems } from './problems.js';

/** Describes the arguments of a mutation. */
export const arg = new InputFieldBuilder<BuiltTypes, 'Arg'>(builder, 'Arg').argBuilder();

export const VERSION_DESCRIPTION = 'Another one after every change; send it as `ifVersion`.';

/** The argument of changes that may be made on condition that nobody else has made one. */
export const condition = {
  ifVersion: arg.string({
    description:
      'The version that was read: the change is made only while it is in force; else the problem is CHANGED_MEANWHILE.',
  }),
};

/** What the caller has seen; undefined when it was not said. */
export function seen(ifVersion: string | null | undefined): Precondition | undefined {
  return ifVersion == null ? undefined : { versions: [ifVersion], unmodifiedSince: null };
}

interface Mutation<
  Type extends TypeParam<BuiltTypes>,
  Nullable extends FieldNullability<Type>,
  Args extends InputFieldMap,
> {
  readonly type: Type;
  readonly nullable?: Nullable;
  readonly description: string;
  readonly args?: Args;
  readonly resolve: (
    args: InputShapeFromFields<Args>,
    context: GraphqlContext,
  ) => Promise<ShapeFromTypeParam<BuiltTypes, Type, Nullable>>;
}

/**
 * A mutation whose expected failures come back as data. Scalars cannot be members of a union, so that they come inside
 * a type of their own.
 */
export function problemMutation<
  Type extends TypeParam<BuiltTypes>,
  Nullable extends FieldNullability<Type> = false,
  const Args extends InputFieldMap = Record<never, never>,
>(name: string, { resolve, ...options }: Mutation<Type, Nullable, Args>): void {
  const field = {
    ...options,
    errors: { types: problems, directResult: typeof options.type !== 'string' },
    resolve: (_root: unknown, args: InputShapeFromFields<Args>, context: GraphqlContext) =>
      asData(() => resolve(args, context)),
  };
  // Pothos computes what a field may be from literal types, which are not known yet here; `Mutation` says the same.
  builder.mutationField(name, (t) => t.field(field as never));
}

interface IdMutation {
  readonly description: string;
  /** What the id is of, for example `Guid of the zone.` */
  readonly idDescription: string;
  readonly work: (context: GraphqlContext, id: string) => Promise<unknown>;
}

interface Deletion extends Omit<IdMutation, 'work'> {
  readonly work: (
    context: GraphqlContext,
    id: string,
    precondition: Precondition | undefined,
  ) => Promise<unknown>;
}

/** A mutation with an id. */
export function idMutation(name: string, { description, idDescription, work }: IdMutation): void {
  problemMutation(name, {
    type: 'ID',
    description: `${description} Answers its id.`,
    args: { id: arg.id({ required: true, description: idDescription }) },
    resolve: async ({ id }, context) => {
      await work(context, id);
      return id;
    },
  });
}

/** A deletion, on condition that nobody else has changed the element when the caller says so. */
export function deletion(name: string, { description, idDescription, work }: Deletion): void {
  problemMutation(name, {
    type: 'ID',
    description: `${description} Answers its id.`,
    args: { id: arg.id({ required: true, description: idDescription }), ...condition },
    resolve: async ({ id, ifVersion }, context) => {
      await work(context, id, seen(ifVersion));
      return id;
    },
  });
}

interface TreeDeletion {
  readonly description: string;
  readonly idDescription: string;
  readonly work: (
    context: GraphqlContext,
    id: string,
    deleteChildren: boolean,
    precondition: Precondition | undefined,
  ) => Promise<unknown>;
}

/** A deletion of something that may hold something. */
export function treeDeletion(name: string, { description, idDescription, work }: TreeDeletion): void {
  problemMutation(name, {
    type: 'ID',
    description: `${description} Answers its id.`,
    args: {
      id: arg.id({ required: true, description: idDescription }),
      deleteChildren: arg.boolean({
        defaultValue: false,
        description: 'Delete what is in it, too; otherwise one that holds something is refused.',
      }),
      ...condition,
    },
    resolve: async ({ id, deleteChildren, ifVersion }, context) => {
      await work(context, id, deleteChildren ?? false, seen(ifVersion));
      return id;
    },
  });
}
