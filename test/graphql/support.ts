/** A GraphQL client as a front-end writes it: documents over HTTP, uploads by hand-made multipart forms. */
export interface GraphqlAnswer {
  readonly status: number;
  readonly data: Record<string, unknown> | null;
  readonly errors?: readonly { message: string; extensions?: { code?: string } }[];
}

export class GraphqlClient {
  constructor(
    private readonly url: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  with(headers: Readonly<Record<string, string>>): GraphqlClient {
    return new GraphqlClient(this.url, { ...this.headers, ...headers });
  }

  async run(query: string, variables: Record<string, unknown> = {}): Promise<GraphqlAnswer> {
    const response = await fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.headers },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, ...((await response.json()) as Omit<GraphqlAnswer, 'status'>) };
  }

  /** The parts in the order of the multipart request specification: operations, map, files. */
  async upload(
    query: string,
    variables: Record<string, unknown>,
    files: Readonly<Record<string, { bytes: Buffer; type: string; name: string }>>,
  ): Promise<GraphqlAnswer> {
    const form = new FormData();
    const names = Object.keys(files);
    const empty = Object.fromEntries(names.map((name) => [name, null]));
    form.set('operations', JSON.stringify({ query, variables: { ...variables, ...empty } }));
    form.set('map', JSON.stringify(Object.fromEntries(names.map((name, i) => [i, [`variables.${name}`]]))));
    for (const [i, name] of names.entries()) {
      const { bytes, type, name: fileName } = files[name]!;
      form.set(String(i), new Blob([new Uint8Array(bytes)], { type }), fileName);
    }
    const response = await fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: this.headers,
      body: form,
    });
    return { status: response.status, ...((await response.json()) as Omit<GraphqlAnswer, 'status'>) };
  }
}

/** Reads a subscription over server-sent events to its end. @returns the data of each event */
export async function eventsOf(
  url: string,
  client: GraphqlClient,
  query: string,
  variables: Record<string, unknown>,
): Promise<unknown[]> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...client.headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  return text.split('\n\n').flatMap((block) => {
    const lines = block.split('\n');
    if (!lines.includes('event: next')) return [];
    const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6));
    return [JSON.parse(data.join('\n')) as unknown];
  });
}
