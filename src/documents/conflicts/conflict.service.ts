/**
 * Finds what a reader's photo of a page or zone could be confused with, and what only looks like it. References are compared with
 * references, so elements of an inactive document can be checked before they are activated.
 */
import { requireReach } from '../../access/access.js';
import type { Viewer } from '../../access/viewer.js';
import type { Database, EntityManager } from '../../db/database.js';
import { readRows } from '../../db/rows.js';
import type { ApplicationService } from '../../engine/application.service.js';
import { Reference } from '../../engine/references/reference.entity.js';
import { withVision } from '../../engine/engine-failures.js';
import { badInput } from '../../kernel/errors.js';
import { applicationsBelow } from '../../engine/applications-below.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import type { Node } from '../../tree/node.entity.js';
import { inSubtree, pathUpTo } from '../../tree/node-path.js';
import { isRecognized } from '../../engine-host/types.js';
import type { Vision } from '../../engine-host/vision.js';
import { type CheckedElement, type ConflictView, readConflicts } from './conflict.reader.js';

export interface ConflictResult {
  /** The image or zone. */
  readonly id: string;
  /** The image that it is, or lies on. */
  readonly pageId: string;
  /** Elements that photos may confuse with it, most alike first; empty when there is none. */
  readonly conflicts: readonly ConflictView[];
  /** Pages of its design that photos tell from it, most alike first. */
  readonly alike: readonly ConflictView[];
}

export interface ConflictProgress {
  /** Elements that are checked, this one included. */
  readonly checked: number;
  readonly total: number;
  readonly result: ConflictResult;
}

/** The most conflicts that one element reports. */
const MAX_CONFLICTS = 50;

export interface ConflictServiceParts {
  readonly database: Database;
  readonly guarded: GuardedNodes;
  readonly applications: Pick<ApplicationService, 'idsOf'>;
  readonly vision: Pick<Vision, 'conflicts' | 'toldApart'>;
}

export class ConflictService {
  constructor(private readonly parts: ConflictServiceParts) {}

  /**
   * The conflicts of every element that is, or with its document would be, recognized: of all pages and zones of a
   * document, of a page and its zones, or of a zone. Active elements of the viewer's organization and below count.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT (neither document, image nor zone), OVERLOADED
   */
  async check(viewer: Viewer, id: string): Promise<readonly ConflictResult[]> {
    // Whole folders are checked, with progress after each step.
    await this.countCheckable(viewer, id);
    const results: ConflictResult[] = [];
    for await (const { result } of this.walk(viewer, id)) results.push(result);
    return results;
  }

  /** How many elements a check would look at. @throws LoupeError as `check`, but for the work itself */
  async countCheckable(viewer: Viewer, id: string): Promise<number> {
    const em = this.parts.database.reader();
    return (await elementsOf(em, await this.parts.guarded.require(em, viewer, 'insight:read', id))).length;
  }

  /** The elements of a document that have conflicts; a publisher should know them before activating it. */
  async warnings(viewer: Viewer, id: string): Promise<readonly ConflictResult[]> {
    return (await this.check(viewer, id)).filter(({ conflicts }) => conflicts.length > 0);
  }

