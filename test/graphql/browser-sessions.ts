/** Requests as browsers send them from a page of the server, with a cookie that stands for the log-in. */
export const START = `mutation ($input: StartSessionInput!) {
  startSession(input: $input) {
    __typename
    ... on StartedSession { expiresAt userName organizationId }
    ... on Problem { code message }
  }
}`;
export const ME = '{ me { userName } }';

/** What a browser sends from a page of the server at `url`. */
export const pageHeaders = (url: string) => ({ 'x-loupe-console': '1', origin: url });

export interface Sent {
  readonly cookie: string | null;
  readonly body: { data: Record<string, Record<string, unknown>> | null; errors?: object[] };
}

export async function sendAsBrowser(
  url: string,
  query: string,
  variables: object,
  headers: Readonly<Record<string, string>>,
): Promise<Sent> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return { cookie: response.headers.get('set-cookie'), body: (await response.json()) as Sent['body'] };
}
