/** Mails those who are called to a comment, and those who wrote in its thread. */
import { z } from 'zod';
import type { Database, Transaction } from '../db/database.js';
import { Comment } from '../documents/comments/comment.entity.js';
import type { JobHandler, JobRunner, RunningJob } from '../jobs/job-runner.js';
import type { Clock } from '../kernel/clock.js';
import { Node } from '../tree/node.entity.js';
import { isTrashed } from '../tree/trash-place.js';
import { commentMail } from './mail/comment-mail-texts.js';
import { lastingMail, type MailSink } from './mail/mail.js';
import { receiverOf } from './mail/people-mails.js';

export const NOTICE_OF_COMMENT = 'mail.comment';
const payload = z.object({ commentId: z.string(), userId: z.string() });

/** Writes the job in the transaction that writes the comment, so that there is a mail exactly when there is a comment. */
export function enqueueCommentNotice(
  jobs: JobRunner,
  transaction: Transaction,
  organizationId: string,
  notice: z.output<typeof payload>,
): void {
  jobs.enqueue(transaction, { type: NOTICE_OF_COMMENT, payload: notice, organizationId });
}

export class CommentNotice implements JobHandler {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly mails: MailSink,
    /** Address under which people open the console; null where it is unknown. */
    private readonly publicUrl: string | null,
  ) {}

  async run(job: RunningJob): Promise<void> {
    const { commentId, userId } = payload.parse(job.payload);
    const em = this.database.reader();
    const comment = await em.findOne(Comment, { id: commentId });
    if (comment === null || comment.dateDeleted != null) return;
    const threadId = comment.threadId ?? comment.id;
    const first = comment.threadId == null ? comment : await em.findOne(Comment, { id: threadId });
    const document = await em.findOne(Node, { id: comment.documentId });
    if (first === null || document === null || isTrashed(document.path)) return;
    const receiver = await receiverOf(em, document.path, userId);
    if (receiver === null) return;
    const isCalled = comment.mentions?.some(({ id }) => id === userId) ?? false;
    const text = commentMail[receiver.language]({
      user: comment.user,
      documentName: document.name,
      isGuest: comment.guestId != null,
      why: isCalled ? 'mention' : comment.threadId == null ? 'new' : 'answer',
      subject: first.subject ?? 'Document',
      subjectName: first.subjectName ?? '',
      text: comment.text,
      link: this.publicUrl === null ? null : `${this.publicUrl}/documents/${document.id}?comment=${threadId}`,
    });
    await this.mails.send(lastingMail(receiver.mail, text, this.clock.now()));
  }
}
