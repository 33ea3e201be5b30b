/** Configuration from the environment (`LOUPE_…`), validated at start; every problem is reported at once. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { auditProblems, blobProblems, parseS3Url, type S3Place } from './kernel/blobs-url.js';
import { publicUrl } from './kernel/public-url.js';
import type { Limits, Rates } from './limits.js';
import { roleProblems, roleSettings, type RoleSettings, searcherVariables } from './process-roles.js';
import { readingSettings, type ReadingSettings, readingVariables } from './reading-settings.js';

const upTo = (most: number, fallback: number) => z.coerce.number().int().min(0).max(most).default(fallback);
const port = (fallback: number) => upTo(65_535, fallback);
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
/** 0 stands for no limit. */
const rate = (fallback: number) => z.coerce.number().int().min(0).default(fallback);
const optionalText = z.string().optional();
const headerToken = z.string().regex(/^[!-~]{16,}$/, 'takes 16 or more letters, digits and signs, no blanks');

const environment = z.object({
  ...searcherVariables,
  ...readingVariables,
  LOUPE_DATA: z.string().default('data'),
  LOUPE_HOST: z.string().default('0.0.0.0'),
  LOUPE_PORT: port(4000),
  LOUPE_MODIFY_PORT: port(7789),
  LOUPE_QUERY_PORT: port(8080),
  LOUPE_DATABASE_URL: optionalText,
  LOUPE_DATABASE_CONNECTIONS: z.coerce.number().int().min(3).default(10),
  LOUPE_TLS_PORT: port(0),
  LOUPE_TLS_CERT_FILE: optionalText,
  LOUPE_TLS_KEY_FILE: optionalText,
  LOUPE_PUBLIC_URL: publicUrl.optional(),
  LOUPE_SHORT_URL: publicUrl.optional(),
  LOUPE_SECRET_KEY: z.string().min(32).optional(),
  LOUPE_MAX_ARCHIVE_MB: count(1024),
  LOUPE_MAX_DOCUMENT_MB: count(200),
  LOUPE_MAX_FILE_MB: count(20),
  LOUPE_MAX_MEGAPIXELS: count(50),
  LOUPE_MAX_PDF_PAGES: count(300),
  LOUPE_PDF_PAGE_TIMEOUT_MS: count(20_000),
  LOUPE_PDF_TIMEOUT_MS: count(900_000),
  LOUPE_PDF_MEMORY_MB: count(512),
  LOUPE_VISION_THREADS: z.coerce.number().int().min(0).max(256).default(0),
  LOUPE_VISION_QUEUE: count(256),
  /** 0 stands for as much as they need. */
  LOUPE_INDEX_MEMORY_MB: z.coerce.number().int().min(0).default(0),
  LOUPE_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).default(512),
  LOUPE_ENGINE_PORTS_SERVE_ALL: z.stringbool().default(false),
  LOUPE_LOGIN_FAILURES: rate(10),
  LOUPE_SCANS_PER_MINUTE: rate(60_000),
  LOUPE_UPLOADS_PER_MINUTE: rate(6_000),
  LOUPE_SIGN_UPS_PER_HOUR: rate(300),
  LOUPE_RECOVERIES_PER_HOUR: rate(30),
  LOUPE_REQUESTS_AT_WORK: count(256),
  LOUPE_REQUESTS_AT_LEAST: z.coerce.number().int().min(0).default(0),
  LOUPE_BURST_PATIENCE_MS: count(2000),
  LOUPE_TOKEN_DAYS: count(15),
  LOUPE_PAGES_PER_DAY: z.coerce.number().int().min(0).default(0),
  LOUPE_TRASH_DAYS: count(30),
  LOUPE_FILES_FOLDER: optionalText,
  LOUPE_BLOBS_URL: optionalText,
  LOUPE_BLOBS_SIGNED_MINUTES: upTo(7 * 24 * 60, 0),
  LOUPE_AUDIT_URL: optionalText,
  LOUPE_MAIL_FOLDER: optionalText,
  LOUPE_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'write smtp://<user>:<password>@<host>:<port>, or smtps:' })
    .optional(),
  LOUPE_MAIL_FROM: z.string().regex(/@/, 'must hold a mail address').optional(),
  LOUPE_CREDIT_LOW_PAGES: z.coerce.number().int().min(0).default(20),
  LOUPE_CONSOLE: z.stringbool().default(true),
  LOUPE_GRAPHIQL: z.stringbool().default(true),
  LOUPE_PICTURE_URLS: z.stringbool().default(false),
  LOUPE_WEBHOOKS_PRIVATE: z.stringbool().default(false),
  LOUPE_SIGN_IN_PRIVATE: z.stringbool().default(false),
  LOUPE_GRAPHQL_INTROSPECTION: z.stringbool().default(true),
  LOUPE_GRAPHQL_DOCUMENTS: optionalText,
  LOUPE_GRAPHQL_ONLY_PERSISTED: z.stringbool().default(false),
  LOUPE_METRICS_TOKEN: headerToken.optional(),
  LOUPE_SLOW_QUERY_MS: count(500),
  LOUPE_MIN_FREE_MB: z.coerce.number().int().min(0).default(256),
  LOUPE_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Names of all variables that configure the server. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

