/**
 * Recomputes values that are stored in several places or derived, and compares: counters with their ledger,
 * places with the tree, targets with statuses, files with the disk.
 */
import type { Viewer } from '../access/viewer.js';
import type { Secrets } from '../access/secrets.js';
import { brokenChains } from '../audit/chain/chain.check.js';
import type { Database, EntityManager } from '../db/database.js';
import { forbidden } from '../kernel/errors.js';
import { Node } from '../tree/node.entity.js';
import type { Vision } from '../engine-host/vision.js';
import { isTrashed } from '../tree/trash-place.js';
import type { FileStore } from '../media/blobs/file-store.js';
import { checkAccount, checkCounts } from './counter.checks.js';
import { type Check, type Difference, type Subject } from './difference.js';
import { checkLeftovers, checkTargets } from './target.checks.js';
import { checkDatabase, checkFiles, checkSignatures } from './stored.checks.js';
import { checkSharedSnapshots, checkSnapshots } from './snapshot.checks.js';
import { checkThumbnails } from './stored.checks.js';
import { checkOrders, checkPlaces, checkTitles } from './tree.checks.js';

const checks: readonly Check[] = [
  checkPlaces,
  checkOrders,
  checkTitles,
  checkAccount,
  checkCounts,
  checkTargets,
  checkLeftovers,
];

export interface VerificationReport {
  readonly organizations: number;
  readonly elements: number;
  /** Signatures that searches go by. */
  readonly references: number;
  readonly files: number;
  /** Of indexes, on this machine. */
  readonly snapshots: number;
  /** Empty when everything agrees. */
  readonly differences: readonly Difference[];
}

export class VerificationService {
  /** @param snapshotFolder where a server of this machine keeps those of its indexes */
  constructor(
    private readonly database: Database,
    private readonly stored: {
      readonly fileStore: Pick<FileStore, 'openStream'>;
      readonly vision: Pick<Vision, 'checkSnapshots'>;
    },
    private readonly snapshotFolder: string,
    private readonly secrets: Pick<Secrets, 'sign' | 'isSame'>,
  ) {}

  /** Looks at everything as it is at one moment, files apart, and changes nothing. @throws LoupeError FORBIDDEN but to the operator */
  async verify(viewer: Viewer): Promise<VerificationReport> {
    if (viewer.kind !== 'operator') throw forbidden('verify the data of the platform');
    const tree = await this.database.snapshot(async (em) => {
      const organizations = await em.find(Node, { type: 'Organization' }, { orderBy: { path: 'asc' } });
      const differences: Difference[] = [];
      let elements = 0;
      for (const organization of organizations) {
        const subject = await loadSubject(em, organization);
        elements += subject.nodes.size;
        for (const check of checks) differences.push(...(await check(subject)));
      }
      differences.push(...(await checkThumbnails(em)), ...(await checkDatabase(this.database, em)));
      differences.push(...(await this.checkAuditChains(em)));
      return { organizations: organizations.length, elements, differences };
    });
    // Outside of the transaction: reading every byte takes long, and nobody is to wait for it.
    const signatures = await checkSignatures(this.database);
    const files = await checkFiles(this.database, this.stored.fileStore);
    const snapshots = await checkSnapshots(this.database, this.stored.vision, this.snapshotFolder);
    return {
      ...tree,
      references: signatures.count,
      files: files.count,
      snapshots: snapshots.count,
      differences: [
        ...tree.differences,
        ...signatures.differences,
        ...files.differences,
        ...snapshots.differences,
        ...(await checkSharedSnapshots(this.database, this.stored.fileStore)),
      ],
    };
  }

  /** Of each operation log the first entry that is not as the server chained it. */
  private async checkAuditChains(em: EntityManager): Promise<readonly Difference[]> {
    return (await brokenChains(em, this.secrets)).map(({ organizationId, entryId, number, why }) => ({
      member: 'Operation.Chain',
      elementId: entryId ?? organizationId,
      ...{ found: why, expected: `entry ${number}` },
    }));
  }
}

async function loadSubject(em: EntityManager, organization: Node): Promise<Subject> {
  const found = await em.find(
    Node,
    { organizationId: organization.id },
    { orderBy: { path: 'asc' }, disableIdentityMap: true },
  );
  const childrenOf = new Map<string, Node[]>();
  for (const node of found) {
    if (node.parentId == null || node.id === organization.id || isTrashed(node.path)) continue;
    const siblings = childrenOf.get(node.parentId);
    if (siblings === undefined) childrenOf.set(node.parentId, [node]);
    else siblings.push(node);
  }
  const trashed = new Set(found.filter(({ path }) => isTrashed(path)).map(({ id }) => id));
  const live = found.filter(({ id }) => !trashed.has(id));
  return { em, organization, childrenOf, trashed, nodes: new Map(live.map((node) => [node.id, node])) };
}
