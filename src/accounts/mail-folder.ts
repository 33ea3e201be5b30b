/** Where mails go: a folder of message files (RFC 5322) from which the operator's own mailer takes them. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
    await writeFile(`${file}.part`, toMessage(mail), { mode: 0o600, flush: true });
    await rename(`${file}.part`, file);
  }
}

function toMessage({ to, subject, text, date }: Mail): string {
  return [
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `To: ${oneLine(to)}`,
    `Subject: ${encodeWords(oneLine(subject))}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    ...text.split('\n'),
    '',
  ].join('\r\n');
}

/** A line break in a header would start another header. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

/** Encoded word (RFC 2047) where the text is not ASCII. */
function encodeWords(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
}