export interface Config extends RoleSettings, ReadingSettings {
  /** Database, files, snapshots and mails, unless placed elsewhere. Set it to a disk that is backed up. @default data */
  readonly dataFolder: string;
  /** Address that is listened on. Set it to 127.0.0.1 behind a proxy on this machine. @default 0.0.0.0 */
  readonly host: string;
  /** Port of the console, GraphQL and REST; 0 lets the system choose. @default 4000 */
  readonly port: number;
  /** Port on which legacy clients change the engine's references; null switches it off. @default 7789 */
  readonly modifyPort: number | null;
  /** Port on which legacy clients search; null switches it off. @default 8080 */
  readonly queryPort: number | null;
  /** Listener with certificates of your own. Set it where no proxy in front encrypts. @default null */
  readonly tls: { readonly port: number; readonly certFile: string; readonly keyFile: string } | null;
  /** SQLite file or postgres URL. Set the latter for more than one server. @default loupe.sqlite of the data folder */
  readonly databaseUrl: string;
  /** Connections to PostgreSQL. Lower it when all servers together come near its `max_connections`. @default 10 */
  readonly databaseConnections: number;
  /** Base of addresses in answers; null takes it from each request. Set it behind a proxy. @default null */
  readonly publicUrl: string | null;
  /** Base of short addresses; null takes that of other addresses. Set it to a short domain of your own that leads to this server, before you print. @default null */
  readonly shortUrl: string | null;
  /** Encrypts keys that must be shown again; null keeps one in the data folder. Set it where servers share a database. @default null */
  readonly secretKey: string | null;
  readonly limits: Limits;
  readonly vision: {
    /** Threads of the recognition engine; null for one a core. Set it when other programs share the machine. @default null */
    readonly threads: number | null;
    /** Jobs that may wait for the engine; more are refused and may be repeated. Lower it to refuse sooner under load. @default 256 */
    readonly queueLimit: number;
    /** Memory that indexes may take together; null for all they need. Set it when many are seldom searched: the oldest are closed. @default null */
    readonly indexMemoryBytes: number | null;
  };
  /** Connections that one address may hold at a time; null for as many as it likes. Set it to null behind a proxy that `publicUrl` does not name: everybody comes from its address. @default 512, null with `publicUrl` */
  readonly connectionsPerAddress: number | null;
  /** Whether the ports of the engine serve every surface, not only the engine's. Switch it on for clients that know one port. @default false */
  readonly isAllOnEnginePorts: boolean;
  readonly admission: {
    /** Requests that always may work at a time; null for three a thread of the engine. Raise it when requests wait while the processor is idle. @default null */
    readonly least: number | null;
    /** Most requests that work at a time. Lower it where memory is short. @default 256 */
    readonly most: number;
    /** How long a request waits for its turn in a burst. Lower it when clients rather try again than wait. @default 2000 */
    readonly patienceMs: number;
  };
  readonly rates: Rates;
  /** Life of a bearer token. Shorten it where devices are shared. @default 15 */
  readonly tokenDays: number;
  /** Pages that may be made for an organization on a day; null for as many as it likes. Set it where strangers can sign up. @default null */
  readonly pagesPerDay: number | null;
  /** How long elements that were thrown away can be restored. Shorten it where the law or the disk asks for it. @default 30 */
  readonly trashDays: number;
  /** Mails that wait or are not sent. @default mail of the data folder */
  readonly mailFolder: string;
  /** How mails are sent; null leaves them in the folder. Set it before you invite anybody. @default null */
  readonly smtp: { readonly url: string; readonly from: string } | null;
  /** With fewer page credits an organization's administrators get a mail; 0 for none. Raise it for publishers of many pages. @default 20 */
  readonly creditLowPages: number;
  /** Originals and thumbnails where they are kept in a folder; servers on one database share it. @default files of the data folder */
  readonly filesFolder: string;
  /** The bucket that they are kept in; null for the folder. Set it where servers share no disk. @default null */
  readonly bucket: S3Place | null;
  /** How long an address leads clients to the bucket itself; null makes this server answer with the bytes. Set it to take that traffic off the servers. @default null */
  readonly signedSeconds: number | null;
  /** The bucket that operation logs are sent to where an organization wants that; null offers none. Set it to one that nobody can change. @default null */
  readonly auditBucket: S3Place | null;
  /** Whether the console is served. Switch it off on servers that are for scans alone. @default true */
  readonly hasConsole: boolean;
  /** Whether GraphiQL is served. Switch it off where nobody tries queries. @default true */
  readonly hasGraphiql: boolean;
  /** Whether pictures may be given by address, which this server then fetches. @default false */
  readonly pictureUrls: { readonly isAllowed: boolean };
  /** Whether webhooks, links and addresses of pictures may lead to private networks. Switch it on where receivers stand in yours. @default false */
  readonly webhooks: { readonly allowsPrivate: boolean };
  /** Whether providers of single sign-on may stand in private networks and be spoken to without TLS. Switch it on for your own one. @default false */
  readonly signIn: { readonly allowsPrivate: boolean };
  readonly graphql: {
    /** Whether the schema may be asked for. Switch it off where only your own documents shall run. @default true */
    readonly hasIntrospection: boolean;
    /** JSON file of documents by id; null for none. Set it to let clients send ids instead of documents. @default null */
    readonly documentsFile: string | null;
    /** Refuses every document that is not in the file. Switch it on when all clients send ids. @default false */
    readonly isOnlyPersisted: boolean;
  };
  /** Least level that is logged. @default info */
  readonly logLevel: string;
  /** Token that reads `/metrics`; null lets programs on this machine read it. Set it for a collector elsewhere. @default null */
  readonly metricsToken: string | null;
  /** Statements of the database that take longer are logged. Lower it while you look for a slow one. @default 500 */
  readonly slowQueryMs: number;
  /** Less room on a disk makes the server not ready. Raise it where large files come often. @default 256 MiB */
  readonly minFreeBytes: number;
}