  /** Refuses what `walk` would refuse. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async requireWalk(viewer: Viewer, id: string): Promise<void> {
    await this.parts.guarded.require(this.parts.database.reader(), viewer, 'insight:read', id);
  }

  /**
   * As `check`, element by element; also of all documents of a folder or an organization and of those below.
   *
   * @param signal ends the work when the caller has left
   */
  async *walk(viewer: Viewer, id: string, signal?: AbortSignal): AsyncGenerator<ConflictProgress, void> {
    const { database, guarded } = this.parts;
    const em = database.reader();
    const node = await guarded.require(em, viewer, 'insight:read', id);
    const holds = node.type === 'Folder' || node.type === 'Organization';
    const total = holds ? await countActive(database, node) : (await elementsOf(em, node)).length;
    const reach = requireReach(viewer);
    // A machine token may reach a folder alone, above which its organization has the references.
    const base = 'organizationId' in viewer ? pathUpTo(reach, viewer.organizationId) : reach;
    const applications = await applicationsBelow(em, base, ['content']);
    const scope = { reach, indexIds: applications.map((application) => application.id) };
    let checked = 0;
    for (const part of holds ? await documentsBelow(database, node) : [node]) {
      for (const element of await elementsOf(em, part)) {
        signal?.throwIfAborted();
        const found = await this.lookAlikesOf(element, scope, signal);
        checked += 1;
        // Pages may be added while the others are checked.
        const pageId = element.type === 'Zone' ? (element.parentId ?? element.id) : element.id;
        const result = {
          id: element.id,
          pageId,
          conflicts: found.filter(({ toldApartBy }) => toldApartBy === null),
          alike: found.filter(({ toldApartBy }) => toldApartBy !== null),
        };
        yield { checked, total: Math.max(total, checked), result };
      }
    }
  }

  private async lookAlikesOf(
    element: CheckedElement,
    { reach, indexIds }: { readonly reach: string; readonly indexIds: readonly string[] },
    signal: AbortSignal | undefined,
  ): Promise<readonly ConflictView[]> {
    const { database, applications, vision } = this.parts;
    const em = database.reader();
    const own = await applications.idsOf(em, [element.organizationId], 'content');
    const reference = await em.findOne(Reference, {
      applicationId: { $in: own },
      externalId: element.id,
    });
    if (reference?.dna == null) return [];
    const dna = Buffer.from(reference.dna);
    const self = { indexId: reference.applicationId, key: reference.key };
    const { hits } = await withVision(() =>
      vision.conflicts(indexIds, dna, { limit: MAX_CONFLICTS, self, ...(signal ? { signal } : {}) }),
    );
    const recognized = hits.filter(isRecognized);
    const parts = await withVision(() => vision.toldApart(reference.key, recognized, signal));
    return readConflicts(em, { element, reach }, recognized, parts);
  }
}

const CHECKED = 'n.id, n.type, n.path, n.parent_id as "parentId", n.organization_id as "organizationId"';

/** Documents below as plain rows: an organization may have tens of thousands. */
async function documentsBelow(database: Database, { path }: Node): Promise<readonly CheckedElement[]> {
  return database.readInThread<CheckedElement>(
    `select ${CHECKED} from node n where n.path like ? and n.type = 'Document' order by n.id`,
    [inSubtree(path).$like],
  );
}

/** Active pages and zones below. */
async function countActive(database: Database, { path }: Node): Promise<number> {
  const [row] = await database.readInThread<{ readonly count: number | string }>(
    `select count(*) as count from node n left join image i on i.id = n.id left join zone z on z.id = n.id
     where n.path like ? and (i.status = 'Active' or z.status = 'Active')`,
    [inSubtree(path).$like],
  );
  return Number(row?.count ?? 0);
}

/** The elements to check, by page and order. @throws LoupeError BAD_USER_INPUT */
async function elementsOf(em: EntityManager, node: CheckedElement): Promise<readonly CheckedElement[]> {
  if (node.type === 'Zone') return [node];
  if (node.type !== 'Document' && node.type !== 'Image') {
    throw badInput('id', `must be of a document, image or zone, not of a ${node.type.toLowerCase()}`);
  }
  return readRows<CheckedElement>(
    em,
    `select ${CHECKED}
       from node n left join image i on i.id = n.id left join zone z on z.id = n.id
       left join node p on p.id = case n.type when 'Zone' then n.parent_id else n.id end
      where n.path like ? and n.type in ('Image', 'Zone') and coalesce(i.status, z.status) = 'Active'
      order by p."order", n."order", n.path`,
    [inSubtree(node.path).$like],
  );
}
