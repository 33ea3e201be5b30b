/**
 * The connection to NATS: made again whenever it is lost, with everything that is listened to. A process that starts while
 * NATS is away starts nevertheless, and says that it is not ready.
 */
import { readFileSync } from 'node:fs';
import {
  type Authenticator,
  connect,
  type ConnectionOptions,
  credsAuthenticator,
  errors,
  headers as newHeaders,
  type Msg,
  type NatsConnection,
} from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { ConfigError } from '../config.js';
import type { NatsPlace } from '../process-roles.js';
import { MessageGarbage } from './message-garbage.js';

const FIRST_TRY_MS = 3000;
const RETRY_MS = 500;
/** A peer that does not answer for twice as long is gone. */
const PING_MS = 5000;

export interface Line {
  readonly isUp: boolean;
  /** Largest message in bytes. */
  readonly maxPayload: number;
  /** Whether there is a connection, waiting for it for some time. */
  whenUp(patienceMs: number): Promise<boolean>;
  publish(subject: string, data?: Uint8Array, options?: PublishOptions): void;
  /** @returns ends it, and resolves when what had come before is handled */
  listen(subject: string, handler: (message: Msg) => void, queue?: string): () => Promise<void>;
  /** Called whenever there is a connection, at once if there is one. */
  onUp(listener: () => void): void;
}

interface PublishOptions {
  readonly reply?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
}

interface Listening {
  readonly subject: string;
  readonly queue: string | undefined;
  readonly handler: (message: Msg) => void;
  drain: (() => Promise<void>) | null;
}

export class NatsLine implements Line {
  private connection: NatsConnection | null = null;
  private isConnected = false;
  private isClosed = false;
  private readonly garbage = new MessageGarbage();
  private readonly listenings = new Set<Listening>();
  private readonly upListeners: (() => void)[] = [];
  private following: Promise<void> = Promise.resolve();

  private constructor(
    private readonly place: NatsPlace,
    private readonly logger: Logger,
  ) {}

  /** @throws ConfigError when NATS refuses the credentials, or these cannot be read */
  static async open(place: NatsPlace, logger: Logger): Promise<NatsLine> {
    const line = new NatsLine(place, logger);
    const options = line.options();
    try {
      await line.take(await connect(options));
    } catch (error) {
      if (isRefusal(error)) throw refused(error);
      logger.warn({ reason: messageOf(error) }, 'NATS cannot be reached; it is tried again and again');
    }
    line.following = line.follow();
    return line;
  }

  get isUp(): boolean {
    return this.isConnected;
  }

  get maxPayload(): number {
    return this.connection?.info?.max_payload ?? 1024 * 1024;
  }

  async whenUp(patienceMs: number): Promise<boolean> {
    const until = performance.now() + patienceMs;
    while (!this.isConnected && !this.isClosed && performance.now() < until) await wait(20);
    return this.isConnected;
  }

  publish(subject: string, data?: Uint8Array, { reply, headers = {} }: PublishOptions = {}): void {
    if (!this.isConnected || this.connection === null) return;
    this.garbage.note(data?.length ?? 0);
    const sent = newHeaders();
    for (const [name, value] of Object.entries(headers)) if (value !== null) sent.set(name, value);
    this.connection.publish(subject, data, {
      ...(reply === undefined ? {} : { reply }),
      ...(sent.keys().length === 0 ? {} : { headers: sent }),
    });
  }

  listen(subject: string, handler: (message: Msg) => void, queue?: string): () => Promise<void> {
    const listening: Listening = { subject, queue, handler, drain: null };
    this.listenings.add(listening);
    if (this.connection !== null) this.subscribe(this.connection, listening);
    return async () => {
      this.listenings.delete(listening);
      await listening.drain?.().catch(() => undefined);
    };
  }

  onUp(listener: () => void): void {
    this.upListeners.push(listener);
    if (this.isConnected) listener();
  }

  /** Sends what is still to be sent, then ends the connection. */
  async close(): Promise<void> {
    this.isClosed = true;
    const { connection } = this;
    if (this.isConnected) await connection?.flush().catch(() => undefined);
    this.isConnected = false;
    await connection?.close();
    await this.following;
  }

  private options(): ConnectionOptions {
    const { urls, credentialsFile } = this.place;
    const parsed = urls.map((url) => new URL(url));
    const [{ username, password } = { username: '', password: '' }] = parsed;
    const given = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
    return {
      name: 'loupe',
      servers: parsed.map(({ host }) => host),
      timeout: FIRST_TRY_MS,
      reconnectTimeWait: RETRY_MS,
      maxReconnectAttempts: -1,
      pingInterval: PING_MS,
      maxPingOut: 2,
      ...(parsed.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
      ...(username === '' ? {} : password === '' ? { token: given.user } : given),
      ...(credentialsFile === null ? {} : { authenticator: readCredentials(credentialsFile) }),
    };
  }

  /** Goes on with a new connection whenever the former has ended for good. */
  private async follow(): Promise<void> {
    while (!this.isClosed) {
      if (this.connection !== null) {
        const reason = await this.connection.closed();
        this.isConnected = false;
        this.connection = null;
        if (!this.isClosed)
          this.logger.warn({ reason: messageOf(reason) }, 'The connection to NATS has ended');
        continue;
      }
      await wait(RETRY_MS);
      if (this.isClosed) return;
      try {
        await this.take(await connect(this.options()));
      } catch (error) {
        this.logger.debug({ reason: messageOf(error) }, 'NATS cannot be reached');
      }
    }
  }

  private async take(connection: NatsConnection): Promise<void> {
    if (this.isClosed) {
      await connection.close();
      return;
    }
    this.connection = connection;
    for (const listening of this.listenings) this.subscribe(connection, listening);
    void this.watch(connection);
    this.up();
  }

  private async watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'staleConnection') {
        this.isConnected = false;
        this.logger.warn('NATS is gone; it is tried again and again');
      } else if (type === 'reconnect') {
        this.up();
      }
    }
  }

  private up(): void {
    this.isConnected = true;
    this.logger.info('Connected to NATS');
    for (const listener of this.upListeners) listener();
  }

  private subscribe(connection: NatsConnection, listening: Listening): void {
    const { subject, queue, handler } = listening;
    const subscription = connection.subscribe(subject, {
      ...(queue === undefined ? {} : { queue }),
      callback: (error, message) => {
        if (error !== null) return;
        handler(message);
        this.garbage.note(message.data.length);
      },
    });
    listening.drain = () => subscription.drain();
  }
}

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'closed');

function isRefusal(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return error instanceof errors.AuthorizationError || cause instanceof errors.AuthorizationError;
}

function refused(error: unknown): ConfigError {
  return new ConfigError(
    `NATS refuses the user, password, token or credentials of LOUPE_NATS_URL and LOUPE_NATS_CREDENTIALS (${messageOf(error)}). Correct them.`,
  );
}

/** @throws ConfigError for a file that cannot be read or holds no credentials: NATS would be asked for ever without any */
function readCredentials(path: string): Authenticator {
  const authenticator = credsAuthenticator(readSecret(path));
  try {
    authenticator('a nonce');
  } catch (error) {
    throw new ConfigError(
      `LOUPE_NATS_CREDENTIALS names ${path}, which holds no credentials of NATS (${messageOf(error)}). Name a file that nsc made: a user's token and seed.`,
    );
  }
  return authenticator;
}

function readSecret(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError(
      `LOUPE_NATS_CREDENTIALS names ${path}, which cannot be read (${messageOf(error)}). Name a file that this user may read.`,
    );
  }
}
