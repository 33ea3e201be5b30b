/**
 * Sends mails by SMTP. Each is a file until the mail server has taken it, so that none is lost when that cannot be reached or
 * this process ends. Requests do not wait for delivery, so that the time of an answer reveals nothing.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';
import { writeWhole } from './mail-folder.js';
import type { Mail, MailSink } from './mail.js';

const POLL_EVERY_MS = 60_000;
/** A mail that no server takes for so long is given up. */
const KEEP_MS = 3 * 24 * 60 * 60 * 1000;
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

const storedMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  date: z.coerce.date(),
  dateExpires: z.coerce.date().nullable(),
});

interface SmtpOptions {
  readonly folder: string;
  /** `smtp://user:password@host:port`, `smtps:` for TLS from the start. */
  readonly url: string;
  /** Whom mails come from. */
  readonly from: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class SmtpOutbox implements MailSink {
  readonly isDelivering = true;
  private readonly transport;
  private delivering: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(private readonly options: SmtpOptions) {
    this.transport = createTransport({ url: options.url, ...TIMEOUTS });
  }

  async send(mail: Mail): Promise<void> {
    await mkdir(this.options.folder, { recursive: true, mode: 0o700 });
    await writeWhole(this.pathOf(mail.id), JSON.stringify(mail));
    // A command beside the server leaves it to the server, which looks again and again.
    if (this.timer !== undefined) this.wake();
  }

  async forget(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  start(): void {
    this.timer = setInterval(() => this.wake(), POLL_EVERY_MS).unref();
    this.wake();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.timer);
    await this.delivering;
    this.transport.close();
  }

  private wake(): void {
    this.delivering = this.delivering
      .then(() => this.deliverAll())
      .catch((error: unknown) => this.options.logger.error(error, 'Mails could not be read'));
  }

  private async deliverAll(): Promise<void> {
    const names = await readdir(this.options.folder).catch(() => []);
    for (const name of names.filter((each) => each.endsWith('.json')).sort()) {
      if (this.isClosed) return;
      const mail = await this.read(name);
      if (mail !== null && !(await this.deliver(mail))) return;
    }
  }

  /** A mail that waits; null when it is gone, or no mail. */
  private async read(name: string): Promise<Mail | null> {
    try {
      return storedMail.parse(JSON.parse(await readFile(join(this.options.folder, name), 'utf8')));
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isGone) this.options.logger.error({ err: error, file: name }, 'A mail could not be read');
      return null;
    }
  }

  /** @returns whether the mail server can be asked for more */
  private async deliver(mail: Mail): Promise<boolean> {
    const { clock, logger, from } = this.options;
    const now = clock.now();
    const { id, to, subject, text, date, dateExpires } = mail;
    if (dateExpires !== null && dateExpires <= now) {
      logger.warn({ mailId: id }, 'A mail was not sent in time and is useless now');
      await this.forget(id);
      return true;
    }
    try {
      await this.transport.sendMail({ from, to, subject, text, date, textEncoding: 'quoted-printable' });
    } catch (error) {
      const isLasting = isRefusal(error) || now.getTime() - date.getTime() > KEEP_MS;
      logger.error({ err: error, mailId: id }, isLasting ? 'A mail was given up' : 'A mail is sent later');
      if (isLasting) await this.forget(id);
      return isLasting;
    }
    await this.forget(id);
    return true;
  }

  private pathOf(id: string): string {
    return join(this.options.folder, `${id}.json`);
  }
}

/** The server refused this very mail for good (5xx of RFC 5321); credentials that it refuses can be mended. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  return Number(error.responseCode) >= 500 && error.code !== 'EAUTH';
}
