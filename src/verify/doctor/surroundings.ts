/** Examines the surroundings of an installation: folders, disks, keys, mail, the connections that it needs, certificates. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../../config.js';
import { version } from '../../kernel/version.js';
import { type Finding, found, ill, uneasy, well } from './finding.js';

const PATIENCE_MS = 5000;
const DAY_MS = 86_400_000;
/** A certificate that ends sooner should have been renewed by now. */
const RENEW_DAYS = 14;
const SLOW_READING = {
  connectionTimeout: PATIENCE_MS,
  greetingTimeout: PATIENCE_MS,
  socketTimeout: PATIENCE_MS,
};

/** In the order in which somebody would look at them. */
export async function examineSurroundings(config: Config, now: Date): Promise<readonly Finding[]> {
  const [first, key, room, mails, tls, messages] = await Promise.all([
    found('data folder', () => dataFolder(config)),
    found('secret key', () => secretKey(config)),
    found('disk', () => disk(config)),
    found('mail', () => mail(config)),
    found('certificate', () => certificate(config, now)),
    found('NATS', () => nats(config)),
  ]);
  const own = well('version', `Loupe ${version} on Node ${process.versions.node}`);
  return [own, first, key, room, publicUrl(config), mails, tls, messages];
}

async function dataFolder({ dataFolder: folder }: Config): Promise<Finding> {
  await access(folder, constants.R_OK | constants.W_OK);
  return well('data folder', folder);
}

async function secretKey({ secretKey: given, dataFolder: folder }: Config): Promise<Finding> {
  if (given !== null) return well('secret key', 'LOUPE_SECRET_KEY');
  const file = join(folder, 'secret.key');
  const { mode } = await stat(file);
  if ((mode & 0o077) === 0) return well('secret key', file);
  return ill('secret key', `${file} can be read by other users of this machine`, `Type: chmod 600 ${file}`);
}

async function disk({ dataFolder: folder, minFreeBytes }: Config): Promise<Finding> {
  const { bavail, bsize, blocks } = await statfs(folder);
  const free = bavail * bsize;
  const said = `${gib(free)} of ${gib(blocks * bsize)} GiB are free`;
  if (free < minFreeBytes) {
    return ill('disk', said, 'Make room: the server takes no files below LOUPE_MIN_FREE_MB.');
  }
  if (bavail < blocks * 0.1) return uneasy('disk', said, 'Make room, or move the data to a larger disk.');
  return well('disk', said);
}

const gib = (bytes: number): string => (bytes / 2 ** 30).toFixed(1);

function publicUrl({ publicUrl: url, tls }: Config): Finding {
  if (url === null) {
    const remedy = 'Set LOUPE_PUBLIC_URL: links in mails and addresses for single sign-on are made of it.';
    return uneasy('address', 'every address is taken from the request', remedy);
  }
  if (!url.startsWith('https:') && tls === null) {
    return uneasy(
      'address',
      `${url} is not encrypted`,
      'Put a proxy with a certificate in front, or set LOUPE_TLS_PORT.',
    );
  }
  return well('address', url);
}

async function mail({ smtp, mailFolder }: Config): Promise<Finding> {
  if (smtp === null) {
    const remedy =
      'Set LOUPE_SMTP_URL and LOUPE_MAIL_FROM, so that people get invitations and new passwords.';
    return uneasy('mail', `mails stay in ${mailFolder}`, remedy);
  }
  const transport = createTransport({ url: smtp.url, ...SLOW_READING });
  try {
    await transport.verify();
    return well('mail', `the mail server takes mails from ${smtp.from}`);
  } finally {
    transport.close();
  }
}

async function certificate({ tls }: Config, now: Date): Promise<Finding> {
  if (tls === null) return well('certificate', 'none of its own');
  const read = new X509Certificate(await readFile(tls.certFile));
  const end = new Date(read.validTo);
  const until = `${tls.certFile} is good until ${end.toISOString().slice(0, 10)}`;
  if (!read.checkPrivateKey(createPrivateKey(await readFile(tls.keyFile)))) {
    return ill(
      'certificate',
      `${tls.keyFile} is not the key of ${tls.certFile}`,
      'Put the two that belong together there.',
    );
  }
  if (end <= now || new Date(read.validFrom) > now) {
    return ill(
      'certificate',
      `${tls.certFile} is not good today`,
      'Renew it, or set the clock of this machine.',
    );
  }
  if (end.getTime() - now.getTime() < RENEW_DAYS * DAY_MS) {
    return uneasy('certificate', until, 'Renew it; the server reads it again by itself.');
  }
  return well('certificate', until);
}

async function nats({ searchers }: Config): Promise<Finding> {
  if (searchers === null) return well('NATS', 'not used');
  const away: string[] = [];
  for (const url of searchers.nats.urls) {
    const { hostname, port, host } = new URL(url);
    const isThere = await reaches(hostname.replace(/^\[|\]$/g, ''), Number(port || '4222'));
    if (!isThere) away.push(host);
  }
  if (away.length === 0) return well('NATS', `${searchers.nats.urls.length} servers answer`);
  const remedy = 'Start them, or correct LOUPE_NATS_URL.';
  const said = `${away.join(', ')} cannot be reached`;
  return away.length < searchers.nats.urls.length ? uneasy('NATS', said, remedy) : ill('NATS', said, remedy);
}

async function reaches(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: PATIENCE_MS });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.on('connect', () => end(true));
    socket.on('timeout', () => end(false));
    socket.on('error', () => end(false));
  });
}
