/** Mutations: each takes one `input`, and answers with what was made or with a problem. */
import {
  type FieldNullability,
  InputFieldBuilder,
  type InputFieldMap,
  type InputObjectRef,
  type InputShapeFromFields,
  type ObjectParam,
  type ShapeFromTypeParam,
  type TypeParam,
} from '@pothos/core';
import type { GraphqlContext } from '../src/graphql/context.js';
import type { Precondition } from '../src/kernel/precondition.js';
import { type BuiltTypes, builder } from './builder.js';
import { asData, type ProblemKind, problemsOf } from './problems.js';

/** Describes the members of a mutation's `input`. */
export const arg = new InputFieldBuilder<BuiltTypes, 'InputObject'>(builder, 'InputObject');

const inputArgument = new InputFieldBuilder<BuiltTypes, 'Arg'>(builder, 'Arg');

export const VERSION_DESCRIPTION = 'Another one after every change; send it as `ifVersion`.';

/** The member of changes that may be made on condition that nobody else has made one. */
export const condition = {
  ifVersion: arg.string({
    description:
      'The version that was read: the change is made only while it is in force; else the problem is CHANGED_MEANWHILE.',
  }),
};

/** The version that the caller has seen; undefined when it was not said. */
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
  /** The members of its `input`; without any it takes none. */
  readonly args?: Args;
  /** Kinds of problems that the arguments do not imply; see `kindsOf`. */
  readonly may?: readonly ProblemKind[];
  /** Kinds of problems that most mutations have and this one has not. */
  readonly cannot?: readonly ProblemKind[];
  readonly resolve: (
    args: InputShapeFromFields<Args>,
    context: GraphqlContext,
  ) => Promise<ShapeFromTypeParam<BuiltTypes, Type, Nullable>>;
}

/** Most mutations check their input, name an element, ask for a right, and may find the server busy. */
const USUAL_KINDS: readonly ProblemKind[] = ['input', 'missing', 'access', 'busy'];

/** Arguments that hold a file or a signature, or name an uploaded file. */
const ARGUMENTS_OF_FILES = ['file', 'uploadId', 'image', 'imageUrl', 'photo', 'zip', 'dna'];

/** The kinds of problems of a mutation: the usual ones, those of its arguments, and what it says itself. */
function kindsOf(
  args: InputFieldMap,
  may: readonly ProblemKind[] = [],
  cannot: readonly ProblemKind[] = [],
): ReadonlySet<ProblemKind> {
  const takesFile = ARGUMENTS_OF_FILES.some((name) => name in args);
  const kinds = new Set<ProblemKind>([...USUAL_KINDS, ...may]);
  if (takesFile) kinds.add('media');
  if ('ifVersion' in args) kinds.add('rereading');
  for (const kind of cannot) kinds.delete(kind);
  return kinds;
}

/** Builds the field that mutations and queries with problems share: its input type, and the field without its place. */
function problemField<
  Type extends TypeParam<BuiltTypes>,
  Nullable extends FieldNullability<Type>,
  Args extends InputFieldMap,
>(name: string, { args, resolve, may, cannot, ...options }: Mutation<Type, Nullable, Args>) {
  const members = args ?? ({} as Args);
  const kinds = kindsOf(members, may, cannot);
  const capitalized = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const inputType = builder.inputRef<InputShapeFromFields<Args>>(`${capitalized}Input`);
  const takesInput = Object.keys(members).length > 0;
  if (takesInput) {
    inputType.implement({ description: `Input of \`${name}\`.`, fields: () => members as never });
  }
  const unionName = `${capitalized}Result`;
  const field = {
    ...options,
    args: takesInput
      ? { input: inputArgument.field({ type: inputType, required: true, description: 'Its input.' }) }
      : {},
    errors: { types: problemsOf(kinds), directResult: true, union: { name: unionName } },
    resolve: (_root: unknown, given: { input?: InputShapeFromFields<Args> }, context: GraphqlContext) =>
      asData(() => resolve(given.input ?? ({} as InputShapeFromFields<Args>), context), kinds),
  };
  return {
    field,
    unionName,
    inputType: inputType as unknown as InputObjectRef<BuiltTypes, InputShapeFromFields<Args>>,
  };
}

