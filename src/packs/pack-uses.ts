/** Records what phones recognized and opened with a pack while they had no network, at the time at which it happened. */
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { requireReader } from '../access/access.js';
import type { ReaderThrottle } from '../access/reader-throttle.js';
import type { ReaderViewer, Viewer } from '../access/viewer.js';
import { Action } from '../content/actions/action.entity.js';
import type { Database, EntityManager } from '../db/database.js';
import type { Clock } from '../kernel/clock.js';
import { badInput, LoupeError, notFound } from '../kernel/errors.js';
import { isId } from '../kernel/ids.js';
import { Organization } from '../organizations/organization.entity.js';
import type { ClickService } from '../readers/click.service.js';
import type { ScanDevice } from '../readers/record-device.js';
import { type LiveElement, loadElement } from '../recognition/live-element.js';
import type { MatchWriter } from '../recognition/match-writer.js';
import { shown } from '../tree/guarded-nodes.js';
import { idsOnPath } from '../tree/node-path.js';
import type { NodeStore } from '../tree/node.store.js';
import {
  type Bounds,
  forgotten,
  malformed,
  MOST_USES,
  type PackUse,
  type Refusal,
  untimely,
} from './pack-use.rules.js';
import { Pack } from './pack.entity.js';

export interface RefusedUse extends Refusal {
  readonly id: string;
}

/** Uses that neither list names were not looked at: they are sent again. */
export interface RecordedUses {
  /** Also those that an earlier report had brought. */
  readonly recordedIds: readonly string[];
  /** For good: they are not sent again. */
  readonly refused: readonly RefusedUse[];
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly nodes: NodeStore;
  readonly matches: MatchWriter;
  readonly clicks: ClickService;
  readonly throttle: ReaderThrottle;
}

interface Known extends Bounds {
  readonly path: string;
}

const NOT_IN_PACK: Refusal = {
  reason: 'NotInPack',
  message: 'The pack holds no such page, zone or action, or it was deleted.',
};

export class PackUses {
  constructor(private readonly parts: Parts) {}

  /**
   * Records uses in their order. Each counts once however often it is sent, and as a scan or click of its own for the
   * limits of the key.
   *
   * @throws LoupeError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, NOT_FOUND for the pack, RATE_LIMITED where none
   *   was recorded
   */
  async record(
    viewer: Viewer,
    packId: string,
    uses: readonly PackUse[],
    device: ScanDevice,
  ): Promise<RecordedUses> {
    requireReader(viewer);
    if (uses.length === 0 || uses.length > MOST_USES) throw badInput('uses', `must be 1 to ${MOST_USES}`);
    const em = this.parts.database.reader();
    const pack = await this.packOf(em, viewer, packId);
    const recordedIds: string[] = [];
    const refused: RefusedUse[] = [];
    for (const use of uses) {
      try {
        await this.parts.throttle.admit(viewer, device.host);
      } catch (error) {
        const isFirst = recordedIds.length + refused.length === 0;
        if (isFirst || !(error instanceof LoupeError) || error.code !== 'RATE_LIMITED') throw error;
        break;
      }
      const refusal = await this.recordOne(em, viewer, pack, use, device);
      if (refusal === null) recordedIds.push(use.id);
      else refused.push({ id: use.id, ...refusal });
    }
    return { recordedIds, refused };
  }

  private async packOf(em: EntityManager, viewer: ReaderViewer, packId: string): Promise<Known> {
    const what = `Pack ${shown(packId)}`;
    const pack = isId(packId) ? await em.findOne(Pack, { id: packId.toLowerCase() }) : null;
    const node = pack && (await this.parts.nodes.load(em, pack.elementId));
    if (pack?.dateMade == null || pack.dateExpires == null) throw notFound(what);
    if (node?.path.startsWith(viewer.organizationPath) !== true) throw notFound(what);
    // When earlier versions were made is not kept.
    const from = pack.version === 1 ? pack.dateMade : pack.dateCreated;
    return { path: node.path, now: this.parts.clock.now(), from, to: pack.dateExpires };
  }

  private async recordOne(
    em: EntityManager,
    viewer: ReaderViewer,
    pack: Known,
    use: PackUse,
    device: ScanDevice,
  ): Promise<Refusal | null> {
    const early = malformed(use) ?? untimely(use, pack);
    if (early !== null) return early;
    const node = await this.parts.nodes.load(em, use.elementId);
    const isTarget = node?.type === 'Image' || node?.type === 'Zone';
    if (node === null || !isTarget || !node.path.startsWith(pack.path)) return NOT_IN_PACK;
    // It may be switched off by now: it was active when the pack was made.
    const element = await loadElement(em, node.path, pack.now);
    if (element === null) return NOT_IN_PACK;
    const { retentionDays } = await em.findOneOrFail(Organization, { id: element.organization.id });
    const late = forgotten(use, pack.now, retentionDays ?? null);
    if (late !== null) return late;
    // A clock that is a little fast has no future in the statistics.
    const at = use.at > pack.now ? pack.now : use.at;
    const own = { ...device, sessionId: use.sessionId };
    if (use.actionId === null) {
      await this.recordMatch(element, use, at, own);
      return null;
    }
    const action = isId(use.actionId) ? await em.findOne(Action, { id: use.actionId.toLowerCase() }) : null;
    if (action === null || !idsOnPath(node.path).includes(action.nodeId)) return NOT_IN_PACK;
    await this.recordClick(viewer, use, at, own);
    return null;
  }

  private async recordMatch(
    element: LiveElement,
    { id, languageCode: language, sessionId }: PackUse,
    requestTime: Date,
    device: ScanDevice,
  ): Promise<void> {
    const earlier = { id: id.toLowerCase(), requestTime };
    await this.parts.matches.write({ element, kind: 'Image', language, sessionId, device, earlier });
  }

  private async recordClick(
    viewer: ReaderViewer,
    { id, actionId }: PackUse,
    clickTime: Date,
    device: ScanDevice,
  ): Promise<void> {
    const earlier = { id: id.toLowerCase(), clickTime };
    try {
      await this.parts.clicks.write(viewer, actionId ?? '', device, earlier);
    } catch (error) {
      // An earlier report brought it.
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
    }
  }
}
