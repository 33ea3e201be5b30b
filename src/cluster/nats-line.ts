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
/** A peer that does not answer for three times as long is gone. */
const PING_MS = 1500;
/** For how long a connection that was lost may be awaited: it is tried again at once where NATS was only restarted. */
const GRACE_MS = 1000;

export interface Line {
  readonly isUp: boolean;
  /** Largest message in bytes. */
  readonly maxPayload: number;
  /** Whether there is a connection; one that was lost a moment ago is waited for, any other is known to be away. */
  whenUp(): Promise<boolean>;
  publish(subject: string, data?: Uint8Array, options?: PublishOptions): void;
  /** @returns ends it, and resolves when what had come before is handled */
  listen(subject: string, handler: (message: Msg) => void, queue?: string): () => Promise<void>;
  /** Called whenever there is a connection, at once if there is one. */
  onUp(listener: () => void): void;
  /** Called when a connection that was lost has not come back: nothing that was asked is answered. */
  onAway(listener: () => void): void;
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
  /** Since when there is no connection. */
  private lostAt = performance.now();
  private isClosed = false;
  private readonly garbage = new MessageGarbage();
  private readonly listenings = new Set<Listening>();
  private readonly upListeners: (() => void)[] = [];
  private readonly awayListeners: (() => void)[] = [];
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
      const distrust = distrustOf(error);
      if (distrust !== null) throw distrust;
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

  async whenUp(): Promise<boolean> {
    while (!this.isConnected && !this.isClosed && performance.now() < this.lostAt + GRACE_MS) await wait(20);
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

  onAway(listener: () => void): void {
    this.awayListeners.push(listener);
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
        this.lost();
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
        if (this.isConnected) this.logger.warn('NATS is gone; it is tried again and again');
        this.lost();
      } else if (type === 'reconnect') {
        this.up();
      }
    }
  }

  private lost(): void {
    if (!this.isConnected) return;
    this.isConnected = false;
    this.lostAt = performance.now();
    const { lostAt } = this;
    setTimeout(() => {
      // Up again, and perhaps lost once more: that has a moment of its own.
      if (this.isConnected || this.lostAt !== lostAt) return;
      for (const listener of this.awayListeners) listener();
    }, GRACE_MS).unref();
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

/** Codes of Node for certificates that it does not trust; nothing that is tried again changes them. */
const UNTRUSTED =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_\w+|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/;
const WITHOUT_TLS = /does not support 'tls'|'tls'.*not available/;

/** For a certificate that is not trusted, and for a server without TLS where the address asks for it. */
function distrustOf(error: unknown): ConfigError | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (WITHOUT_TLS.test(cause.message)) {
      return new ConfigError(
        'LOUPE_NATS_URL asks for TLS (tls://), and NATS does not speak it there. Switch TLS on in NATS, or write nats://.',
      );
    }
    const code: unknown = 'code' in cause ? cause.code : undefined;
    if (typeof code === 'string' && UNTRUSTED.test(code)) {
      return new ConfigError(
        `The certificate of NATS at LOUPE_NATS_URL is not trusted (${cause.message}). Name the file of its authority in NODE_EXTRA_CA_CERTS, and write the address as the certificate has it.`,
      );
    }
  }
  return null;
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
