/** The trash of an organization: what was thrown away, and can be restored for a while. */
import { MS_PER_DAY, type Clock } from '../../kernel/clock.js';
import type { Operation } from '../../access/permissions.js';
import type { Viewer } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager, Transaction } from '../../db/database.js';
import { type Keyset, type KeysetOrder, keysetQuery } from '../../db/keyset.js';
import { readRows } from '../../db/rows.js';
import { notFound } from '../../kernel/errors.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import { Node, TrashEntry, type TrashType } from '../../tree/node.entity.js';
import type { NodeRemoval } from '../../tree/node-removal.js';
import { inSubtree } from '../../tree/node-path.js';
import { isId } from '../../kernel/ids.js';
import type { PictureTrash } from '../../pictures/picture-trash.js';
import { noteZones } from '../history/transaction-notes.js';
import type { RestoreOptions, TrashRestorer } from './trash-restorer.js';

export interface TrashEntryView {
  /** Of the element. */
  readonly id: string;
  readonly type: TrashType;
  readonly name: string;
  /** The element that it was in; null for a picture. */
  readonly parentId: string | null;
  /** Names from the organization down to the element that it was in, as they were. */
  readonly place: readonly string[];
  /** Pages that it held, or is. */
  readonly pages: number;
  /** Credits that are free again, and that restoring takes. */
  readonly freedCredits: number;
  readonly user: string;
  readonly dateTrashed: Date;
  /** When it is removed for good. */
  readonly datePurged: Date;
}

export interface RestoredElement {
  readonly id: string;
  readonly type: TrashType;
  readonly parentId: string | null;
  /** As before, or with a number behind it where the name was taken. */
  readonly name: string;
}

export interface TrashServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly removal: NodeRemoval;
  readonly restorer: TrashRestorer;
  readonly pictures: PictureTrash;
  readonly operations: OperationLog;
  /** How long it can be restored. */
  readonly days: number;
}

const newestFirst: KeysetOrder<TrashEntry> = [
  { property: 'dateTrashed', direction: 'desc' },
  { property: 'id', direction: 'desc' },
];

export class TrashService {
  constructor(private readonly parts: TrashServiceParts) {}

  /** A part of an organization's trash, newest first. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async page(viewer: Viewer, organizationId: string, keyset: Keyset): Promise<readonly TrashEntryView[]> {
    const em = this.parts.database.reader();
    const { id } = await this.requirePlace(em, viewer, 'content:read', organizationId);
    const { where, ...options } = keysetQuery(newestFirst, keyset);
    const entries = await em.find(TrashEntry, { $and: [{ organizationId: id }, where] }, options);
    return entries.map((entry) => this.toView(entry));
  }

  /** The whole of it, newest first. @throws LoupeError as `page` */
  async list(viewer: Viewer, organizationId: string): Promise<readonly TrashEntryView[]> {
    const em = this.parts.database.reader();
    const { id } = await this.requirePlace(em, viewer, 'content:read', organizationId);
    const orderBy = { dateTrashed: 'desc', id: 'desc' } as const;
    const entries = await em.find(TrashEntry, { organizationId: id }, { orderBy });
    return entries.map((entry) => this.toView(entry));
  }

  /** @throws LoupeError as `page` */
  async count(viewer: Viewer, organizationId: string): Promise<number> {
    const em = this.parts.database.reader();
    const { id } = await this.requirePlace(em, viewer, 'content:read', organizationId);
    return em.count(TrashEntry, { organizationId: id });
  }

  /**
   * Brings an element back with all that it held: titles, actions, icons, zones, pages, statuses. Active pages are
   * found by the next scan and take their credits again.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT, INSUFFICIENT_CREDIT, and CONFLICT when its former parent is
   *   not there
   */
  async restore(viewer: Viewer, id: string, options: RestoreOptions = {}): Promise<RestoredElement> {
    const { database, restorer, pictures, operations } = this.parts;
    return database.transaction(async (transaction) => {
      const { em } = transaction;
      const entry = await this.requireEntry(em, viewer, 'restore', id);
      const { type, organizationId } = entry;
      operations.write(em, viewer, 'trash:restore', {
        id: type === 'Picture' ? null : entry.id,
        organizationId,
      });
      em.remove(entry);
      if (type === 'Picture') {
        const { name } = await pictures.restore(transaction, entry);
        return { id: entry.id, type, parentId: organizationId, name };
      }
      if (type === 'Zone') await noteZones(em, [entry.id]);
      const node = await restorer.restore(transaction, viewer, entry, options);
      return { id: node.id, type, parentId: node.parentId ?? null, name: node.name };
    });
  }

