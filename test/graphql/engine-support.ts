/** Calls of the engine's part of the GraphQL API that several tests make. */
import { expect } from 'vitest';
import { memberOf, textMember } from '../support/json.js';
import type { GraphqlClient } from './support.js';

export const PROBLEM = '... on Problem { code message }';

/** @param clientOf  the caller, known once its server runs */
export function overGraphql(clientOf: () => GraphqlClient) {
  async function run(query: string, variables: Record<string, unknown> = {}): Promise<unknown> {
    const { data, errors } = await clientOf().run(query, variables);
    expect(errors).toBeUndefined();
    return data;
  }

  async function upload(
    query: string,
    variables: Record<string, unknown>,
    files: Readonly<Record<string, Buffer>>,
  ) {
    const sent = Object.entries(files).map(
      ([name, bytes]) => [name, { bytes, type: 'image/jpeg', name }] as const,
    );
    const { data, errors } = await clientOf().upload(query, variables, Object.fromEntries(sent));
    expect(errors).toBeUndefined();
    return data;
  }

  async function newApplication(kind = 'mobile'): Promise<string> {
    const made = await run(
      `mutation ($kind: ApplicationKind!) {
        createApplication(input: { kind: $kind, name: "Labels", settings: { resultCount: 5 } }) {
          ... on Application { id kind modifyKey queryKey settings { resultCount threshold } referenceCount }
          ${PROBLEM}
        }
      }`,
      { kind },
    );
    const application = memberOf(made, 'createApplication');
    expect(application).toMatchObject({
      kind,
      queryKey: null,
      settings: { resultCount: 5, threshold: null },
    });
    return textMember(application, 'id');
  }

  return { run, upload, newApplication };
}