/**
 * A mutation whose expected failures come back as data: its union has exactly the kinds of problems that it can answer.
 *
 * @returns the type of its `input`, which is named after it
 */
export function problemMutation<
  Type extends TypeParam<BuiltTypes>,
  Nullable extends FieldNullability<Type> = false,
  const Args extends InputFieldMap = Record<never, never>,
>(
  name: string,
  options: Mutation<Type, Nullable, Args>,
): InputObjectRef<BuiltTypes, InputShapeFromFields<Args>> {
  const { field, inputType } = problemField(name, options);
  // Pothos computes what a field may be from literal types, which are not known yet here; `Mutation` says the same.
  builder.mutationField(name, (t) => t.field(field as never));
  return inputType;
}

/** The day until which the mutations stay that are queries by now. */
const DEPRECATED_UNTIL = '2027-11-30';

/**
 * A query that takes a file or much input and answers as mutations do. The mutation of the same name, which it was
 * before, stays as a deprecated field.
 *
 * @param options `isMutationToo` is false for what never was a mutation
 * @returns the type of its `input`, which is named after it
 */
export function problemQuery<
  Type extends TypeParam<BuiltTypes>,
  Nullable extends FieldNullability<Type> = false,
  const Args extends InputFieldMap = Record<never, never>,
>(
  name: string,
  { isMutationToo = true, ...options }: Mutation<Type, Nullable, Args> & { readonly isMutationToo?: boolean },
): InputObjectRef<BuiltTypes, InputShapeFromFields<Args>> {
  const { field, unionName, inputType } = problemField(name, options);
  const { errors, ...plain } = field;
  // The union stands on its own, since two fields answer with it.
  const type = builder.errorUnion(unionName, {
    types: [options.type as ObjectParam<BuiltTypes>, ...errors.types],
    resolveType: () => options.type,
  } as never);
  builder.queryField(name, (t) => t.field({ ...plain, type } as never));
  if (!isMutationToo) return inputType;
  builder.mutationField(name, (t) =>
    t.field({
      ...plain,
      type,
      deprecationReason: `Use the query of the same name. Removed after ${DEPRECATED_UNTIL}.`,
    } as never),
  );
  return inputType;
}

/** An element that was deleted. */
export const Deleted = builder.objectRef<{ readonly id: string }>('Deleted').implement({
  description: 'An element that was deleted.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its guid; of a title, the guid of the element that it named.' }),
  }),
});

/** Success of a mutation that has nothing to show. */
export const Done = builder.objectRef<object>('Done').implement({
  description: 'It is done; there is nothing more to say.',
  fields: (t) => ({ isDone: t.boolean({ description: 'Always true.', resolve: () => true }) }),
});

interface IdDeletion {
  readonly description: string;
  /** Describes the id, for example `Guid of the zone.` */
  readonly idDescription: string;
  /** Kinds of problems that most deletions have not. */
  readonly may?: readonly ProblemKind[];
  readonly work: (context: GraphqlContext, id: string) => Promise<unknown>;
}

interface Deletion extends Omit<IdDeletion, 'work'> {
  readonly work: (
    context: GraphqlContext,
    id: string,
    precondition: Precondition | undefined,
  ) => Promise<unknown>;
}

/** Most deletions have no input that could be wrong: an id names something, or it does not. */
const problemsOfDeletion = (may: readonly ProblemKind[] = []) => ({
  may,
  cannot: may.includes('input') ? [] : (['input'] as const),
});

/** A deletion by an id alone. */
export function idDeletion(name: string, { description, idDescription, may, work }: IdDeletion): void {
  problemMutation(name, {
    ...problemsOfDeletion(may),
    type: Deleted,
    description,
    args: { id: arg.id({ required: true, description: idDescription }) },
    resolve: async ({ id }, context) => {
      await work(context, id);
      return { id };
    },
  });
}

/** A deletion, on condition that nobody else has changed the element when the caller says so. */
export function deletion(name: string, { description, idDescription, may, work }: Deletion): void {
  problemMutation(name, {
    ...problemsOfDeletion(may),
    type: Deleted,
    description,
    args: { id: arg.id({ required: true, description: idDescription }), ...condition },
    resolve: async ({ id, ifVersion }, context) => {
      await work(context, id, seen(ifVersion));
      return { id };
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
    type: Deleted,
    description,
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
      return { id };
    },
  });
}
