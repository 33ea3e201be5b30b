/** The operation log: who did what, when, on which element. Written in the transaction of the operation itself. */
import type { FilterQuery } from '@mikro-orm/core';
import { requireRight } from '../access/access.js';
import type { Viewer } from '../access/viewer.js';
import type { Clock } from '../kernel/clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { type Keyset, keysetQuery, type KeysetOrder } from '../db/keyset.js';
import { badInput, LoupeError } from '../kernel/errors.js';
import { Node } from '../tree/node.entity.js';
import { isId, newId } from '../kernel/ids.js';
import { type OperationChange, OperationRecord } from './operation-record.entity.js';

export interface OperationView {
  readonly id: string;
  readonly date: Date;
  readonly user: string;
  /** null for an ApiKey and for the operator. */
  readonly userId: string | null;
  readonly operation: string;
  readonly nodeId: string | null;
  /** The element of the tree, the user or the picture; it may be gone by now. */
  readonly elementId: string | null;
  /** Kind of the element, empty where it is no longer known. */
  readonly elementType: string;
  /** Its name at that time. */
  readonly elementName: string;
  readonly changes: readonly OperationChange[];
  /** Changes beyond those that are listed. */
  readonly changesLeftOut: number;
}

/** What an operation was done on. */
export interface OperationSubject {
  /** Of an element of the tree; null for everything else. */
  readonly id: string | null;
  readonly organizationId: string;
  readonly type?: string;
  readonly name?: string;
  readonly path?: string;
  /** A user, a group of a directory, a picture, or a guest of a link. */
  readonly other?: {
    readonly type: 'User' | 'Group' | 'Picture' | 'Guest';
    readonly id: string;
    readonly name: string;
  };
  /** What was changed past the entity manager, which is not seen otherwise. */
  readonly changes?: readonly OperationChange[];
}

export interface OperationFilter {
  readonly organizationId: string;
  readonly from?: Date | null | undefined;
  /** Exclusive. */
  readonly to?: Date | null | undefined;
  /** Only those on this element, or on something that was in it at that time. */
  readonly elementId?: string | null | undefined;
  /** Name or id of a user: only those of that user. */
  readonly user?: string | null | undefined;
  /** Only those of this kind: `title`, or exactly `title:write`. */
  readonly operation?: string | null | undefined;
}

/** A part of the list: entries left out at the beginning, and 1..1000 entries of the answer, 1000 by default. */
export interface OperationPage {
  readonly skip?: number | undefined;
  readonly take?: number | undefined;
}

/** Entries that one answer holds at most. */
const MAX_ENTRIES = 1000;

export class OperationLog {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    /** Called for each entry, before it is committed. */
    private readonly onWritten: () => void = () => undefined,
  ) {}

  /**
   * Adds an entry; it is made durable with the rest of the transaction.
   *
   * @param operation `noun:verb`, for example `folder:create`
   * @param node      what it was done on; what it changed is added when the transaction commits (ChangeRecorder)
   */
  write(em: EntityManager, viewer: Viewer, operation: string, node: OperationSubject): void {
    em.create(OperationRecord, {
      id: newId(),
      organizationId: node.organizationId,
      date: this.clock.now(),
      ...authorOf(viewer),
      operation,
      nodeId: node.id,
      elementId: node.other?.id ?? node.id,
      elementType: node.other?.type ?? node.type ?? '',
      elementName: node.other?.name ?? node.name ?? '',
      path: node.path ?? '',
      changes: node.changes ?? null,
    });
    this.onWritten();
  }

  /** Takes back what was written on an element whose creation is refused after all, together with the element; what is chained by then stays. */
  async withdraw(em: EntityManager, nodeId: string): Promise<void> {
    await em.nativeDelete(OperationRecord, { nodeId, chainNumber: null });
  }

  /**
   * Newest first. Entries of organizations below are listed under those.
   *
   * @throws LoupeError as `page`; BAD_USER_INPUT
   */
  async list(
    viewer: Viewer,
    filter: OperationFilter,
    { skip = 0, take = MAX_ENTRIES }: OperationPage = {},
  ): Promise<readonly OperationView[]> {
    if (!Number.isInteger(skip) || skip < 0) throw badInput('skip', 'must be a whole number from 0');
    if (!Number.isInteger(take) || take < 1 || take > MAX_ENTRIES) {
      throw badInput('take', `must be a whole number from 1 to ${MAX_ENTRIES}`);
    }
    const em = this.database.reader();
    const where = await condition(em, viewer, filter);
    const orderBy = { date: 'desc', id: 'desc' } as const;
    return (await em.find(OperationRecord, where, { orderBy, limit: take, offset: skip })).map(toView);
  }

  /** A part of the same list. @throws LoupeError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN */
  async page(viewer: Viewer, filter: OperationFilter, keyset: Keyset): Promise<readonly OperationView[]> {
    const em = this.database.reader();
    const where = await condition(em, viewer, filter);
    const page = keysetQuery(newestFirst, keyset);
    const { orderBy, limit } = page;
    const records = await em.find(OperationRecord, { $and: [where, page.where] }, { orderBy, limit });
    return records.map(toView);
  }

  /** In the order of the ids: the entry, or why it may not be had. */
  async each(viewer: Viewer, ids: readonly string[]): Promise<readonly (OperationView | LoupeError)[]> {
    const em = this.database.reader();
    const known = [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))];
    const records = await em.find(OperationRecord, { id: { $in: known } });
    const organizationIds = [...new Set(records.map(({ organizationId }) => organizationId))];
    const places = await em.find(Node, { id: { $in: organizationIds } });
    return ids.map((id) => {
      const record = records.find((each) => each.id === id.toLowerCase());
      const place = places.find((each) => each.id === record?.organizationId);
      return attempt(() => {
        requireRight(viewer, 'operation:read', place, `Operation ${id.slice(0, 60)}`);
        return toView(record as OperationRecord);
      });
    });
  }

  /** @throws LoupeError as `page` */
  async count(viewer: Viewer, filter: OperationFilter): Promise<number> {
    const em = this.database.reader();
    return em.count(OperationRecord, await condition(em, viewer, filter));
  }
}