/** The configuration holds errors; the message lists all of them, a line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ConfigError */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([name, value]) => name.startsWith('LOUPE_') && value !== ''),
  );
  const parsed = environment.safeParse(given);
  const problems = parsed.success
    ? [tlsProblems, databaseProblems, blobProblems, auditProblems, roleProblems].flatMap((check) =>
        check(parsed.data),
      )
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(
      `The configuration is not usable:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
  }
  return toConfig(parsed.data);
}

function tlsProblems(env: z.infer<typeof environment>): string[] {
  if (env.LOUPE_TLS_PORT === 0) return [];
  return (['LOUPE_TLS_CERT_FILE', 'LOUPE_TLS_KEY_FILE'] as const)
    .filter((name) => env[name] === undefined)
    .map((name) => `${name}: is needed when LOUPE_TLS_PORT is set; give the path of a PEM file`);
}

function databaseProblems({ LOUPE_DATABASE_URL: url }: z.infer<typeof environment>): string[] {
  if (url === undefined || /^(sqlite:.|postgres(ql)?:\/\/.)/.test(url)) return [];
  const scheme = /^[^:/]*/.exec(url)?.[0] ?? '';
  return [
    `LOUPE_DATABASE_URL: "${scheme}" is not a supported database; write sqlite:<file> or postgres://<user>:<password>@<host>/<name>`,
  ];
}

function smtpOf({ LOUPE_SMTP_URL: url, LOUPE_MAIL_FROM: from }: z.infer<typeof environment>): Config['smtp'] {
  if (url === undefined) return null;
  return { url, from: from ?? `Loupe <loupe@${new URL(url).hostname}>` };
}

