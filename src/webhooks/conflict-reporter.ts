/** Looks for conflicts of a document whose pages are ready, for those who want to be told. */
import type { Viewer } from '../access/viewer.js';
import type { Clock } from '../kernel/clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { Node } from '../tree/node.entity.js';
import { Job } from '../jobs/job.entity.js';
import type { JobHandler, RunningJob } from '../jobs/job-runner.js';
import { newJobRow } from '../jobs/new-job.js';
import { webhooksFor, writeDeliveries } from './webhook-outbox.js';

export const FIND_CONFLICTS = 'webhook.conflicts';

/** Reports conflicts of an element, most alike first. */
type Check = (
  viewer: Viewer,
  id: string,
) => Promise<readonly { readonly id: string; readonly conflicts: readonly Conflict[] }[]>;

interface Conflict {
  readonly documentId: string;
  readonly documentName: string;
  readonly pageNumber: number;
  readonly distance: number;
}

/** Has the conflicts looked for after the commit, when anybody wants to be told. @returns how many jobs there are */
export async function orderCheck(em: EntityManager, now: Date, document: Node): Promise<number> {
  if ((await webhooksFor(em, document.organizationId, 'conflict.found')).length === 0) return 0;
  const { id: documentId, organizationId } = document;
  await em.insert(Job, newJobRow(now, { type: FIND_CONFLICTS, payload: { documentId }, organizationId }));
  return 1;
}

export class ConflictTeller implements JobHandler {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly check: Check,
    private readonly onDeliveries: () => void,
  ) {}

  async run({ payload }: RunningJob): Promise<void> {
    const { documentId } = payload as { documentId: string };
    const node = await this.database.reader().findOne(Node, { id: documentId, type: 'Document' });
    if (node === null) return;
    const found = await this.check(viewerOf(node), node.id);
    const elements = found
      .filter(({ conflicts }) => conflicts.length > 0)
      .map(({ id, conflicts }) => ({
        elementId: id,
        conflicts: conflicts.map(({ documentId: other, documentName, pageNumber, distance }) => ({
          documentId: other,
          documentName,
          pageNumber,
          distance,
        })),
      }));
    if (elements.length === 0) return;
    const { organizationId, name } = node;
    const data = { documentId, name, elements };
    await this.database.transaction(async ({ em, afterCommit }) => {
      await writeDeliveries(em, this.clock.now(), { event: 'conflict.found', organizationId, data });
      afterCommit(this.onDeliveries);
    });
  }
}

/** Who sees what the document's organization sees, and nothing of others. */
function viewerOf({ path, organizationId }: Node): Viewer {
  return {
    kind: 'user',
    userId: organizationId,
    userName: FIND_CONFLICTS,
    organizationId,
    organizationPath: path.slice(0, path.indexOf(organizationId) + organizationId.length + 1),
    roles: new Set(['Viewer']),
    isWebApiAuthorized: true,
  };
}
