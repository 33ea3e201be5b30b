/** How a server is reached: its address, who asks, and what its failures mean. */
import { LoupeFailure } from './problem.js';

type Later<T> = T | Promise<T>;

export interface ConnectionOptions {
  /** Address of the server, for example https://print.example; may have a path. */
  readonly url: string;
  /** Further headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Another `fetch` than the global one. */
  readonly fetch?: typeof fetch;
}

export type HeadersOfCaller = () => Later<Readonly<Record<string, string>>>;

/** What an answer of another kind than JSON begins with, for messages. */
const SHOWN_CHARACTERS = 200;

export class Connection {
  readonly base: string;

  constructor(
    private readonly options: ConnectionOptions,
    private readonly ofCaller: HeadersOfCaller,
  ) {
    this.base = baseOf(options);
  }

  async headers(): Promise<Record<string, string>> {
    return { ...this.options.headers, ...(await this.ofCaller()) };
  }

  /** @throws LoupeFailure UNREACHABLE; what `signal` says when it is aborted */
  async send(path: string, init: RequestInit): Promise<Response> {
    const headers = { ...(await this.headers()), ...(init.headers as Record<string, string> | undefined) };
    const send = this.options.fetch ?? fetch;
    try {
      return await send(`${this.base}${path}`, { ...init, headers });
    } catch (cause) {
      init.signal?.throwIfAborted();
      throw new LoupeFailure(`${this.base} cannot be reached.`, 'UNREACHABLE', null, { cause });
    }
  }
}

/** @throws TypeError for anything but an address of the web; pages may leave out their own host */
function baseOf(options: Partial<ConnectionOptions> | undefined): string {
  const url: unknown = options?.url;
  const base = typeof location === 'undefined' ? undefined : location.href;
  if (typeof url !== 'string' || !URL.canParse(url, base) || !/^https?:$/.test(new URL(url, base).protocol)) {
    throw new TypeError(
      `url must be the address of a server, such as https://print.example; it is ${shown(url)}.`,
    );
  }
  return url.replace(/\/+$/, '');
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? `"${value}"` : `of type ${typeof value}`;

/** The JSON of an answer. @throws LoupeFailure NO_LOUPE for anything else */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const message = `The answer (HTTP ${response.status}) is no JSON: ${text.slice(0, SHOWN_CHARACTERS)}`;
    throw new LoupeFailure(message, 'NO_LOUPE', response.status, { cause });
  }
}
