/**
 * Refuses files beyond what the operator lets an organization keep. It sees them in the transactions that store them, whatever they are
 * for; pictures that are made of files that are there already pass.
 */
import type { EventSubscriber, FlushEventArgs, TransactionEventArgs } from '@mikro-orm/core';
import type { EntityManager } from '../../db/database.js';
import { LoupeError } from '../../kernel/errors.js';
import { type FileKind, StoredFile } from '../../media/blobs/stored-file.entity.js';
import { Organization } from '../../organizations/organization.entity.js';
import { storedBytes } from './organization-limits.js';

/** Brought along by somebody, not made here. */
const BROUGHT: ReadonlySet<FileKind> = new Set(['Original', 'Icon', 'Logo']);

export class StorageLimit implements EventSubscriber {
  private readonly growing = new WeakMap<object, Set<string>>();

  onFlush({ em, uow }: FlushEventArgs): void {
    for (const { meta, type, entity } of uow.getChangeSets()) {
      if (meta.className !== StoredFile.name || String(type) !== 'create') continue;
      const { organizationId, kind } = entity as StoredFile;
      if (!BROUGHT.has(kind)) continue;
      const growing = this.growing.get(em) ?? new Set();
      this.growing.set(em, growing.add(organizationId));
    }
  }

  async beforeTransactionCommit({ em }: TransactionEventArgs): Promise<void> {
    const growing = this.growing.get(em) ?? new Set();
    this.growing.delete(em);
    for (const organizationId of growing) await requireRoom(em as EntityManager, organizationId);
  }
}

/** @throws LoupeError LIMIT_REACHED */
async function requireRoom(em: EntityManager, organizationId: string): Promise<void> {
  const found = await em.findOne(Organization, { id: organizationId }, { disableIdentityMap: true });
  const limit = found?.storageLimit ?? null;
  if (limit === null) return;
  const bytes = await storedBytes(em, organizationId);
  if (bytes <= limit) return;
  throw new LoupeError(
    'LIMIT_REACHED',
    `The files of your organization may have ${megabytes(limit)} MB, and would have ${megabytes(bytes)}. Delete what nobody needs, trash included, or ask the operator of the platform for more.`,
  );
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
