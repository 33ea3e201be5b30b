/** Mails administrators when the page credits of their organization run low. */
import { z } from 'zod';
import type { Clock } from '../kernel/clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { Node } from '../tree/node.entity.js';
import { Organization } from '../organizations/organization.entity.js';
import type { JobHandler, JobRunner, RunningJob } from '../jobs/job-runner.js';
import { creditLowMail, mailLanguageOf } from './mail/mail-texts.js';
import { lastingMail, type MailSink } from './mail/mail.js';
import { User, UserRole } from './user.entity.js';

export const TELL_OF_LOW_CREDIT = 'mail.credit-low';
const payload = z.object({ organizationId: z.string(), left: z.number() });

/** Writes the job in the transaction that took the credits, so that there is a mail exactly when they were taken. */
export function enqueueCreditNotice(
  jobs: JobRunner,
  em: EntityManager,
  organizationId: string,
  left: number,
): void {
  jobs.enqueue(
    // Waking before the commit is in vain at worst: runners look again, and wait for the transaction on SQLite.
    { em, afterCommit: (step) => void setImmediate(() => void step()) },
    { type: TELL_OF_LOW_CREDIT, payload: { organizationId, left }, organizationId },
  );
}

export class CreditNotice implements JobHandler {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly mails: MailSink,
  ) {}

  async run(job: RunningJob): Promise<void> {
    const { organizationId, left } = payload.parse(job.payload);
    const em = this.database.reader();
    const organization = await em.findOne(Organization, organizationId);
    const node = await em.findOne(Node, organizationId);
    if (organization === null || node === null) return;
    const roles = await em.find(UserRole, { role: 'Administrator' }, { fields: ['userId'] });
    const administrators = new Set(roles.map(({ userId }) => userId));
    const users = await em.find(User, { organizationId, status: 'Active' }, { orderBy: { id: 'asc' } });
    const facts = { organization: node.name, left };
    const text = creditLowMail[mailLanguageOf(organization.languageCode)](facts);
    for (const user of users.filter(({ id }) => administrators.has(id))) {
      await this.mails.send(lastingMail(user.mail, text, this.clock.now()));
    }
  }
}