const newestFirst: KeysetOrder<OperationRecord> = [
  { property: 'date', direction: 'desc' },
  { property: 'id', direction: 'desc' },
];

async function condition(em: EntityManager, viewer: Viewer, filter: OperationFilter) {
  const { organizationId, from, to, elementId, user, operation } = filter;
  const place = isId(organizationId)
    ? await em.findOne(Node, { id: organizationId.toLowerCase(), type: 'Organization' })
    : null;
  requireRight(viewer, 'operation:read', place, 'The organization');
  const date = { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) };
  const parts: FilterQuery<OperationRecord>[] = [
    { organizationId: place.id, ...(from || to ? { date } : {}) },
  ];
  if (elementId != null) {
    if (!isId(elementId)) throw badInput('elementId', 'must be the id of an element');
    const id = elementId.toLowerCase();
    parts.push({ $or: [{ elementId: id }, { path: { $like: `%${id}/%` } }] });
  }
  if (user != null) parts.push(isId(user) ? { userId: user.toLowerCase() } : { user });
  if (operation != null) {
    parts.push(operation.includes(':') ? { operation } : { operation: { $like: `${wordOf(operation)}:%` } });
  }
  return { $and: parts };
}

/** @throws LoupeError BAD_USER_INPUT */
function wordOf(operation: string): string {
  if (/^[a-zA-Z]+$/.test(operation)) return operation;
  throw badInput('operation', 'must be a word such as title, or a word and a verb such as title:write');
}

function toView(record: OperationRecord): OperationView {
  const { id, date, user, operation, elementType, elementName, changesLeftOut } = record;
  return {
    id,
    date,
    user,
    userId: record.userId ?? null,
    operation,
    nodeId: record.nodeId ?? null,
    elementId: record.elementId ?? null,
    elementType,
    elementName,
    changes: record.changes ?? [],
    changesLeftOut,
  };
}

/** Who did something, as rows keep it: the name, and the id of the user who answers for it. */
export function authorOf(viewer: Viewer): { readonly user: string; readonly userId: string | null } {
  return { user: nameOf(viewer), userId: userIdOf(viewer) };
}

/** The user who answers for what is done: of a machine token, its owner. Null for what no user does. */
export function userIdOf(viewer: Viewer): string | null {
  if (viewer.kind === 'machine') return viewer.ownerId;
  return viewer.kind === 'user' ? viewer.userId : null;
}

/** How the log names who did something. */
export function nameOf(viewer: Viewer): string {
  if (viewer.kind === 'machine') return `${viewer.tokenName} (token of ${viewer.ownerName})`;
  return viewer.kind === 'user' ? viewer.userName : viewer.kind;
}

function attempt<T>(work: () => T): T | LoupeError {
  try {
    return work();
  } catch (error) {
    if (error instanceof LoupeError) return error;
    throw error;
  }
}
