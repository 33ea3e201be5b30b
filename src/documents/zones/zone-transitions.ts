/** Changes of several zones in one transaction, whose pictures are cut before it begins. */
import type { Viewer } from '../../access/viewer.js';
import type { ReplacedZone, ZoneState } from './zone.states.js';
import type { Database } from '../../db/database.js';
import { TrashEntry } from '../../tree/node.entity.js';
import { Zone } from './zone.entity.js';
import { isSameRect } from './zone.rules.js';
import { LoupeError } from '../../kernel/errors.js';
import type { PreparedPicture } from '../pages/page-images.js';
import type { TrashService } from '../trash/trash.service.js';
import type { ZoneService } from './zone.service.js';

/** Pictures of zones, by what the zones will be. */
type Pictures = Map<string, PreparedPicture>;

export interface ZoneTransitionsParts {
  readonly database: Database;
  readonly zones: Pick<ZoneService, 'prepare' | 'drop' | 'createPrepared' | 'patchPrepared' | 'delete'>;
  readonly trash: Pick<TrashService, 'restore'>;
}

export class ZoneTransitions {
  constructor(private readonly parts: ZoneTransitionsParts) {}

  /**
   * Cuts the pictures that the changes take, and passes the steps to make them to `work`. Pictures that nothing came of are removed.
   *
   * @param wanted each from what is there now to what will be there
   * @param work   opens the transaction
   * @throws LoupeError NOT_FOUND where a page has no picture
   */
  async during<Value>(
    wanted: readonly ReplacedZone[],
    work: (steps: ZoneSteps) => Promise<Value>,
  ): Promise<Value> {
    const { database, zones } = this.parts;
    const pictures: Pictures = new Map();
    let used: Pictures = new Map();
    try {
      const added = wanted.flatMap(({ before, after }) => (before === null ? (after?.id ?? []) : []));
      const trashed = await database.reader().find(TrashEntry, { id: { $in: added } }, { fields: ['id'] });
      const ids = trashed.map(({ id }) => id);
      const coming = new Map(
        (await database.reader().find(Zone, { id: { $in: ids } })).map((zone) => [zone.id, zone]),
      );
      for (const { before, after } of wanted) {
        if (after === null) continue;
        const cut = before ?? coming.get(after.id);
        if (cut !== undefined && isSameRect(cut, after)) continue;
        pictures.set(keyOf(after), await zones.prepare(after.pageId, after));
      }
      const steps = new ZoneSteps(this.parts, pictures);
      const value = await work(steps);
      used = steps.used;
      return value;
    } finally {
      for (const [key, picture] of pictures) if (!used.has(key)) await zones.drop(picture);
    }
  }
}

/** The steps of `ZoneTransitions`, to be made within one transaction. */
export class ZoneSteps {
  readonly used: Pictures = new Map();

  constructor(
    private readonly parts: ZoneTransitionsParts,
    private readonly pictures: Pictures,
  ) {}

  /**
   * Adds zones, or brings them back from the trash, and changes those that are there. Do it before `remove`, so that a page that changes
   * its zones is recognizable throughout.
   *
   * @throws LoupeError CHANGED_MEANWHILE when a change was not known when the pictures were cut; as `ZoneService`
   */
  async addAndChange(viewer: Viewer, wanted: readonly ReplacedZone[]): Promise<void> {
    const { zones } = this.parts;
    for (const { before, after } of wanted) {
      if (after === null) continue;
      if (before === null) await this.add(viewer, after);
      else {
        const picture = isSameRect(before, after) ? null : this.take(after);
        await zones.patchPrepared(viewer, after.id, after, picture);
      }
    }
  }

  /** Moves the zones that are not wanted to the trash. @throws LoupeError as `ZoneService.delete` */
  async remove(viewer: Viewer, wanted: readonly ReplacedZone[]): Promise<void> {
    for (const { before, after } of wanted) {
      if (before !== null && after === null) await this.parts.zones.delete(viewer, before.id);
    }
  }

  private async add(viewer: Viewer, after: ZoneState): Promise<void> {
    const { database, zones, trash } = this.parts;
    if ((await database.reader().count(TrashEntry, { id: after.id })) > 0) {
      const cut = await database.reader().findOne(Zone, { id: after.id });
      await trash.restore(viewer, after.id);
      const picture = cut !== null && isSameRect(cut, after) ? null : this.take(after);
      await zones.patchPrepared(viewer, after.id, after, picture);
      return;
    }
    const input = { ...after, imageId: after.pageId };
    await zones.createPrepared(viewer, after.id, input, this.take(after));
  }

  private take(after: ZoneState): PreparedPicture {
    const key = keyOf(after);
    const picture = this.pictures.get(key);
    if (picture === undefined) {
      throw new LoupeError(
        'CHANGED_MEANWHILE',
        'Somebody changed the zones at this moment. Nothing was changed; look at them and try again.',
      );
    }
    this.used.set(key, picture);
    return picture;
  }
}

const keyOf = ({ id, pageId, positionXPercent, positionYPercent, widthPercent, heightPercent }: ZoneState) =>
  JSON.stringify([id, pageId, positionXPercent, positionYPercent, widthPercent, heightPercent]);
