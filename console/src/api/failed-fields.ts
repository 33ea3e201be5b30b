/** Fields of answers that the server failed to read: no truth for the cache to keep. */
import { type CombinedError, mapExchange, type OperationResult } from 'urql';

/** Codes with which the server speaks of the element itself: the answer known so far no longer holds. */
const ABOUT_IT: ReadonlySet<unknown> = new Set(['NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED']);

type FieldError = CombinedError['graphQLErrors'][number];

const isAboutIt = ({ extensions }: FieldError) => ABOUT_IT.has(extensions['code']);

/** Whether an answer failed, rather than saying that its element is gone or belongs to others. */
export const isFailure = (error: CombinedError | undefined) =>
  error !== undefined && !error.graphQLErrors.some(isAboutIt);

const isObject = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null;

/** Takes away the null that stands for a field, or for the nearest one above it that may be null. */
function removeFailed(data: unknown, [name, ...below]: readonly (string | number)[]): void {
  if (name === undefined || !isObject(data)) return;
  const value = data[name];
  if (value !== null) removeFailed(value, below);
  else if (!Array.isArray(data)) Reflect.deleteProperty(data, name);
}

/** The answer of a query without its fields that failed. */
function withoutFailed(result: OperationResult): OperationResult {
  const failed = result.error?.graphQLErrors.filter((error) => !isAboutIt(error)) ?? [];
  if (result.operation.kind !== 'query' || failed.length === 0 || !isObject(result.data)) return result;
  const data: unknown = structuredClone(result.data);
  for (const { path } of failed) removeFailed(data, path ?? []);
  return { ...result, data };
}

/**
 * Stands between the cache and the server. The cache would keep the null of a field that failed, and give it for every other
 * query of that field, which then has neither its data nor an error.
 */
export const failedFieldsExchange = mapExchange({ onResult: withoutFailed });
