/** Rows of the table of who may do what, and how a row is called. */
import { type Actor, actors, type Outcome, type Policy } from './actors.js';
import type { Target } from './target.js';
import type { World } from './world.js';

export interface SentFile {
  readonly bytes: Buffer;
  readonly type: string;
}

export interface GraphqlCall {
  readonly kind: 'graphql';
  readonly field: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, SentFile>>;
}

export interface RestCall {
  readonly kind: 'rest';
  readonly method: string;
  readonly path: string;
  readonly json?: unknown;
  readonly urlencoded?: Readonly<Record<string, string>>;
  /** Parts of a form; a file or a JSON text. */
  readonly form?: Readonly<Record<string, SentFile | object>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Row {
  /** `Query.me`, `Mutation.createFolder`, `Subscription.x`, or method and address of a REST route. */
  readonly operation: string;
  readonly policy: Policy;
  readonly call: (target: Target) => GraphqlCall | RestCall;
  /** Makes what one allowed call uses up. */
  readonly fresh?: (world: World) => Promise<Partial<Target>>;
  /** Refusals that have nothing to do with rights and count as allowed: codes in GraphQL, statuses in REST. */
  readonly accepts?: readonly (string | number)[];
  /** What a policy says, for single actors told differently. */
  readonly but?: Partial<Record<Actor, Outcome>>;
  /** Ends the caller's login: who is allowed to calls with a login of their own. */
  readonly endsLogin?: boolean;
}

export type RowOptions = Pick<Row, 'fresh' | 'accepts' | 'but' | 'endsLogin'>;

/** Cells of what is for people alone, and refused to every machine token. */
export function peopleAlone(outcome: Outcome): Partial<Record<Actor, Outcome>> {
  return { readingMachine: outcome, writingMachine: outcome, folderMachine: outcome };
}

/** Cells of people, readers and strangers, where machine tokens alone get an answer. */
export function withoutMachine(outcome: Outcome): Partial<Record<Actor, Outcome>> {
  const others = actors.filter((actor) => !actor.endsWith('Machine'));
  return Object.fromEntries(others.map((actor) => [actor, outcome]));
}

/** What a mutation's result is asked for: which type it is, and what went wrong. */
export const RESULT = '{ __typename ... on Problem { code message } }';

/**
 * A root field of GraphQL.
 *
 * @param operation `Query.x`, `Mutation.x` or `Subscription.x`
 * @param body      the document without its keyword: `($id: ID!) { deleteZone(id: $id) ${RESULT} }`
 */
export function graphql(
  operation: string,
  policy: Policy,
  body: string,
  variables: (target: Target) => Readonly<Record<string, unknown>> = () => ({}),
  options: RowOptions & { readonly files?: (target: Target) => Readonly<Record<string, SentFile>> } = {},
): Row {
  const [type = '', field = ''] = operation.split('.');
  const { files, ...rest } = options;
  return {
    operation,
    policy,
    ...rest,
    call: (target) => ({
      kind: 'graphql',
      field,
      query: `${type.toLowerCase()} ${body}`,
      variables: variables(target),
      files: files?.(target) ?? {},
    }),
  };
}

/** A query that is a deprecated mutation of the same name, too. */
export function askedBoth(field: string, ...row: Tail<Parameters<typeof graphql>>): readonly Row[] {
  return [graphql(`Query.${field}`, ...row), graphql(`Mutation.${field}`, ...row)];
}

type Tail<List extends readonly unknown[]> = List extends readonly [unknown, ...infer Rest] ? Rest : never;

type RestRequest = Omit<RestCall, 'kind' | 'method' | 'path'> & { readonly path: string };

/** A REST route, by method and address as it is registered: `PATCH /api/zones/:id?`. */
export function rest(
  operation: string,
  policy: Policy,
  request: (target: Target) => RestRequest | string,
  options: RowOptions = {},
): Row {
  const [method = ''] = operation.split(' ');
  return {
    operation,
    policy,
    ...options,
    call: (target) => {
      const made = request(target);
      return { kind: 'rest', method, ...(typeof made === 'string' ? { path: made } : made) };
    },
  };
}
