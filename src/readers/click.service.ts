/** Records a reader's tap on an action. */
import type { ReaderThrottle } from '../access/reader-throttle.js';
import type { ReaderViewer, Viewer } from '../access/viewer.js';
import type { Clock } from '../kernel/clock.js';
import { Action } from '../content/actions/action.entity.js';
import type { Database, EntityManager } from '../db/database.js';
import { notFound } from '../kernel/errors.js';
import { isId, newId } from '../kernel/ids.js';
import { shown } from '../tree/guarded-nodes.js';
import { Node } from '../tree/node.entity.js';
import { idsOnPath } from '../tree/node-path.js';
import { Organization } from '../organizations/organization.entity.js';
import { Click } from './click.entity.js';
import { storedHost } from './record.rules.js';
import { requireReader } from '../access/access.js';
import { givenSession } from '../access/session.rules.js';
import { matchOfClick, matchOfSession } from './click-match.js';
import { choiceIn } from './recorded-choices.js';
import { FRESH } from './events/event-number.js';
import type { Match } from './match.entity.js';
import { recordDevice } from './record-device.js';
import { readUpwards, recordPlace } from './record-place.js';
import type { ScanDevice } from './record-device.js';

/** A click that a device reports later than it was made. */
export interface EarlierClick {
  /** The device's own: a click that is sent twice is one. */
  readonly id: string;
  readonly clickTime: Date;
}

interface Clicked {
  readonly action: Action;
  readonly node: Node;
  readonly documentId: string;
  readonly organizationId: string;
  /** Where it is known without a match. */
  readonly variant?: string | null;
}

export class ClickService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly throttle: ReaderThrottle,
    private readonly onRecorded: () => void = () => undefined,
  ) {}

  /**
   * Records a click on an action that the ApiKey's organization recognizes. It is joined to the match that it
   * followed: by its session, or where there is none or an unknown one by the action and the caller. Otherwise it
   * is a click of its own.
   *
   * @returns the session that the click counts to: that of its match, the caller's, or a new one
   * @throws LoupeError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, NOT_FOUND, RATE_LIMITED (publishable keys)
   */
  async record(
    viewer: Viewer,
    actionId: string,
    device: ScanDevice,
  ): Promise<{ readonly sessionId: string }> {
    requireReader(viewer);
    await this.throttle.admit(viewer, device.host);
    return this.write(viewer, actionId, device, { id: newId(), clickTime: this.clock.now() });
  }

  /**
   * Records a click of an admitted caller; one whose id is there already stays as it is.
   *
   * @returns as `record` @throws LoupeError BAD_USER_INPUT, NOT_FOUND
   */
  async write(
    viewer: ReaderViewer,
    actionId: string,
    device: ScanDevice,
    { id, clickTime }: EarlierClick,
  ): Promise<{ readonly sessionId: string }> {
    return this.database.transaction(async ({ em, afterCommit }) => {
      afterCommit(this.onRecorded);
      const action = isId(actionId) ? await em.findOne(Action, { id: actionId.toLowerCase() }) : null;
      const node = action === null ? null : await em.findOne(Node, { id: action.nodeId });
      const document =
        node?.path.startsWith(viewer.organizationPath) === true ? await documentOf(em, node) : null;
      if (action === null || node === null || document === null) throw notFound(`Action ${shown(actionId)}`);
      const click = { action, node, documentId: document.id, organizationId: document.organizationId };
      return { sessionId: await this.add(em, click, device, { id, clickTime }) };
    });
  }

  /**
   * As `record`, for an action that a reader was shown without a key: by a short address.
   *
   * @param documentId of its document
   * @param variant of the address that is opened, where several are compared
   */
  async recordShown(
    actionId: string,
    documentId: string,
    device: ScanDevice,
    variant: string | null,
  ): Promise<void> {
    await this.database.transaction(async ({ em, afterCommit }) => {
      afterCommit(this.onRecorded);
      const action = await em.findOne(Action, { id: actionId });
      const node = action === null ? null : await em.findOne(Node, { id: action.nodeId });
      if (action === null || node === null) return;
      const { organizationId } = node;
      const click = { action, node, documentId, organizationId, variant };
      await this.add(em, click, device, { id: newId(), clickTime: this.clock.now() }, matchOfSession);
    });
  }

  /** @returns the session that it counts to */
  private async add(
    em: EntityManager,
    { action, node, documentId, organizationId, variant = null }: Clicked,
    device: ScanDevice,
    { id, clickTime }: EarlierClick,
    find = matchOfClick,
  ): Promise<string> {
    const given = givenSession(device.sessionId);
    const organization = await em.findOneOrFail(Organization, { id: organizationId });
    const host = storedHost(device.host, organization.hostPolicy);
    const match = await find(em, {
      action,
      documentId,
      sessionId: given,
      clickTime,
      host,
      headers: device.headers,
    });
    const sessionId = match?.sessionId ?? given ?? newId();
    em.create(Click, {
      id,
      organizationId,
      documentId,
      matchId: match?.id ?? null,
      sessionId,
      clickTime,
      host,
      actionId: action.id,
      actionName: action.name,
      actionOrder: action.order ?? null,
      actionType: action.type,
      language: action.languageCode,
      variant: variant ?? choiceIn(match?.choices ?? '', action.id),
      eventNumber: FRESH,
      ...(match === null ? await ownFacts(em, node, device) : factsOf(match)),
    });
    return sessionId;
  }
}

/** The place and the device of the recognition that a click followed. */
function factsOf(match: Match) {
  const { imageId, zoneId, path, folderId, folderName, documentName, imageName, zoneName } = match;
  const place = { imageId, zoneId, path, folderId, folderName, documentName, imageName, zoneName };
  return { ...place, deviceName: match.deviceName, sdk: match.sdk };
}

/** What is known of a click without a match: where its action stands, and what the caller sent. */
async function ownFacts(em: EntityManager, node: Node, device: ScanDevice) {
  const upwards = await readUpwards(em, node.path);
  return {
    imageId: upwards.find(({ type }) => type === 'Image')?.id ?? null,
    zoneId: upwards.find(({ type }) => type === 'Zone')?.id ?? null,
    ...recordPlace(upwards),
    ...recordDevice(device.headers),
  };
}

/** The document that an element belongs to or is. */
async function documentOf(em: EntityManager, node: Node): Promise<Node | null> {
  return em.findOne(Node, { id: { $in: [...idsOnPath(node.path)] }, type: 'Document' });
}
