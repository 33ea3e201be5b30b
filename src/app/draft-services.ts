/** Wires drafts, and looks for those whose date has come. */
import { InboxService } from '../statistics/inbox/inbox.service.js';
import { DAILY_INBOX, InboxMails, InboxNotice } from '../statistics/inbox/inbox-mails.js';
import type { OrganizationLimits } from '../credits/limits/organization-limits.js';
import type { OperationLog } from '../audit/operation-log.js';
import { LinkWatch } from '../documents/links/link-watch.js';
import { CalendarService } from '../documents/calendar/calendar.service.js';
import { DraftService } from '../documents/drafts/draft.service.js';
import { DraftReviewService } from '../documents/drafts/draft-review.service.js';
import { PublishingRuleService } from '../documents/drafts/publishing-rule.service.js';
import { DraftScheduleService } from '../documents/drafts/draft-schedule.service.js';
import { CommentService, type CommentServiceParts } from '../documents/comments/comment.service.js';
import { type GuestCommentParts, GuestCommentService } from '../documents/comments/guest-comments.service.js';
import { DocumentPresence } from '../documents/document-presence.js';
import type { DocumentWatch } from '../documents/document-watch.js';
import type { JobRunner } from '../jobs/job-runner.js';
import type { BackgroundWork } from '../kernel/background-work.js';
import { CommentNotice, enqueueCommentNotice, NOTICE_OF_COMMENT } from '../users/comment-notice.js';
import { DraftNotice, enqueueDraftNotice, NOTICE_OF_STOPPED_DRAFT } from '../users/draft-notice.js';
import { MailChoiceService } from '../users/mail/people-mails.js';
import type { MailSink } from '../users/mail/mail.js';
import { SavedFilterService } from '../users/saved-filters/saved-filter.service.js';
import { enqueueReviewNotice, NOTICE_OF_REVIEW, ReviewNotice } from '../users/review-notice.js';
import type { ViewerLoader } from '../users/viewer-loader.js';
import type { RecordedChanges } from '../documents/texts/recorded-changes.js';
import type { ZoneTransitions } from '../documents/zones/zone-transitions.js';
import type { TreeBasics } from './content-services.js';
import type { Foundations } from './core-services.js';
import { regularly, whileThere } from './regularly.js';

/** A date is kept within so long. */
const LOOK_EVERY_MS = 15_000;
const LINKS_EVERY_MS = 10 * 60_000;
const INBOX_EVERY_MS = 10 * 60_000;

export interface DraftServices {
  readonly drafts: DraftService;
  readonly draftSchedule: DraftScheduleService;
  readonly draftReviews: DraftReviewService;
  readonly publishingRules: PublishingRuleService;
  readonly calendar: CalendarService;
  readonly inbox: InboxService;
  readonly inboxMails: InboxMails;
  readonly linkWatch: LinkWatch;
  readonly comments: CommentService;
  readonly guestComments: GuestCommentService;
  readonly mailChoices: MailChoiceService;
  readonly savedFilters: SavedFilterService;
  readonly documentPresence: DocumentPresence;
}

interface Parts {
  readonly operations: OperationLog;
  readonly recorded: RecordedChanges;
  readonly zoneTransitions: ZoneTransitions;
  readonly mailbox: MailSink;
  readonly jobs: JobRunner;
  readonly watch: DocumentWatch;
  readonly viewers: ViewerLoader;
  readonly limits: OrganizationLimits;
  readonly guests: Pick<GuestCommentParts, 'open' | 'secrets' | 'usage'>;
}

export function createDrafts(
  { config, database, clock }: Foundations,
  { guardedNodes: guarded, languages, titleWriter: titles }: TreeBasics,
  { mailbox, jobs, viewers, guests, recorded, zoneTransitions, ...parts }: Parts,
): DraftServices {
  const shared = { ...parts, database, clock, guarded };
  const viewerOf = async (userId: string) => viewers.userWithId(userId);
  const drafts = new DraftService({ ...shared, languages, titles, recorded, zoneTransitions });
  jobs.register(NOTICE_OF_STOPPED_DRAFT, new DraftNotice(database, clock, mailbox, config.publicUrl));
  const draftSchedule = new DraftScheduleService({
    ...shared,
    drafts,
    viewerOf,
    onStopped: (em, stopped) => enqueueDraftNotice(jobs, em, stopped),
  });
  jobs.register(NOTICE_OF_REVIEW, new ReviewNotice(database, clock, mailbox, config.publicUrl));
  const draftReviews = new DraftReviewService({
    ...shared,
    onReview: (transaction, notice) => enqueueReviewNotice(jobs, transaction, notice),
  });
  jobs.register(NOTICE_OF_COMMENT, new CommentNotice(database, clock, mailbox, config.publicUrl));
  const onWritten: CommentServiceParts['onWritten'] = (transaction, { organizationId, commentId, userId }) =>
    enqueueCommentNotice(jobs, transaction, organizationId, { commentId, userId });
  const comments = new CommentService({ ...shared, onWritten });
  const guestComments = new GuestCommentService({ ...shared, ...guests, onWritten });
  const mailChoices = new MailChoiceService(database);
  const savedFilters = new SavedFilterService(database);
  const documentPresence = new DocumentPresence(database, clock, (id) => parts.watch.wake(id));
  const publishingRules = new PublishingRuleService(database, guarded, parts.operations);
  const calendar = new CalendarService(database, guarded);
  const linkWatch = new LinkWatch(database, clock, config.webhooks);
  const inbox = new InboxService({ ...shared, calendar, reviews: draftReviews });
  const inboxMails = new InboxMails({ database, clock, jobs, inbox, viewerOf });
  jobs.register(DAILY_INBOX, new InboxNotice(database, clock, mailbox, config.publicUrl));
  return {
    ...{ drafts, draftSchedule, draftReviews, publishingRules, calendar, inbox },
    ...{ comments, guestComments, mailChoices, savedFilters, documentPresence, linkWatch, inboxMails },
  };
}

/** @returns ends it, and waits for what is being published */
export function startPublishing(
  {
    draftSchedule: schedule,
    linkWatch,
    inboxMails,
  }: Pick<DraftServices, 'draftSchedule' | 'linkWatch' | 'inboxMails'>,
  background: BackgroundWork,
): () => Promise<void> {
  const publish = async () => {
    await background.run('drafts-by-date', async () => whileThere(async () => schedule.publishDue()), {
      done: (count) => (count > 0 ? { facts: { count }, text: 'Published drafts at their date' } : null),
      failed: 'Drafts could not be published at their date; they are tried again',
    });
  };
  const askLinks = async () => {
    await background.run('links', async () => whileThere(async () => linkWatch.look()), {
      done: (count) => (count > 0 ? { facts: { count }, text: 'Links answer again, or no longer do' } : null),
      failed: 'Links could not be asked whether they answer',
    });
  };
  const sendInbox = async () => {
    await background.run('inbox-mails', async () => whileThere(async () => inboxMails.look()), {
      done: (count) => (count > 0 ? { facts: { count }, text: 'Mailed what is new in inboxes' } : null),
      failed: 'What is new in inboxes could not be mailed',
    });
  };
  const stops = [
    regularly(publish, LOOK_EVERY_MS),
    regularly(askLinks, LINKS_EVERY_MS),
    regularly(sendInbox, INBOX_EVERY_MS),
  ];
  return async () => {
    linkWatch.close();
    await Promise.all(stops.map(async (stop) => stop()));
  };
}
