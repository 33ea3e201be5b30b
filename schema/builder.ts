/** The only place that configures Pothos: plugins, scalars and defaults. */
import SchemaBuilder, { type EnumRef } from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import DataloaderPlugin from '@pothos/plugin-dataloader';
import ErrorsPlugin from '@pothos/plugin-errors';
import RelayPlugin from '@pothos/plugin-relay';
import SimpleObjectsPlugin from '@pothos/plugin-simple-objects';
import { DateTimeResolver, JSONObjectResolver, JSONResolver } from 'graphql-scalars';
import type { GraphqlContext } from '../src/graphql/context.js';
import { complexityOptions } from '../src/graphql/complexity.js';
import { type Upload, UploadScalar } from '../src/graphql/upload.js';
import { emailAddressScalar, localeScalar, urlScalar } from './scalars.js';

export interface SchemaTypes {
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  Connection: { readonly count: () => Promise<number> };
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    EmailAddress: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
    JSONObject: { Input: object; Output: object };
    Locale: { Input: string; Output: string };
    URL: { Input: string; Output: string };
    Upload: { Input: Upload; Output: never };
  };
}

/** The types with what Pothos adds to them, for helpers that take its references. */
export type BuiltTypes = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

export const builder = new SchemaBuilder<SchemaTypes>({
  defaultFieldNullability: false,
  plugins: [ErrorsPlugin, RelayPlugin, DataloaderPlugin, SimpleObjectsPlugin, ComplexityPlugin],
  errors: { directResult: true },
  complexity: complexityOptions,
  relay: {
    // Ids are the same Guids on every surface: `node(id)` in node.ts asks who knows an id.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    cursorType: 'String',
    edgesFieldOptions: {
      nullable: false,
      description: 'The part of the list that was asked for.',
      // The connection itself counts its rows.
      complexity: { field: 0, multiplier: 1 },
    },
    nodeFieldOptions: { nullable: false, description: 'The element.' },
    nodesOnConnection: {
      description: 'The elements of the part alone, for those who need no cursors.',
      complexity: { field: 0, multiplier: 1 },
    },
    cursorFieldOptions: { description: 'Where it stands: for `after` and `before`.' },
    pageInfoFieldOptions: { description: 'Whether there is more, and where to go on.' },
    pageInfoTypeOptions: { description: 'How a part of a list lies in the whole.' },
    hasNextPageFieldOptions: { description: 'Whether more comes behind it.' },
    hasPreviousPageFieldOptions: { description: 'Whether there is something in front of it.' },
    startCursorFieldOptions: { description: 'For `before`: what comes in front of it.' },
    endCursorFieldOptions: { description: 'For `after`: what comes behind it.' },
    firstArgOptions: { description: 'How many from the front, at most 100; 20 when nothing is said.' },
    lastArgOptions: { description: 'How many from the end, at most 100; not together with `first`.' },
    afterArgOptions: { description: 'Cursor that the part begins behind.' },
    beforeArgOptions: { description: 'Cursor that the part ends in front of.' },
  },
});

type ValueOf<Values> = Values extends readonly (infer Value)[]
  ? Value
  : {
      [Name in keyof Values]: Values[Name] extends { readonly value: infer Value } ? Value : Name;
    }[keyof Values];

interface EnumValue {
  readonly value?: string;
  readonly description?: string;
}

const isList = (
  values: readonly string[] | Readonly<Record<string, EnumValue>>,
): values is readonly string[] => Array.isArray(values);

interface EnumOptions<Values> {
  readonly description: string;
  /** The words of the services; with a description, or by a name of their own, where need be. */
  readonly values: Values;
}

/** An enumeration: its values are spelled as `NOT_ASKED` in the schema, whatever the services call them. */
export function enumType<const Values extends readonly string[] | Readonly<Record<string, EnumValue>>>(
  name: string,
  { description, values }: EnumOptions<Values>,
): EnumRef<BuiltTypes, ValueOf<Values>> {
  const named: readonly [string, EnumValue][] = isList(values)
    ? values.map((value) => [value, {}])
    : Object.entries(values);
  const spelled = named.map(([each, { value = each, ...rest }]) => [inCapitals(each), { ...rest, value }]);
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(spelled) as Record<string, { readonly value: string }>,
  }) as EnumRef<BuiltTypes, ValueOf<Values>>;
}

const inCapitals = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();

builder.addScalarType('DateTime', DateTimeResolver);
builder.addScalarType('EmailAddress', emailAddressScalar);
builder.addScalarType('JSON', JSONResolver);
builder.addScalarType('Locale', localeScalar);
builder.addScalarType('URL', urlScalar);
builder.addScalarType('JSONObject', JSONObjectResolver);
builder.addScalarType('Upload', UploadScalar);

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description:
      'How many there are on all pages. Costs a count of its own; leave it out where it is not shown.',
    resolve: ({ count }) => count(),
  }),
);

builder.queryType({ description: 'Reading. Lists are connections; ids are the Guids of the REST API.' });
builder.mutationType({
  description:
    'Changing. Expected failures come back as data: each result is a union of what was made and typed problems.',
});
builder.subscriptionType({
  description: 'Following what goes on, by server-sent events (`Accept: text/event-stream`).',
});
