/** Mails those who may approve a draft when a review is asked for, and its editors when it is decided. */
import { z } from 'zod';
import type { Database, Transaction } from '../db/database.js';
import { Draft } from '../documents/drafts/draft.entity.js';
import type { JobHandler, JobRunner, RunningJob } from '../jobs/job-runner.js';
import type { Clock } from '../kernel/clock.js';
import { Node } from '../tree/node.entity.js';
import { isTrashed } from '../tree/trash-place.js';
import { reviewMail } from './mail/comment-mail-texts.js';
import { lastingMail, type MailSink } from './mail/mail.js';
import { receiverOf } from './mail/people-mails.js';

export const NOTICE_OF_REVIEW = 'mail.review';
const payload = z.object({
  documentId: z.string(),
  organizationId: z.string(),
  userId: z.string(),
  what: z.enum(['Asked', 'Approved', 'Refused']),
  by: z.string(),
  reason: z.string().nullable(),
});

/** Writes the job in the transaction that changes the review, so that there is a mail exactly when it was changed. */
export function enqueueReviewNotice(
  jobs: JobRunner,
  transaction: Transaction,
  notice: z.output<typeof payload>,
): void {
  const { organizationId } = notice;
  jobs.enqueue(transaction, { type: NOTICE_OF_REVIEW, payload: notice, organizationId });
}

export class ReviewNotice implements JobHandler {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly mails: MailSink,
    /** Address under which people open the console; null where it is unknown. */
    private readonly publicUrl: string | null,
  ) {}

  async run(job: RunningJob): Promise<void> {
    const { documentId, userId, what, by, reason } = payload.parse(job.payload);
    const em = this.database.reader();
    const document = await em.findOne(Node, { id: documentId });
    if (document === null || isTrashed(document.path)) return;
    if (what === 'Asked') {
      const draft = await em.findOne(Draft, { documentId });
      if (draft?.review?.state !== 'Asked') return;
    }
    const receiver = await receiverOf(em, document.path, userId);
    if (receiver === null) return;
    const link = this.publicUrl === null ? null : `${this.publicUrl}/documents/${documentId}`;
    const text = reviewMail[receiver.language]({ what, by, documentName: document.name, reason, link });
    await this.mails.send(lastingMail(receiver.mail, text, this.clock.now()));
  }
}
