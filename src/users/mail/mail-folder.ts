/** Where mails go: a folder of message files (RFC 5322) from which the operator's own mailer takes them. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import type { Mail, MailSink } from './mail.js';

export class MailFolder implements MailSink {
  readonly isDelivering = false;

  constructor(private readonly folder: string) {}

  /** Writes one `.eml` file, readable by its owner only; a half-written one never carries that ending. */
  async send(mail: Mail): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeWhole(this.pathOf(mail.id), await toMessage(mail));
  }

  async forget(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  start(): void {
    // Somebody else takes them.
  }

  async close(): Promise<void> {
    return Promise.resolve();
  }

  private pathOf(id: string): string {
    return join(this.folder, `${id}.eml`);
  }
}

/** Writes a file for its owner alone, which appears when it is whole and on the disk. */
export async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  await writeFile(`${path}.part`, content, { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
}

/** Composes without sending: the folder is the transport. */
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

async function toMessage({ to, subject, text, date }: Mail): Promise<Buffer> {
  const { message } = await composer.sendMail({ to, subject, text, date, textEncoding: 'quoted-printable' });
  return Buffer.isBuffer(message) ? message : buffer(message);
}
