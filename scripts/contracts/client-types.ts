/** What the client is typed by: its GraphQL documents with their types, and the engine's REST interface. */
import { codegen } from '@graphql-codegen/core';
import * as operationsPlugin from '@graphql-codegen/typescript-operations';
import {
  buildSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  isInterfaceType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  stripIgnoredCharacters,
  validate,
  visit,
} from 'graphql';
import openapiTs, { astToString } from 'openapi-typescript';
import { factory } from 'typescript';

const NOTE = '// Generated from the schema by `npm run client:types`; a test compares it.\n';

/**
 * A module of typed documents.
 *
 * @param schemaText schema/schema.graphql
 * @param documentText operations and fragments
 * @throws Error for a document that the schema does not allow, or a change that does not ask for `__typename`
 */
export async function operationsModule(schemaText: string, documentText: string): Promise<string> {
  const schema = buildSchema(schemaText);
  const document = parse(documentText);
  const errors = validate(schema, document);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  const types = await codegen({
    filename: 'operations.ts',
    schema: parse(schemaText),
    schemaAst: schema,
    documents: [{ location: 'operations.graphql', document }],
    plugins: [{ operations: {} }],
    pluginMap: { operations: operationsPlugin },
    config: {
      skipTypename: false,
      useTypeImports: true,
      immutableTypes: true,
      enumType: 'string-literal',
      omitOperationSuffix: true,
      defaultScalarType: 'string',
      scalars: {
        DateTime: 'string',
        EmailAddress: 'string',
        ID: 'string',
        JSON: 'unknown',
        JSONObject: 'Readonly<Record<string, unknown>>',
        Locale: 'string',
        URL: 'string',
        Upload: 'Blob',
      },
    },
  });
  const operations = document.definitions.filter(isOperation);
  return [
    NOTE,
    "import { typedDocument } from '../typed-document.js';\n\n",
    problems(schema),
    types,
    '\n',
    ...operations.map((operation) => constantOf(document, operation)),
  ].join('');
}

const isOperation = (definition: { readonly kind: Kind }): definition is OperationDefinitionNode =>
  definition.kind === Kind.OPERATION_DEFINITION;

/** The names of all problems, which tell them from answers. */
function problems(schema: GraphQLSchema): string {
  const problem = schema.getType('Problem');
  if (!isInterfaceType(problem)) throw new Error('The schema has no interface Problem.');
  const names = schema.getPossibleTypes(problem).map(({ name }) => `'${name}'`);
  return `/** The types that say why a change was not made. */\nexport const problemNames = [${names.sort().join(', ')}] as const;\n`;
}

function constantOf(document: DocumentNode, operation: OperationDefinitionNode): string {
  const name = operation.name?.value ?? '';
  const asksForKind = operation.selectionSet.selections.every(
    (root) =>
      root.kind !== Kind.FIELD ||
      root.selectionSet?.selections.some(
        (each) => each.kind === Kind.FIELD && each.name.value === '__typename',
      ),
  );
  if (operation.operation === 'mutation' && !asksForKind)
    throw new Error(`${name} does not ask for __typename.`);
  const parts = [operation, ...fragmentsOf(document, operation)];
  const source = parts.map((part) => stripIgnoredCharacters(print(part))).join(' ');
  const constant = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return `export const ${constant} = /* @__PURE__ */ typedDocument<${name}, ${name}Variables>(${JSON.stringify(source)});\n`;
}

function fragmentsOf(
  document: DocumentNode,
  from: OperationDefinitionNode | FragmentDefinitionNode,
  found = new Set<FragmentDefinitionNode>(),
): readonly FragmentDefinitionNode[] {
  visit(from, {
    FragmentSpread: ({ name }) => {
      const fragment = document.definitions.find(
        (each): each is FragmentDefinitionNode =>
          each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === name.value,
      );
      if (fragment === undefined || found.has(fragment)) return;
      found.add(fragment);
      fragmentsOf(document, fragment, found);
    },
  });
  return [...found];
}

type Json = Readonly<Record<string, unknown>>;
interface OpenApi {
  readonly paths: Readonly<Record<string, Json>>;
  readonly components: { readonly schemas: Json };
}

/** The types of the engine's interfaces. @param document what /openapi.json serves */
export async function engineModule(document: object): Promise<string> {
  const { paths, components } = document as OpenApi;
  const ofEngine = Object.fromEntries(
    Object.entries(paths).flatMap(([path, operations]) => {
      if (path.startsWith('/api/v3/engine/')) return [[path, withoutFailures(operations)]];
      // Both methods mean the same.
      return path.startsWith('/api/v2.0/') ? [[path, withoutFailures({ post: operations['post'] })]] : [];
    }),
  );
  const schemas = usedBy(ofEngine, components.schemas);
  const wanted = { ...document, paths: ofEngine, components: { ...components, schemas } };
  const nodes = await openapiTs(wanted as never, {
    immutable: true,
    // Files are sent as blobs.
    transform: (schema) =>
      'contentMediaType' in schema ? factory.createTypeReferenceNode('Blob') : undefined,
  });
  return `${NOTE}${astToString(nodes).replaceAll(/^ +readonly \w+\?: never;\n/gm, '')}`;
}

/** Failures are thrown; their types are not those of an answer. */
function withoutFailures(operations: Json): Json {
  return Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => {
      const { responses = {}, ...rest } = operation as { readonly responses?: Json };
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      return [method, { ...rest, responses: Object.fromEntries(successes) }];
    }),
  );
}

/** The schemas that something refers to, by itself or through others. */
function usedBy(part: unknown, schemas: Json, found: Record<string, unknown> = {}): Json {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (name in found) continue;
    found[name] = schemas[name];
    usedBy(schemas[name], schemas, found);
  }
  return found;
}
