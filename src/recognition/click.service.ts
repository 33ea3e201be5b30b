/** Records a reader's tap on an action. */
import type { Viewer } from '../access/viewer.js';
import type { Clock } from '../clock.js';
import { Action } from '../content/action.entity.js';
import type { Database, EntityManager } from '../db/database.js';
import { notFound } from '../errors.js';
import { isId, newId } from '../ids.js';
import { shown } from '../hierarchy/guarded-nodes.js';
import { Node } from '../hierarchy/node.entity.js';
import { idsOnPath } from '../hierarchy/node-path.js';
import { Organization } from '../hierarchy/organization.entity.js';
import { Click } from './click.entity.js';
import { keptHost } from './host.rules.js';
import { demandScan } from '../access/access.js';
import { sessionOf } from '../access/session.rules.js';
import type { ScanDevice } from './views.js';

export class ClickService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Records a click on an action that the ApiKey's organization recognizes.
   *
   * @returns the session that the click counts to: the caller's, or a new one
   * @throws LoupeError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, NOT_FOUND
   */
  async record(
    viewer: Viewer,
    actionId: string,
    device: ScanDevice,
  ): Promise<{ readonly sessionId: string }> {
    demandScan(viewer);
    const sessionId = sessionOf(device.sessionId);
    return this.database.transaction(async ({ em }) => {
      const action = isId(actionId) ? await em.findOne(Action, { id: actionId.toLowerCase() }) : null;
      const document = action === null ? null : await documentOf(em, action, viewer.organizationPath);
      if (action === null || document === null) throw notFound(`Action ${shown(actionId)}`);
      const { organizationId } = document;
      const organization = await em.findOneOrFail(Organization, { id: organizationId });
      em.create(Click, {
        id: newId(),
        organizationId,
        documentId: document.id,
        sessionId,
        clickTime: this.clock.now(),
        host: keptHost(device.host, organization.hostPolicy),
        actionId: action.id,
        actionName: action.name,
        actionOrder: action.order ?? null,
        actionType: action.type,
      });
      return { sessionId };
    });
  }
}

/** The document that an action belongs to, when it lies in the subtree; otherwise null. */
async function documentOf(em: EntityManager, action: Action, organizationPath: string): Promise<Node | null> {
  const node = await em.findOne(Node, { id: action.nodeId });
  if (node === null || !node.path.startsWith(organizationPath)) return null;
  return em.findOne(Node, { id: { $in: [...idsOnPath(node.path)] }, type: 'Document' });
}