function toConfig(env: z.infer<typeof environment>): Config {
  const dataFolder = resolve(env.LOUPE_DATA);
  const { LOUPE_TLS_PORT: tlsPort, LOUPE_TLS_CERT_FILE: certFile, LOUPE_TLS_KEY_FILE: keyFile } = env;
  const hasTls = tlsPort !== 0 && certFile !== undefined && keyFile !== undefined;
  return {
    ...roleSettings(env),
    ...readingSettings(env),
    dataFolder,
    host: env.LOUPE_HOST,
    port: env.LOUPE_PORT,
    modifyPort: env.LOUPE_MODIFY_PORT === 0 ? null : env.LOUPE_MODIFY_PORT,
    queryPort: env.LOUPE_QUERY_PORT === 0 ? null : env.LOUPE_QUERY_PORT,
    tls: hasTls ? { port: tlsPort, certFile, keyFile } : null,
    databaseConnections: env.LOUPE_DATABASE_CONNECTIONS,
    databaseUrl: env.LOUPE_DATABASE_URL ?? `sqlite:${resolve(dataFolder, 'loupe.sqlite')}`,
    publicUrl: env.LOUPE_PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    shortUrl: env.LOUPE_SHORT_URL?.replace(/\/+$/, '') ?? null,
    secretKey: env.LOUPE_SECRET_KEY ?? null,
    limits: {
      maxArchiveBytes: env.LOUPE_MAX_ARCHIVE_MB * 1024 * 1024,
      maxDocumentBytes: Math.max(env.LOUPE_MAX_DOCUMENT_MB, env.LOUPE_MAX_FILE_MB) * 1024 * 1024,
      maxFileBytes: env.LOUPE_MAX_FILE_MB * 1024 * 1024,
      maxPixels: env.LOUPE_MAX_MEGAPIXELS * 1_000_000,
      maxPdfPages: env.LOUPE_MAX_PDF_PAGES,
      pdfPageTimeoutMs: env.LOUPE_PDF_PAGE_TIMEOUT_MS,
      pdfTimeoutMs: env.LOUPE_PDF_TIMEOUT_MS,
      pdfMemoryMb: env.LOUPE_PDF_MEMORY_MB,
    },
    // Behind a proxy everybody comes from the proxy's address.
    connectionsPerAddress:
      env.LOUPE_CONNECTIONS_PER_ADDRESS === 0 || env.LOUPE_PUBLIC_URL !== undefined
        ? null
        : env.LOUPE_CONNECTIONS_PER_ADDRESS,
    isAllOnEnginePorts: env.LOUPE_ENGINE_PORTS_SERVE_ALL,
    admission: {
      least: env.LOUPE_REQUESTS_AT_LEAST === 0 ? null : env.LOUPE_REQUESTS_AT_LEAST,
      most: env.LOUPE_REQUESTS_AT_WORK,
      patienceMs: env.LOUPE_BURST_PATIENCE_MS,
    },
    vision: {
      threads: env.LOUPE_VISION_THREADS === 0 ? null : env.LOUPE_VISION_THREADS,
      queueLimit: env.LOUPE_VISION_QUEUE,
      indexMemoryBytes: env.LOUPE_INDEX_MEMORY_MB === 0 ? null : env.LOUPE_INDEX_MEMORY_MB * 1024 * 1024,
    },
    rates: {
      loginFailures: env.LOUPE_LOGIN_FAILURES,
      scansPerMinute: env.LOUPE_SCANS_PER_MINUTE,
      uploadsPerMinute: env.LOUPE_UPLOADS_PER_MINUTE,
      signUpsPerHour: env.LOUPE_SIGN_UPS_PER_HOUR,
      recoveriesPerHour: env.LOUPE_RECOVERIES_PER_HOUR,
    },
    tokenDays: env.LOUPE_TOKEN_DAYS,
    pagesPerDay: env.LOUPE_PAGES_PER_DAY === 0 ? null : env.LOUPE_PAGES_PER_DAY,
    trashDays: env.LOUPE_TRASH_DAYS,
    filesFolder: resolve(env.LOUPE_FILES_FOLDER ?? resolve(dataFolder, 'files')),
    bucket: env.LOUPE_BLOBS_URL === undefined ? null : parseS3Url(env.LOUPE_BLOBS_URL),
    signedSeconds: env.LOUPE_BLOBS_SIGNED_MINUTES === 0 ? null : env.LOUPE_BLOBS_SIGNED_MINUTES * 60,
    auditBucket: env.LOUPE_AUDIT_URL === undefined ? null : parseS3Url(env.LOUPE_AUDIT_URL),
    smtp: smtpOf(env),
    creditLowPages: env.LOUPE_CREDIT_LOW_PAGES,
    mailFolder: resolve(env.LOUPE_MAIL_FOLDER ?? resolve(dataFolder, 'mail')),
    hasConsole: env.LOUPE_CONSOLE,
    hasGraphiql: env.LOUPE_GRAPHIQL,
    webhooks: { allowsPrivate: env.LOUPE_WEBHOOKS_PRIVATE },
    signIn: { allowsPrivate: env.LOUPE_SIGN_IN_PRIVATE },
    pictureUrls: { isAllowed: env.LOUPE_PICTURE_URLS },
    graphql: {
      hasIntrospection: env.LOUPE_GRAPHQL_INTROSPECTION,
      documentsFile: env.LOUPE_GRAPHQL_DOCUMENTS ?? null,
      isOnlyPersisted: env.LOUPE_GRAPHQL_ONLY_PERSISTED,
    },
    logLevel: env.LOUPE_LOG_LEVEL,
    metricsToken: env.LOUPE_METRICS_TOKEN ?? null,
    slowQueryMs: env.LOUPE_SLOW_QUERY_MS,
    minFreeBytes: env.LOUPE_MIN_FREE_MB * 1024 * 1024,
  };
}