  /** Removes an element of the trash for good. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async purge(viewer: Viewer, id: string): Promise<void> {
    await this.parts.database.transaction(async (transaction) => {
      const entry = await this.requireEntry(transaction.em, viewer, 'purge', id);
      this.log(transaction.em, viewer, entry);
      await this.remove(transaction, entry);
    });
  }

  /** Removes everything in an organization's trash for good. @returns how many entries @throws LoupeError as `purge` */
  async empty(viewer: Viewer, organizationId: string): Promise<number> {
    const em = this.parts.database.reader();
    const { id } = await this.requirePlace(em, viewer, 'content:write', organizationId);
    const entries = await em.find(TrashEntry, { organizationId: id }, { fields: ['id'] });
    for (const entry of entries) {
      await this.parts.database.transaction(async (transaction) => {
        const found = await transaction.em.findOne(TrashEntry, { id: entry.id });
        if (found === null) return; // Restored meanwhile, or gone with its former parent.
        this.log(transaction.em, viewer, found);
        await this.remove(transaction, found);
      });
    }
    return entries.length;
  }

  /** Removes for good what has lain in the trash for long enough. @returns how many entries */
  async purgeOld(): Promise<number> {
    const { database, clock, days } = this.parts;
    const before = new Date(clock.now().getTime() - days * MS_PER_DAY);
    const old = await database
      .reader()
      .find(TrashEntry, { dateTrashed: { $lt: before } }, { fields: ['id'] });
    for (const { id } of old) {
      await database.transaction(async (transaction) => {
        const entry = await transaction.em.findOne(TrashEntry, { id });
        if (entry !== null) await this.remove(transaction, entry);
      });
    }
    return old.length;
  }

  private async remove(transaction: Transaction, entry: TrashEntry): Promise<void> {
    const { em } = transaction;
    em.remove(entry);
    await em.flush();
    if (entry.type === 'Picture') {
      await this.parts.pictures.purge(transaction, entry);
      return;
    }
    const node = await em.findOne(Node, { id: entry.id });
    if (node === null) return;
    // Pages and zones that were thrown away before have nothing left to come back to.
    const parts = await readRows<{ readonly id: string }>(
      em,
      `select t.id from trash_entry t join node n on n.id = t.parent_id
        where t.organization_id = ? and t.type in ('Image', 'Zone') and n.path like ?`,
      [node.organizationId, inSubtree(node.path).$like],
    );
    for (const { id } of parts) {
      const part = await em.findOne(TrashEntry, { id });
      if (part !== null) await this.remove(transaction, part);
    }
    await this.parts.removal.remove(transaction, node, { deleteChildren: true });
  }

  private async requireEntry(
    em: EntityManager,
    viewer: Viewer,
    what: 'restore' | 'purge',
    id: string,
  ): Promise<TrashEntry> {
    const entry = isId(id) ? await em.findOne(TrashEntry, { id: id.toLowerCase() }) : null;
    const operation: Operation = entry?.type === 'Picture' ? 'picture:write' : 'content:write';
    const subject = `What you want to ${what}, ${shown(id)},`;
    await this.parts.guarded.requireFor(em, viewer, operation, entry?.organizationId ?? null, subject);
    if (entry === null) throw notFound(subject);
    return entry;
  }

  private requirePlace(
    em: EntityManager,
    viewer: Viewer,
    operation: 'content:read' | 'content:write',
    organizationId: string,
  ): Promise<Node> {
    return this.parts.guarded.requireOfType(em, viewer, operation, organizationId, 'Organization');
  }

  private log(em: EntityManager, viewer: Viewer, { id, type, organizationId }: TrashEntry): void {
    this.parts.operations.write(em, viewer, 'trash:purge', {
      id: type === 'Picture' ? null : id,
      organizationId,
    });
  }

  private toView(entry: TrashEntry): TrashEntryView {
    const { id, type, name, parentId, place, pages, freedCredits, user, dateTrashed } = entry;
    const datePurged = new Date(dateTrashed.getTime() + this.parts.days * MS_PER_DAY);
    return {
      id,
      type,
      name,
      parentId: parentId ?? null,
      place,
      pages,
      freedCredits,
      user,
      dateTrashed,
      datePurged,
    };
  }
}
