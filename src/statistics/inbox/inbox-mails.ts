/** Mails about what is new in the inbox, once a day, to users who want them; nothing is sent where nothing is new. */
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { operator, type UserViewer } from '../../access/viewer.js';
import type { Database } from '../../db/database.js';
import { readRows } from '../../db/rows.js';
import type { JobHandler, JobRunner, RunningJob } from '../../jobs/job-runner.js';
import type { Clock } from '../../kernel/clock.js';
import { isPassing, LoupeError } from '../../kernel/errors.js';
import { Organization } from '../../organizations/organization.entity.js';
import { DEFAULT_TIME_ZONE } from '../../tree/time-zones.js';
import { lastingMail, type MailSink } from '../../users/mail/mail.js';
import { mailLanguageOf } from '../../users/mail/mail-texts.js';
import { MailChoice, User } from '../../users/user.entity.js';
import type { InboxEntry, InboxService } from './inbox.service.js';
import { inboxKinds } from './inbox-items.js';
import { inboxMail } from './inbox-mail-texts.js';

export const DAILY_INBOX = 'mail.inbox';
/** Mails are not written before this hour, by the clocks of the organization. */
const FROM_HOUR = 7;

const told = z.object({
  kind: z.enum(inboxKinds),
  name: z.string(),
  documentId: z.string().nullable(),
  documentName: z.string().nullable(),
  pageId: z.string().nullable(),
  pageOrder: z.number().nullable(),
  count: z.number().nullable(),
  at: z.coerce.date().nullable(),
  reason: z.string().nullable(),
});
const payload = z.object({ userId: z.string(), items: z.array(told) });

export interface InboxMailParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Pick<JobRunner, 'enqueue'>;
  readonly inbox: Pick<InboxService, 'of' | 'forgetMended'>;
  readonly viewerOf: (userId: string) => Promise<UserViewer | null>;
}

export class InboxMails {
  /** The day, by its clocks, on which the dismissals of an organization were looked through last, by this server. */
  private readonly lookedThrough = new Map<string, string>();

  constructor(private readonly parts: InboxMailParts) {}

  /** Sends what is due, and forgets dismissals of what is mended. @returns how many mails are on their way */
  async look(): Promise<number> {
    await this.forgetMended();
    const choices = await this.parts.database.reader().find(MailChoice, { aboutInbox: true });
    let sent = 0;
    for (const choice of choices) if (await this.tell(choice)) sent += 1;
    return sent;
  }

  private async forgetMended(): Promise<void> {
    const { database, clock, inbox } = this.parts;
    const sql = 'select distinct organization_id from inbox_dismissal';
    const rows = await readRows<{ readonly organization_id: string }>(database.reader(), sql, []);
    const day = dayAndHour(clock.now(), DEFAULT_TIME_ZONE).day;
    for (const { organization_id: id } of rows) {
      if (this.lookedThrough.get(id) === day) continue;
      this.lookedThrough.set(id, day);
      await inbox.forgetMended(operator, id);
    }
  }

  /** @returns whether a mail is on its way */
  private async tell(choice: MailChoice): Promise<boolean> {
    const { database, clock, jobs, viewerOf } = this.parts;
    const viewer = await viewerOf(choice.userId);
    if (viewer === null) return false;
    const { organizationId } = viewer;
    const organization = await database.reader().findOneOrFail(Organization, organizationId);
    const { day, hour } = dayAndHour(clock.now(), organization.timeZone ?? DEFAULT_TIME_ZONE);
    if (hour < FROM_HOUR || choice.inboxDay === day) return false;
    const items = await this.itemsFor(viewer);
    const before = new Set(choice.inboxTold ?? []);
    const fresh = items.filter(({ id }) => !before.has(id));
    const { userId, inboxDay } = choice;
    return database.transaction(async (transaction) => {
      // Another server, or a wish that was taken back meanwhile.
      const changed = await transaction.em.nativeUpdate(
        MailChoice,
        { userId, inboxDay: inboxDay ?? null, aboutInbox: true },
        { inboxDay: day, inboxTold: items.map(({ id }) => id) },
      );
      if (changed === 0 || fresh.length === 0) return false;
      const notice = { userId, items: fresh.map(toldOf) };
      jobs.enqueue(transaction, { type: DAILY_INBOX, payload: notice, organizationId });
      return true;
    });
  }

  private async itemsFor(viewer: UserViewer): Promise<readonly InboxEntry[]> {
    try {
      return await this.parts.inbox.of(viewer, viewer.organizationId);
    } catch (error) {
      // The right to see it was taken away.
      if (error instanceof LoupeError && !isPassing(error)) return [];
      throw error;
    }
  }
}

function toldOf(entry: InboxEntry) {
  const { id: _, dismissed: __, at, ...item } = entry;
  return { ...item, at: at?.toISOString() ?? null };
}

function dayAndHour(now: Date, timeZone: string): { readonly day: string; readonly hour: number } {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  return { day: local.toPlainDate().toString(), hour: local.hour };
}

export class InboxNotice implements JobHandler {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly mails: MailSink,
    /** Address under which people open the console; null where it is unknown. */
    private readonly publicUrl: string | null,
  ) {}

  async run(job: RunningJob): Promise<void> {
    const { userId, items } = payload.parse(job.payload);
    const em = this.database.reader();
    const user = await em.findOne(User, { id: userId, status: 'Active' });
    if (user === null) return;
    const choice = await em.findOne(MailChoice, { userId });
    const organization = await em.findOneOrFail(Organization, user.organizationId);
    const language = mailLanguageOf(choice?.languageCode ?? organization.languageCode);
    const timeZone = organization.timeZone ?? DEFAULT_TIME_ZONE;
    const text = inboxMail[language]({ items, timeZone, publicUrl: this.publicUrl });
    await this.mails.send(lastingMail(user.mail, text, this.clock.now()));
  }
}
