/** Where mails go: a folder of message files (RFC 5322) from which the operator's own mailer takes them. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { newId } from '../ids.js';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly date: Date;
}

export interface MailSink {
  send(mail: Mail): Promise<void>;
}

export class MailFolder implements MailSink {
  constructor(private readonly folder: string) {}

  /** Writes one `.eml` file, readable by its owner only; a half-written one never carries that ending. */
  async send(mail: Mail): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = join(this.folder, `${newId()}.eml`);
    await writeFile(`${file}.part`, await toMessage(mail), { mode: 0o600, flush: true });
    await rename(`${file}.part`, file);
  }
}

/** Composes without sending: the folder is the transport. */
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

async function toMessage({ to, subject, text, date }: Mail): Promise<Buffer> {
  const { message } = await composer.sendMail({ to, subject, text, date, textEncoding: 'quoted-printable' });
  return Buffer.isBuffer(message) ? message : buffer(message);
}
