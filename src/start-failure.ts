/** What a server that cannot start says: what is wrong with the machine or the data, and what to do about it. */
import { type Config, ConfigError } from './config.js';

const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC', 'EDQUOT', 'ENOENT'];
const UNREACHABLE = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'];

interface SystemError extends Error {
  readonly code: string;
  readonly syscall?: string;
  readonly path?: string;
  readonly address?: string;
  readonly port?: number;
}

const isSystemError = (error: Error): error is SystemError =>
  'code' in error && typeof error.code === 'string';

/** An error and what caused it, from the outside in; libraries wrap what the system and the database say. */
function* chainOf(error: unknown): Generator<Error> {
  if (!(error instanceof Error)) return;
  yield error;
  if (error instanceof AggregateError) for (const part of error.errors) yield* chainOf(part);
  yield* chainOf(error.cause);
}

/**
 * The sentence for a failure whose remedy lies outside of Loupe.
 *
 * @returns undefined for every other failure: a defect, whose stack is wanted
 */
export function explainStartFailure(error: unknown, config: Config): string | undefined {
  if (error instanceof ConfigError) return error.message;
  for (const cause of chainOf(error)) {
    if (!isSystemError(cause)) continue;
    const sentence = ofListening(cause, config) ?? ofDatabase(cause, config) ?? ofFiles(cause, config);
    if (sentence !== undefined) return `Loupe could not start: ${sentence}`;
  }
  return undefined;
}

function ofListening({ code, syscall, port, address }: SystemError, config: Config): string | undefined {
  if (syscall !== 'listen') return undefined;
  const setting = settingOfPort(port, config);
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is in use, perhaps by a Loupe that runs already. Stop that one, or set ${setting} to another port.`;
    case 'EACCES':
      return `port ${port} may not be opened by this user. Set ${setting} to a port from 1024 on.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${address ?? config.host} is no address of this machine. Set LOUPE_HOST to one of its own, or to 0.0.0.0 for all.`;
    default:
      return undefined;
  }
}

function settingOfPort(port: number | undefined, { modifyPort, queryPort, tls }: Config): string {
  if (port === modifyPort) return 'LOUPE_MODIFY_PORT';
  if (port === queryPort) return 'LOUPE_QUERY_PORT';
  return port === tls?.port ? 'LOUPE_TLS_PORT' : 'LOUPE_PORT';
}

function ofDatabase({ code, message, syscall }: SystemError, config: Config): string | undefined {
  const isFile = config.databaseUrl.startsWith('sqlite:');
  if (!isFile) {
    // Five characters: a state of PostgreSQL, such as 28P01 for a wrong password.
    const isOfDatabase = /^[0-9A-Z]{5}$/.test(code) || UNREACHABLE.includes(code);
    return isOfDatabase && syscall !== 'listen'
      ? `the database of LOUPE_DATABASE_URL does not take the connection (${message}). Start it, or correct the address.`
      : undefined;
  }
  const file = config.databaseUrl.replace(/^sqlite:/, '');
  if (/^SQLITE_(NOTADB|CORRUPT|FORMAT)/.test(code)) {
    return `the database ${file} is damaged (${message}). Put a backup in its place, or set LOUPE_DATA to another folder.`;
  }
  if (/^SQLITE_(CANTOPEN|READONLY|PERM|AUTH|IOERR|FULL)/.test(code)) {
    return `the database ${file} cannot be opened and written (${message}). Make its folder writable and leave room on its disk, or set LOUPE_DATA to another folder.`;
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return `the database ${file} is in use by another program (${message}). End that one, then start again.`;
  }
  return undefined;
}

function ofFiles({ code, path }: SystemError, config: Config): string | undefined {
  if (config.tls !== null && (code.startsWith('ERR_OSSL') || isTlsFile(path, config))) {
    return `LOUPE_TLS_CERT_FILE and LOUPE_TLS_KEY_FILE cannot be used (${code}${path === undefined ? '' : `: ${path}`}). Name PEM files that this user may read.`;
  }
  if (path === undefined || !UNWRITABLE.includes(code) || !isOfData(path, config)) return undefined;
  return `${path} cannot be written (${code}). Make the data folder ${config.dataFolder} writable and leave room on its disk, or set LOUPE_DATA to another folder.`;
}

const isTlsFile = (path: string | undefined, { tls }: Config) =>
  path !== undefined && (path === tls?.certFile || path === tls?.keyFile);

/** Whether a path lies in the folders of the data, or above them where they are to be made. */
function isOfData(path: string, { dataFolder, filesFolder }: Config): boolean {
  return [dataFolder, filesFolder].some(
    (folder) => `${path}/`.startsWith(`${folder}/`) || `${folder}/`.startsWith(`${path}/`),
  );
}
