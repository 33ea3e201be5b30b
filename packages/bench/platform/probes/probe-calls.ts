/** Calls with ids in them: each operation, each place for an id. */
import { type GraphQLField, parse, print, valueFromASTUntyped } from 'graphql';
import { schema } from '../../../../schema/index.js';
import type { GraphqlCall, RestCall, Row } from '../../../../test/access/row.js';
import type { Target } from '../../../../test/access/target.js';
import { idPlaces } from './id-places.js';
import { selectionOf } from './selections.js';

/** A place for an id in an operation. */
export interface ProbePlace {
  readonly row: Row;
  readonly name: string;
  /** An id of this would be found there. */
  readonly kind: keyof Target;
  /** Whether the call has other ids, which belong to the caller. */
  readonly hasOthers: boolean;
  /** @param own what the other places hold */
  call(own: Target, id: string): GraphqlCall | RestCall;
}

/** All places of the row, and of its arguments those that it does not use. */
export function placesOf(row: Row, own: Target, depth: number): readonly ProbePlace[] {
  const used = usedKeys(row, own);
  const ofRow = used.map((key) => ({
    row,
    name: key,
    kind: key,
    hasOthers: used.length > 1,
    call: (target: Target, id: string) => row.call({ ...target, [key]: id }),
  }));
  const call = row.call(own);
  if (call.kind === 'rest' || Object.keys(call.files).length > 0) return ofRow;
  const { field, args } = rootFieldOf(call);
  const known = idPlaces(field, args, own);
  if (known.length === 0) return ofRow;
  return known.map(({ name, kind }) => ({
    row,
    name,
    kind,
    hasOthers: known.length > 1 || used.length > 1,
    call: (target, id) => {
      const ownCall = row.call(target) as GraphqlCall;
      const { args: present } = rootFieldOf(ownCall);
      const place = idPlaces(field, present, target).find((each) => each.name === name);
      return callOf(ownCall, place?.fill(id) ?? present, depth);
    },
  }));
}

/** The call of a row without places, asking for as much as it can tell. */
export function wholeCall(row: Row, own: Target, depth: number): GraphqlCall | RestCall {
  const call = row.call(own);
  if (call.kind === 'rest' || Object.keys(call.files).length > 0) return call;
  return callOf(call, rootFieldOf(call).args, depth);
}

function usedKeys(row: Row, own: Target): readonly (keyof Target)[] {
  const used = new Set<keyof Target>();
  const watched = new Proxy(own, {
    get: (target, key) => {
      if (key in target) used.add(key as keyof Target);
      return Reflect.get(target, key) as unknown;
    },
  });
  row.call(watched);
  return [...used];
}

interface RootField {
  readonly field: GraphQLField<unknown, unknown>;
  readonly args: Readonly<Record<string, unknown>>;
}

function rootFieldOf({ query, variables, field: name }: GraphqlCall): RootField {
  const [definition] = parse(query).definitions;
  if (definition?.kind !== 'OperationDefinition') throw new Error(`No operation: ${query}`);
  const field = schema.getRootType(definition.operation)?.getFields()[name];
  const node = definition.selectionSet.selections.find(
    (each) => each.kind === 'Field' && each.name.value === name,
  );
  if (field === undefined || node?.kind !== 'Field') throw new Error(`No field ${name}: ${query}`);
  const args = (node.arguments ?? []).map((each) => [
    each.name.value,
    valueFromASTUntyped(each.value, { ...variables }),
  ]);
  return { field, args: Object.fromEntries(args) as Readonly<Record<string, unknown>> };
}

/** @param depth below 0 keeps what the row asks for */
function callOf(call: GraphqlCall, args: Readonly<Record<string, unknown>>, depth: number): GraphqlCall {
  const [definition] = parse(call.query).definitions;
  if (definition?.kind !== 'OperationDefinition') throw new Error(`No operation: ${call.query}`);
  const { field } = rootFieldOf(call);
  const given = field.args.filter(({ name }) => args[name] !== undefined);
  const declared = given.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = given.map(({ name }) => `${name}: $${name}`).join(', ');
  const [root] = definition.selectionSet.selections;
  const written = root?.kind === 'Field' && root.selectionSet ? print(root.selectionSet) : '';
  const selection = depth < 0 ? written : selectionOf(field.type, depth);
  const query =
    `${definition.operation} ${declared === '' ? '' : `(${declared})`} ` +
    `{ ${call.field}${passed === '' ? '' : `(${passed})`} ${selection} }`;
  return { ...call, query, variables: args };
}
