/** An application of a server, as the command line works with it. */
import { type Command, Option } from 'commander';
import { badInput, type ErrorCode, errorCatalogue, LoupeError } from '../errors.js';

export interface ServerOptions {
  readonly server?: string;
  readonly key?: string;
}

/** Options that name a server and the key of one of its applications. */
export function addServerOptions(command: Command): Command {
  return command
    .option('--server <address>', 'address of a server, for example http://127.0.0.1:4000')
    .addOption(
      new Option('--key <application_key>', 'key of the application on the server').env('APPLICATION_KEY'),
    );
}

export type Parts = Readonly<Record<string, string | readonly string[] | Buffer | undefined>>;

export class EngineServer {
  constructor(
    private readonly base: string,
    private readonly key: string,
  ) {}

  /** null when no server is named. @throws LoupeError BAD_USER_INPUT when the key is missing */
  static of({ server, key }: ServerOptions): EngineServer | null {
    if (server === undefined) return null;
    if (key === undefined) throw badInput('--key', 'is needed with --server (or set APPLICATION_KEY)');
    return new EngineServer(`${server.replace(/\/$/, '')}/api/v3/engine/applications/current`, key);
  }

  /** @throws LoupeError as the server refuses, Error when it cannot be reached */
  async post(path: string, parts: Parts): Promise<unknown> {
    const body = new FormData();
    for (const [name, value] of Object.entries(parts)) {
      if (Buffer.isBuffer(value)) body.append(name, new Blob([new Uint8Array(value)]), name);
      else for (const text of [value ?? []].flat()) body.append(name, text);
    }
    return this.send(path, { method: 'POST', body });
  }

  async get(path: string): Promise<unknown> {
    return this.send(path, {});
  }

  private async send(path: string, init: RequestInit): Promise<unknown> {
    const headers = { 'Application-Key': this.key };
    const response = await fetch(`${this.base}/${path}`, { ...init, headers }).catch((cause: unknown) => {
      throw new Error(`The server at ${this.base} cannot be reached. Is it running?`, { cause });
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    throw toError(answer, response.status);
  }
}

function toError(answer: unknown, status: number): Error {
  if (typeof answer === 'object' && answer !== null && 'code' in answer && 'title' in answer) {
    const { code, title } = answer;
    if (typeof code === 'string' && code in errorCatalogue) {
      return new LoupeError(code as ErrorCode, String(title));
    }
  }
  return new Error(`The server answered HTTP ${status}; this is no Loupe, or an older one.`);
}
