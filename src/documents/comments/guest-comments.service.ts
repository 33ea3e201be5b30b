/**
 * Comments of people without an account, by a preview link that allows them. They give a name, read the threads that guests of the link
 * began, and write in these; nothing else of the document's comments reaches them. A link that ends takes its guests along, and their
 * comments stay.
 */
import { LockMode } from '@mikro-orm/core';
import type { Secrets } from '../../access/secrets.js';
import type { UsageLimits } from '../../access/usage-limits.js';
import { anonymous } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager, Transaction } from '../../db/database.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput, LoupeError, notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import { laterThan } from '../../kernel/precondition.js';
import { foldText } from '../../kernel/text-fold.js';
import { shown } from '../../tree/guarded-nodes.js';
import { PreviewGuest, PreviewLink } from '../document.entity.js';
import type { DocumentWatch } from '../document-watch.js';
import type { SharedDocument } from '../preview-link.service.js';
import { type CommentedPlace, requireCommentable } from './comment-subjects.js';
import { newestFirst, type ThreadView, toThreadViews } from './comment-views.js';
import type { CommentServiceParts } from './comment.service.js';
import { Comment } from './comment.entity.js';
import { MOST_IN_THREAD, MOST_THREADS, requireGuestName, requireText } from './comment.rules.js';

/** Of a link. */
const MOST_GUESTS = 20;
/** Comments by a link. */
const MOST_BY_LINK = 300;
/** Threads that a guest reads. */
const MOST_READ = 100;

export interface GuestCommentParts extends Pick<CommentServiceParts, 'onWritten'> {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'hash' | 'newSecret'>;
  readonly usage: Pick<UsageLimits, 'guest' | 'guestComment'>;
  readonly operations: OperationLog;
  readonly watch: Pick<DocumentWatch, 'changed'>;
  /** @throws LoupeError NOT_FOUND for a link that is no good */
  readonly open: (code: string) => Promise<SharedDocument>;
}

/** Somebody without an account, and what names them from then on. */
export interface JoinedGuest {
  readonly name: string;
  /** A secret; it is shown once. */
  readonly guestKey: string;
}

/** By what a guest writes. */
export interface GuestAccess {
  readonly code: string;
  readonly guestKey: string;
}

interface Held {
  readonly transaction: Transaction;
  readonly em: EntityManager;
  readonly shared: SharedDocument;
  readonly guest: PreviewGuest;
  readonly now: Date;
}

export class GuestCommentService {
  constructor(private readonly parts: GuestCommentParts) {}

