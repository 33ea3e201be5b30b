/** A GraphQL document with the types of its answer and its variables. */
export interface TypedDocument<Data, Variables> {
  readonly source: string;
  /** Never there: carries the types. */
  readonly types?: (variables: Variables) => Data;
}

/**
 * Types a document of your own.
 *
 * @example
 * const version = typedDocument<{ me: { id: string } }, Record<string, never>>('{ me { id } }');
 */
export function typedDocument<Data, Variables>(source: string): TypedDocument<Data, Variables> {
  return { source };
}

/** What a document answers with. */
export type DataOf<D> = D extends TypedDocument<infer Data, never> ? Data : never;
/** The variables that a document takes. */
export type VariablesOf<D> = D extends TypedDocument<unknown, infer Variables> ? Variables : never;
