/**
 * Shows, hides and removes any number of references of an application: in parts and as sets, because the signatures of a large
 * folder are hundreds of megabytes.
 */
import type { Clock } from '../../kernel/clock.js';
import type { EntityManager, Transaction } from '../../db/database.js';
import { eachPart } from '../../db/in-parts.js';
import { refreshLoaded } from '../../db/entities.js';
import { marks, readRows } from '../../db/rows.js';
import type { ReferenceChange } from '../../engine-host/indexes/reference-feed.js';
import type { Vision } from '../../engine-host/vision.js';
import { applyChanges, takeNumbers, takeTurn } from './application-turn.js';
import { readChanges } from '../feed/database-feed.js';
import { forgetRecognitions } from './recognition-counters.js';
import { ReferenceKeyword, ReferenceMetadata, Reference } from './reference.entity.js';
import { forgetPictures } from './pictures/reference-pictures.js';
import type { ReferenceThumbnails } from './pictures/reference-thumbnails.js';

/** `hide`: they stay as they are and can be shown again. `remove`: only a mark is left, for indexes that were saved before. */
export type Presence = 'show' | 'hide' | 'remove';

interface ConcernedRow {
  readonly key: number;
  readonly thumbnailId: string | null;
}

/** Which references of the ids something happens to; the others are so already. */
const CONCERNED: Readonly<Record<Presence, string>> = {
  show: ' and not is_present',
  hide: ' and is_present',
  remove: '',
};

export class ReferencePresence {
  constructor(
    private readonly vision: Pick<Vision, 'apply'>,
    private readonly thumbnails: ReferenceThumbnails,
    private readonly clock: Clock,
  ) {}

  /** What is not there, or as it shall be, stays as it is. @returns how many references changed */
  async change(
    transaction: Transaction,
    applicationId: string,
    externalIds: readonly string[],
    presence: Presence,
  ): Promise<number> {
    if (externalIds.length === 0) return 0;
    const { em, afterCommit } = transaction;
    await em.flush();
    const application = await takeTurn(em, applicationId);
    let changed = 0;
    await eachPart(externalIds, async (ids) => {
      const rows = await readConcerned(em, applicationId, ids, presence);
      if (rows.length === 0) return;
      changed += rows.length;
      const keys = rows.map(({ key }) => key);
      if (presence === 'remove') await forgetRecognitions(em, applicationId, ids);
      const first = await this.write(em, applicationId, keys, presence);
      afterCommit(async () => {
        const changes = presence === 'show' ? await readChanges(em.fork(), keys) : absent(keys, first);
        await applyChanges(this.vision, applicationId, changes);
      });
      if (presence !== 'remove' || application === null) return;
      const before = new Set(rows.flatMap(({ thumbnailId }) => thumbnailId ?? []));
      await this.thumbnails.follow(transaction, application, { staged: [], before, after: new Set() });
    });
    return changed;
  }

  /** @returns number of the first key's change; the others follow in order */
  private async write(
    em: EntityManager,
    applicationId: string,
    keys: readonly number[],
    presence: Presence,
  ): Promise<number> {
    const first = await takeNumbers(em, applicationId, keys.length);
    const gone =
      presence === 'remove'
        ? { externalId: null, dna: null, appearance: null, keywords: [], metadata: null, thumbnailId: null }
        : {};
    if (presence === 'remove') {
      await em.nativeDelete(ReferenceKeyword, { referenceKey: { $in: [...keys] } });
      await em.nativeDelete(ReferenceMetadata, { referenceKey: { $in: [...keys] } });
      await forgetPictures(em, keys);
    }
    await em.nativeUpdate(
      Reference,
      { key: { $in: [...keys] } },
      { ...gone, isPresent: presence === 'show', dateModified: this.clock.now() },
    );
    await em.execute(
      `update reference set sequence = numbered.place + ?
         from (select "key" as id, row_number() over (order by "key") as place
                 from reference where "key" in (${marks(keys)})) numbered
        where numbered.id = reference."key"`,
      [first - 1, ...keys],
    );
    await refreshLoaded(em, Reference, 'key', keys);
    return first;
  }
}

function absent(keys: readonly number[], first: number): readonly ReferenceChange[] {
  return keys.map((key, at) => ({ sequence: first + at, key, state: 'absent' }));
}

async function readConcerned(
  em: EntityManager,
  applicationId: string,
  externalIds: readonly string[],
  presence: Presence,
): Promise<readonly ConcernedRow[]> {
  const rows = await readRows<ConcernedRow>(
    em,
    `select "key", thumbnail_id as "thumbnailId" from reference
      where application_id = ? and external_id in (${marks(externalIds)})${CONCERNED[presence]}`,
    [applicationId, ...externalIds],
  );
  // Asked to order by key, SQLite would go through all references of the application.
  return rows.sort((one, other) => Number(one.key) - Number(other.key));
}