  /**
   * Takes the name of a guest.
   *
   * @throws LoupeError NOT_FOUND for a link that is no good, FORBIDDEN for one that allows no comments or has guests enough, BAD_USER_INPUT for a
   *   name that is empty, too long or taken, RATE_LIMITED
   */
  async join(code: string, name: string): Promise<JoinedGuest> {
    const { database, clock, secrets, usage, operations } = this.parts;
    await usage.guest();
    const { link, node } = requireCommenting(await this.parts.open(code));
    const kept = requireGuestName(name);
    const nameKey = foldText(kept);
    const guestKey = secrets.newSecret();
    await database.transaction(async ({ em }) => {
      // Others wait meanwhile, so that the link has no more guests than it may.
      const held = await em.findOne(PreviewLink, { id: link.id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (held === null) throw notFound('The preview link');
      const guests = await em.find(PreviewGuest, { linkId: link.id });
      if (guests.some((guest) => guest.nameKey === nameKey))
        throw badInput('name', 'is the name of another guest; add something to it');
      if (guests.length >= MOST_GUESTS)
        throw new LoupeError(
          'FORBIDDEN',
          `${MOST_GUESTS} people comment by this link already. Ask for a link of your own.`,
        );
      const id = newId();
      const keyHash = secrets.hash(guestKey);
      em.create(PreviewGuest, {
        id,
        linkId: link.id,
        name: kept,
        nameKey,
        keyHash,
        dateCreated: clock.now(),
      });
      const other = { type: 'Guest', id, name: kept } as const;
      operations.write(em, anonymous, 'comment:join', { ...subjectOf(node), other });
    });
    return { name: kept, guestKey };
  }

  /** Threads that guests of the link began, the newest first. Of users it holds names alone. */
  async threads({ link, node }: SharedDocument): Promise<readonly ThreadView[]> {
    if (!link.mayComment) return [];
    const em = this.parts.database.reader();
    const where = { documentId: node.id, threadId: null, linkId: link.id };
    const firsts = await em.find(Comment, where, {
      orderBy: newestFirst.map(({ property, direction }) => ({ [property]: direction })),
      limit: MOST_READ,
    });
    return (await toThreadViews(em, node, firsts)).map(forGuests);
  }

  /**
   * Begins a thread.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN as `join`; UNAUTHENTICATED for an unknown key; BAD_USER_INPUT for what is not in the document, for
   *   texts that are empty or too long, and for one comment too many; RATE_LIMITED
   */
  async create(access: GuestAccess, place: CommentedPlace, text: string): Promise<ThreadView> {
    return this.change(access, async (held) => {
      const { em, shared } = held;
      const { elementId, positionXPercent, positionYPercent } = place;
      const about = await requireCommentable(em, shared.node, {
        elementId,
        positionXPercent,
        positionYPercent,
      });
      if ((await em.count(Comment, { documentId: shared.node.id, threadId: null })) >= MOST_THREADS)
        throw badInput('text', 'is one comment too many: this document has as many as it may');
      const first = this.write(held, requireText(text), null);
      Object.assign(first, about, { linkId: shared.link.id });
      this.notify(held, first, []);
      return first;
    });
  }

  /** Answers in a thread that a guest of the link began. @throws LoupeError as `create` */
  async reply(access: GuestAccess, threadId: string, text: string): Promise<ThreadView> {
    return this.change(access, async (held) => {
      const { em, shared, now } = held;
      const where = { id: threadId.toLowerCase(), threadId: null, linkId: shared.link.id };
      const first = isId(threadId) ? await em.findOne(Comment, where) : null;
      if (first === null) throw notFound(`Comment ${shown(threadId)}`);
      const before = await em.find(Comment, { threadId: first.id });
      if (before.length + 1 >= MOST_IN_THREAD)
        throw badInput('threadId', `has ${MOST_IN_THREAD} comments already; begin another one`);
      first.dateModified = laterThan(first.dateModified, now);
      this.notify(held, this.write(held, requireText(text), first.id), [first, ...before]);
      return first;
    });
  }

  private write({ em, shared, guest, now }: Held, text: string, threadId: string | null): Comment {
    const other = { type: 'Guest', id: guest.id, name: guest.name } as const;
    this.parts.operations.write(em, anonymous, 'comment:create', { ...subjectOf(shared.node), other });
    const written = { text, user: guest.name, guestId: guest.id, dateCreated: now, dateModified: now };
    return em.create(Comment, { id: newId(), documentId: shared.node.id, threadId, ...written });
  }

  /** Notifies the user who made the link, and those who wrote in the thread. */
  private notify(
    { transaction, shared }: Held,
    { id: commentId }: Comment,
    before: readonly Comment[],
  ): void {
    const { id: documentId, organizationId } = shared.node;
    const people = new Set([shared.link.userId ?? [], ...before.map(({ userId }) => userId ?? [])].flat());
    for (const userId of people)
      this.parts.onWritten(transaction, { commentId, documentId, organizationId, userId });
  }

  private async change(
    { code, guestKey }: GuestAccess,
    work: (held: Held) => Promise<Comment>,
  ): Promise<ThreadView> {
    const { database, clock, secrets, usage, watch } = this.parts;
    const shared = requireCommenting(await this.parts.open(code));
    const keyHash = secrets.hash(guestKey);
    const known = await database.reader().findOne(PreviewGuest, { linkId: shared.link.id, keyHash });
    if (known === null)
      throw new LoupeError('UNAUTHENTICATED', 'Give your name first, then send the key that you get for it.');
    await usage.guestComment(known.id);
    return database.transaction(async (transaction) => {
      const { em, afterCommit } = transaction;
      // A link that was revoked meanwhile took its guests along.
      const guest = await em.findOne(PreviewGuest, { id: known.id });
      if (guest === null) throw notFound('The preview link');
      const byLink = await em.count(Comment, {
        documentId: shared.node.id,
        guestId: { $in: await this.guestsOf(em, shared) },
      });
      if (byLink >= MOST_BY_LINK)
        throw badInput('text', 'is one comment too many: this link has as many as it may');
      const first = await work({ transaction, em, shared, guest, now: clock.now() });
      await em.flush();
      afterCommit(() => watch.changed(shared.node.id));
      const [view] = await toThreadViews(em, shared.node, [first]);
      if (view === undefined) throw notFound('The comment');
      return forGuests(view);
    });
  }

  private async guestsOf(em: EntityManager, { link }: SharedDocument): Promise<string[]> {
    const guests = await em.find(PreviewGuest, { linkId: link.id });
    return guests.map(({ id }) => id);
  }
}

const subjectOf = ({ id, organizationId, type, name, path }: SharedDocument['node']) => ({
  ...{ id, organizationId, type, name, path },
});

/** @throws LoupeError FORBIDDEN */
function requireCommenting(shared: SharedDocument): SharedDocument {
  if (shared.link.mayComment) return shared;
  throw new LoupeError(
    'FORBIDDEN',
    'This link shows the document, and allows no comments. Ask for one that does.',
  );
}

/** Guests see who wrote, and neither ids of users nor whom these call. */
function forGuests(thread: ThreadView): ThreadView {
  const comments = thread.comments.map((comment) => ({ ...comment, userId: null, mentions: [] }));
  return { ...thread, comments };
}
