/** Documents that are known in advance, by id: a front-end sends the id alone, and an operator may allow nothing else. */
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import { type GraphQLSchema, parse, validate } from 'graphql';
import { createGraphQLError, type GraphQLParams, type Plugin } from 'graphql-yoga';
import { readFileSync } from 'node:fs';
import { ConfigError } from '../config.js';

const HASH_PREFIX = 'sha256:';

export interface PersistedOptions {
  /** JSON file of documents by id; null for none. */
  readonly documentsFile: string | null;
  /** Refuses every other document. */
  readonly isOnlyPersisted: boolean;
}

/**
 * Clients that send only the hash of a document get the answers that Apollo's clients expect: `PersistedQueryNotSupported`
 * where they may send the document itself from now on, `PersistedQueryNotFound` where only known ones are taken.
 *
 * @throws ConfigError when the file cannot be read, or a document does not fit the schema
 */
export function usePersisted(
  { documentsFile, isOnlyPersisted }: PersistedOptions,
  schema: GraphQLSchema,
): readonly Plugin[] {
  const documents = documentsFile === null ? new Map<string, string>() : readDocuments(documentsFile, schema);
  const idOf = (params: GraphQLParams) =>
    // `documentId` of the GraphQL-over-HTTP specification, and what Apollo's clients send.
    textOf(params, 'documentId') ?? hashOf(params.extensions?.['persistedQuery']);
  const plugin: Plugin = usePersistedOperations({
    allowArbitraryOperations: !isOnlyPersisted,
    getPersistedOperation: (id) => documentOf(documents, id),
    extractPersistedOperationId: idOf,
    customErrors: {
      notFound: ({ params }) =>
        isOnlyPersisted || textOf(params, 'documentId') !== null
          ? refusal('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND')
          : refusal('PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED'),
      keyNotFound: () =>
        refusal('Send the document, or the documentId of a known one.', 'PERSISTED_QUERY_ID_REQUIRED'),
      persistedQueryOnly: () =>
        refusal(
          'Only persisted documents are accepted here: send the documentId of a known one.',
          'PERSISTED_QUERY_ONLY',
        ),
    },
  });
  const onParams: Plugin['onParams'] = (payload) =>
    // What names no document and may hold one is looked at by Yoga itself.
    isOnlyPersisted || idOf(payload.params) !== null ? plugin.onParams?.(payload) : undefined;
  return [{ ...plugin, onParams }];
}

/** Answered with 200, as Apollo's servers do. */
function refusal(message: string, code: string) {
  return createGraphQLError(message, { extensions: { code, http: { status: 200 } } });
}

function readDocuments(file: string, schema: GraphQLSchema): ReadonlyMap<string, string> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new ConfigError(`LOUPE_GRAPHQL_DOCUMENTS: ${file} cannot be read as JSON (${String(cause)}).`);
  }
  const entries = typeof content === 'object' && content !== null ? Object.entries(content) : [];
  const documents = new Map(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const problems = [...documents].flatMap(([id, document]) =>
    faultsOf(document, schema).map((fault) => `${id}: ${fault}`),
  );
  if (documents.size === 0 || documents.size < entries.length) {
    problems.push('it must be an object with documents as texts, by their ids');
  }
  if (problems.length > 0) {
    throw new ConfigError(
      `LOUPE_GRAPHQL_DOCUMENTS: ${file} is not usable:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
  }
  return documents;
}

function faultsOf(document: string, schema: GraphQLSchema): readonly string[] {
  try {
    return validate(schema, parse(document)).map(({ message }) => message);
  } catch (error) {
    return [String(error)];
  }
}

/** Some tools write what made a hash before it, in their files or in their requests. */
function documentOf(documents: ReadonlyMap<string, string>, id: string): string | null {
  const bare = id.startsWith(HASH_PREFIX) ? id.slice(HASH_PREFIX.length) : id;
  return documents.get(id) ?? documents.get(bare) ?? documents.get(HASH_PREFIX + bare) ?? null;
}

function textOf(value: unknown, member: string): string | null {
  const found: unknown =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[member] : undefined;
  return typeof found === 'string' ? found : null;
}

function hashOf(extension: unknown): string | null {
  return textOf(extension, 'sha256Hash');
}
