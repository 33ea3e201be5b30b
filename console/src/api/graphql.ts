/** `graphql(…)`: documents of the public API, typed by its schema. */
import { gql, type TypedDocumentNode } from '@urql/core';
import type { initGraphQLTada, ResultOf } from 'gql.tada';
import type { introspection } from './generated/schema';

type Typed = ReturnType<
  typeof initGraphQLTada<{
    introspection: introspection;
    disableMasking: true;
    scalars: {
      DateTime: string;
      EmailAddress: string;
      ID: string;
      JSON: unknown;
      JSONObject: Readonly<Record<string, unknown>>;
      Locale: string;
      URL: string;
      Upload: File | Blob;
    };
  }>
>;
/** The types are those of gql.tada, for the check of types alone; what runs is the client's own `gql`. */
function documentOf(source: string, fragments: readonly TypedDocumentNode[] = []): TypedDocumentNode {
  const parts = [source, ...fragments.map(() => '')];
  return gql(parts as unknown as TemplateStringsArray, ...fragments);
}

export const graphql = documentOf as unknown as Typed;

export type { ResultOf, VariablesOf } from 'gql.tada';

/** Every change asks for this of its problems. */
export const problemFields = graphql(`
  fragment ProblemFields on Problem {
    code
    message
    ... on ValidationProblem {
      fields {
        path
        messages
      }
    }
  }
`);

export interface Problem {
  readonly code: string;
  /** The server's sentence. */
  readonly message: string;
  readonly fields?: readonly { readonly path: string; readonly messages: readonly string[] }[];
}

type Data<Document> = ResultOf<Document>;
/** The answer of a change's only field when it succeeds. */
export type Success<Document> = Exclude<
  NonNullable<Data<Document>[keyof Data<Document>]>,
  { readonly code: string; readonly message: string }
>;
