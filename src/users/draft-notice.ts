/** Mails the user who set the date of a draft that could not be published at it. */
import { z } from 'zod';
import type { Database, EntityManager } from '../db/database.js';
import type { JobHandler, JobRunner, RunningJob } from '../jobs/job-runner.js';
import type { Clock } from '../kernel/clock.js';
import { Organization } from '../organizations/organization.entity.js';
import { draftStoppedMail, mailLanguageOf } from './mail/mail-texts.js';
import { lastingMail, type MailSink } from './mail/mail.js';
import { User } from './user.entity.js';

export const NOTICE_OF_STOPPED_DRAFT = 'mail.draft-stopped';
const payload = z.object({
  documentId: z.string(),
  documentName: z.string(),
  organizationId: z.string(),
  userId: z.string().nullable(),
  reason: z.string(),
});

/** Writes the job in the transaction that stopped the draft, so that there is a mail exactly when it was stopped. */
export function enqueueDraftNotice(
  jobs: JobRunner,
  em: EntityManager,
  stopped: z.output<typeof payload>,
): void {
  jobs.enqueue(
    // Waking before the commit is in vain at worst: runners look again, and wait for the transaction on SQLite.
    { em, afterCommit: (step) => void setImmediate(() => void step()) },
    { type: NOTICE_OF_STOPPED_DRAFT, payload: stopped, organizationId: stopped.organizationId },
  );
}

export class DraftNotice implements JobHandler {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly mails: MailSink,
    /** Address under which people open the console; null where it is unknown. */
    private readonly publicUrl: string | null,
  ) {}

  async run(job: RunningJob): Promise<void> {
    const { documentId, documentName, organizationId, userId, reason } = payload.parse(job.payload);
    const em = this.database.reader();
    const organization = await em.findOne(Organization, organizationId);
    const user = userId === null ? null : await em.findOne(User, { id: userId, status: 'Active' });
    if (organization === null || user === null) return;
    const link = this.publicUrl === null ? null : `${this.publicUrl}/documents/${documentId}`;
    const text = draftStoppedMail[mailLanguageOf(organization.languageCode)]({ documentName, reason, link });
    await this.mails.send(lastingMail(user.mail, text, this.clock.now()));
  }
}
