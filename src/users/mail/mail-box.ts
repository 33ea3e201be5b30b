/** Chooses how mails leave: by SMTP where a server is named, else into a folder. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../kernel/clock.js';
import type { Config } from '../../config.js';
import { MailFolder } from './mail-folder.js';
import type { MailSink } from './mail.js';
import { SmtpOutbox } from './smtp-outbox.js';

export function openMailbox(
  { smtp, mailFolder }: Pick<Config, 'smtp' | 'mailFolder'>,
  surroundings: { readonly clock: Clock; readonly logger: Logger },
): MailSink {
  if (smtp === null) return new MailFolder(mailFolder);
  return new SmtpOutbox({ ...smtp, ...surroundings, folder: join(mailFolder, 'outgoing') });
}
