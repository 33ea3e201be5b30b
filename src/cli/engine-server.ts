/** A server, as the command line works with it: one of its applications, or all of them. */
import { type Command, Option } from 'commander';
import { badInput, type ErrorCode, errorCatalogue, LoupeError } from '../kernel/errors.js';

export interface ServerOptions {
  readonly server?: string;
  readonly key?: string;
}

export interface AdministrationOptions {
  readonly server?: string;
  readonly token?: string;
}

const serverOption = () =>
  new Option('--server <address>', 'address of a server, for example http://127.0.0.1:4000');

/** Options that name a server and the key of one of its applications. */
export function addServerOptions(command: Command): Command {
  return command
    .addOption(serverOption())
    .addOption(
      new Option('--key <application_key>', 'key of the application on the server').env('APPLICATION_KEY'),
    );
}

/** Options that name a server and who administers it. */
export function addAdministrationOptions(command: Command): Command {
  return command
    .addOption(serverOption())
    .addOption(
      new Option('--token <token>', 'with --server: access_token of an administrator (POST /token)').env(
        'ACCESS_TOKEN',
      ),
    );
}

export type Parts = Readonly<Record<string, string | readonly string[] | Buffer | Blob | undefined>>;

export class EngineServer {
  private constructor(
    private readonly base: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  /** The application of a key; null when no server is named. @throws LoupeError BAD_USER_INPUT when the key is missing */
  static of({ server, key }: ServerOptions): EngineServer | null {
    if (server === undefined) return null;
    if (key === undefined) throw badInput('--key', 'is needed with --server (or set APPLICATION_KEY)');
    return new EngineServer(`${toBase(server)}/applications/current`, { 'Application-Key': key });
  }

  /** The application of a key, for commands that work on a server alone. @throws LoupeError BAD_USER_INPUT */
  static require(options: ServerOptions): EngineServer {
    const server = EngineServer.of(options);
    if (server === null) throw badInput('--server', 'is needed, with the --key of an application');
    return server;
  }

  /** All applications within reach; null when no server is named. @throws LoupeError BAD_USER_INPUT */
  static ofAdministrator({ server, token }: AdministrationOptions): EngineServer | null {
    if (server === undefined) return null;
    if (token === undefined) throw badInput('--token', 'is needed with --server (or set ACCESS_TOKEN)');
    return new EngineServer(toBase(server), { Authorization: `Bearer ${token}` });
  }

  /** @throws LoupeError as the server refuses, Error when it cannot be reached */
  async post(path: string, parts: Parts): Promise<unknown> {
    const body = new FormData();
    for (const [name, value] of Object.entries(parts)) {
      if (Buffer.isBuffer(value)) body.append(name, new Blob([new Uint8Array(value)]), name);
      else if (value instanceof Blob) body.append(name, value, name);
      else for (const text of [value ?? []].flat()) body.append(name, text);
    }
    return this.send(path, { method: 'POST', body });
  }

  async get(path: string): Promise<unknown> {
    return this.send(path, {});
  }

  async delete(path: string): Promise<void> {
    await this.send(path, { method: 'DELETE' });
  }

  async sendJson(method: 'POST' | 'PATCH', path: string, body: object): Promise<unknown> {
    const headers = { 'Content-Type': 'application/json' };
    return this.send(path, { method, headers, body: JSON.stringify(body) });
  }

  private async send(path: string, init: RequestInit): Promise<unknown> {
    const headers = { ...(init.headers as Record<string, string> | undefined), ...this.headers };
    const response = await fetch(`${this.base}/${path}`, { ...init, headers }).catch((cause: unknown) => {
      throw new Error(`The server at ${this.base} cannot be reached. Is it running?`, { cause });
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    throw toError(answer, response.status);
  }
}

function toBase(server: string): string {
  return `${server.replace(/\/+$/, '')}/api/v3/engine`;
}

function toError(answer: unknown, status: number): Error {
  if (typeof answer === 'object' && answer !== null && 'code' in answer && 'title' in answer) {
    const { code, title } = answer;
    if (typeof code === 'string' && code in errorCatalogue) {
      return new LoupeError(code as ErrorCode, String(title));
    }
  }
  return new Error(`The server answered HTTP ${status}; this is not Loupe, or an older version.`);
}
