/** Calls of the engine's part of the GraphQL API that several tests make. */
import { beforeAll, expect } from 'vitest';
import { useTestApp } from '../../kit/use-app.js';
import { memberOf, textMember } from '../../kit/json.js';
import { seed } from '../../kit/seed.js';
import { GraphqlClient } from '../support.js';

export const PROBLEM = '... on Problem { code message }';

/** A Loupe of its own for the tests of a file, and a user of it who calls. */
export function engineOverGraphql() {
  const loupe = useTestApp();
  let client: GraphqlClient;

  beforeAll(async () => {
    const user = await (await seed(loupe).organization()).user();
    client = new GraphqlClient(loupe.url, { authorization: `Bearer ${user.token}` });
  });

  async function run(query: string, variables: Record<string, unknown> = {}): Promise<unknown> {
    const { data, errors } = await client.run(query, variables);
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
    const { data, errors } = await client.upload(query, variables, Object.fromEntries(sent));
    expect(errors).toBeUndefined();
    return data;
  }

  async function newApplication(kind = 'MOBILE'): Promise<string> {
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

  return { run, upload, newApplication, client: () => client, loupe: () => loupe };
}
