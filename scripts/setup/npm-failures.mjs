/** Why the packages could not be installed, in one sentence that says what to do. */
import { existsSync, statfsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { rootDir } from './paths.mjs';
import { SetupError } from './run.mjs';

const LOG = 'The complete output is in .cache/npm-ci.log.';

const DISK_FULL = 'The disk is full: make room for about 1 GB, then repeat the command.';
/** With less, npm may not even write why it failed. */
const LEAST_FREE_BYTES = 20 * 1024 * 1024;

/** What npm's output holds, and what it means. The first one that fits is said. */
const REASONS = [
  [/\bENOSPC\b|no space left on device/i, DISK_FULL],
  [
    /\bEINTEGRITY\b|integrity checksum failed/i,
    'A package that arrived is not the one in package-lock.json, and was refused: run `npm cache clean --force`, look which registry npm is set to, then repeat the command.',
  ],
  [
    /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|EPROTO|FETCH_ERROR)\b/,
    'The registry of npm packages cannot be reached: check the network, or the proxy and the registry that npm is set to, then repeat the command.',
  ],
  [
    /\b(?:\w*SELF_SIGNED_CERT\w*|UNABLE_TO_(?:GET|VERIFY)_\w+|CERT_\w+|ERR_TLS_CERT_\w+)\b/,
    'npm does not trust the certificate of the registry, as behind a proxy that reads what passes: name the certificate of the proxy (`npm config set cafile <file>`, and NODE_EXTRA_CA_CERTS), then repeat the command.',
  ],
  [
    /\b(?:EACCES|EPERM|EROFS)\b/,
    'npm may not write here: give this user the folder and the cache of npm (`npm config get cache`), then repeat the command.',
  ],
  [
    /\bcode (?:E404|ETARGET)\b/,
    'The registry that npm is set to lacks a package of package-lock.json: set npm to one that has it, then repeat the command.',
  ],
  [
    /\bcode (?:E401|E403)\b/,
    'The registry that npm is set to refuses this user: log in to it, then repeat the command.',
  ],
];

const npmCache = () => process.env.npm_config_cache ?? join(homedir(), '.npm');

function isFull(folder) {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LEAST_FREE_BYTES;
}

/**
 * @param {unknown} error what running npm has thrown
 * @returns the error to throw in its stead
 */
export function explainNpmFailure(error) {
  const code = error?.code === undefined ? '' : ` ${error.code}`;
  const known = REASONS.find(([sign]) => sign.test(`${error?.output ?? ''}\n${error?.message}${code}`))?.[1];
  const reason = known ?? (isFull(rootDir) || isFull(npmCache()) ? DISK_FULL : undefined);
  return reason === undefined ? error : new SetupError(`${reason} ${LOG}`);
}
