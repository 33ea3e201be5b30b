/** A client of the platform's REST API, as small as the demo needs it. */

const TIMEOUT_MS = 300_000;

export class DemoHttpError extends Error {
  override readonly name = 'DemoHttpError';

  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export interface DemoRequest {
  readonly json?: object;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

export class DemoHttpClient {
  private authorization: Readonly<Record<string, string>> = {};

  /** @param address of the server, without a slash at the end */
  constructor(readonly address: string) {}

  async login(apiKey: string, userName: string, password: string): Promise<void> {
    const response = await fetch(`${this.address}/token`, {
      method: 'POST',
      headers: { ApiKey: apiKey },
      body: new URLSearchParams({ grant_type: 'password', username: userName, password }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer: unknown = await requireSuccess(response, 'POST /token').json();
    this.authorization = { Authorization: `Bearer ${textMember(answer, 'access_token')}` };
  }

  /**
   * @returns the answer's JSON, or null for an answer without content
   * @throws DemoHttpError for a status that is no success
   */
  async send(method: string, path: string, { json, form, headers }: DemoRequest = {}): Promise<unknown> {
    const response = await fetch(`${this.address}${path}`, {
      method,
      headers: {
        ...this.authorization,
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? form : JSON.stringify(json),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) {
      const text = await response.text();
      throw new DemoHttpError(`${method} ${path} answered ${response.status}: ${text}`, response.status);
    }
    return response.status === 204 ? null : response.json();
  }
}

/** A text member of a JSON object. @throws Error when it has none */
export function textMember(value: unknown, name: string): string {
  const member = memberOf(value, name);
  if (typeof member !== 'string') throw new Error(`The server's answer holds no text "${name}".`);
  return member;
}

/** The elements of a JSON array. @throws Error when it is none */
export function elementsOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error("The server's answer is no list.");
  return value as unknown[];
}

export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function requireSuccess(response: Response, what: string): Response {
  if (!response.ok) throw new DemoHttpError(`${what} answered ${response.status}.`, response.status);
  return response;
}
