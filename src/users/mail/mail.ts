/** A mail, and who takes it on its way. */
import { newId } from '../../kernel/ids.js';

export interface Mail {
  /** Names it until it is delivered. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly date: Date;
  /** After this it is useless; null for what never is. */
  readonly dateExpires: Date | null;
}

/** A mail that stays useful. @param text its subject and text */
export const lastingMail = (to: string, text: Pick<Mail, 'subject' | 'text'>, date: Date): Mail => ({
  ...{ id: newId(), to, ...text, date },
  dateExpires: null,
});

export interface MailSink {
  /** Whether mails reach their receivers by themselves; a folder waits for somebody to take them. */
  readonly isDelivering: boolean;
  /** Takes a mail; it is not lost from then on. */
  send(mail: Mail): Promise<void>;
  /** Removes the copy of a mail, when there is one. */
  forget(id: string): Promise<void>;
  /** Begins to deliver. */
  start(): void;
  close(): Promise<void>;
}
