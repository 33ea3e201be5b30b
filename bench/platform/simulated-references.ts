/**
 * References in any number from a few real ones. Rows of the database tell of them, without signatures; the indexes that hold them are
 * made here, and lie where servers find their own at the next start.
 */
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Services } from '../../src/app/services.js';
import { Application } from '../../src/applications/application.entity.js';
import { DatabaseFeed } from '../../src/applications/feed/database-feed.js';
import { Reference } from '../../src/applications/references/reference.entity.js';
import type { FeedStatus, ReferenceChange, ReferenceFeed } from '../../src/vision/indexes/reference-feed.js';
import { placeOf } from '../../src/vision/shards/shard-ids.js';
import { Vision } from '../../src/vision/vision.js';
import { SimulatedSignatures } from './simulated-signatures.js';

/** What opens an index reads; nothing else is asked of it. */
class SimulatedFeed implements ReferenceFeed {
  private readonly signatures: SimulatedSignatures;
  private readonly lastReal: number;
  private next: { readonly place: string; readonly page: Promise<ReferenceChange[]> } | null = null;

  constructor(
    private readonly real: readonly ReferenceChange[],
    private readonly firstKey: number,
    private readonly count: number,
  ) {
    this.signatures = new SimulatedSignatures(real.flatMap(({ dna }) => dna ?? []));
    this.lastReal = real.at(-1)?.sequence ?? 0;
  }

  /** The page after the one that was read last is made while that is indexed, on other threads. */
  async read(indexId: string, afterSequence: number, limit: number): Promise<readonly ReferenceChange[]> {
    const place = `${indexId} ${afterSequence}`;
    const page = this.next?.place === place ? await this.next.page : this.page(indexId, afterSequence, limit);
    const last = page.at(-1)?.sequence ?? afterSequence;
    if (page.length < limit) this.next = null;
    else
      this.next = {
        place: `${indexId} ${last}`,
        page: nextTurn().then(() => this.page(indexId, last, limit)),
      };
    return page;
  }

  private page(indexId: string, afterSequence: number, limit: number): ReferenceChange[] {
    const { number, count } = placeOf(indexId);
    const isHeld = (key: number) => key % count === number;
    const changes = this.real.filter(({ sequence, key }) => sequence > afterSequence && isHeld(key));
    const latest = this.lastReal + this.count;
    let at = Math.max(0, afterSequence - this.lastReal);
    for (; at < this.count && changes.length < limit; at += 1) {
      const key = this.firstKey + at;
      if (!isHeld(key)) continue;
      const sequence = this.lastReal + 1 + at;
      changes.push({ sequence, key, state: 'present', dna: this.signatures.at(at), keywords: [] });
    }
    // As DatabaseFeed gives shards the position they have read to.
    if (at === this.count && changes.length < limit && (changes.at(-1)?.sequence ?? afterSequence) < latest)
      changes.push({ sequence: latest, key: count + ((number + 1) % count), state: 'absent' });
    return changes.slice(0, limit);
  }

  status(): Promise<FeedStatus> {
    return Promise.resolve({ latestSequence: this.lastReal + this.count, referenceCount: 0 });
  }

  readAppearances(): Promise<never> {
    return Promise.reject(new Error('Simulated references have no colors.'));
  }

  readKeys(): Promise<never> {
    return Promise.reject(new Error('Simulated references are complete.'));
  }
}

/** References of an application that has some real ones and no server that searches it. */
export class SimulatedReferences {
  private constructor(private readonly feed: ReferenceFeed) {}

  /** Adds rows without signatures: indexes that hold them must not be read from the database. */
  static async add(
    { database }: Pick<Services, 'database'>,
    applicationId: string,
    count: number,
  ): Promise<SimulatedReferences> {
    const real = await new DatabaseFeed(database).read(applicationId, 0, 1_000_000);
    const { sequence } = await database.reader().findOneOrFail(Application, { id: applicationId });
    const [before] = await database.readInThread<{ last: number }>(
      'select max("key") as last from "reference"',
      [],
    );
    await database.transaction(async ({ em }) => {
      await em.getConnection().execute(
        `insert into "reference" ("application_id", "external_id", "ordinal", "sequence", "is_present", "keywords",
           "keypoint_count", "date_created", "date_modified")
         select ?, 'simulated-' || n, 0, ? + n, true, '[]', 1, now(), now() from generate_series(1, ?) n order by n`,
        [applicationId, sequence, count],
        'run',
        em.getTransactionContext(),
      );
      await em.nativeUpdate(Application, { id: applicationId }, { sequence: sequence + count });
    });
    const first = await database
      .reader()
      .findOneOrFail(Reference, { applicationId, sequence: sequence + 1 }, { fields: ['key'] });
    if (first.key !== Number(before?.last ?? 0) + 1 || real.at(-1)?.sequence !== sequence)
      throw new Error('Somebody else changes references meanwhile.');
    return new SimulatedReferences(new SimulatedFeed(real, first.key, count));
  }

  /**
   * Makes indexes, or shards of them, in the data folder of a server that does not run.
   *
   * @returns references that they hold together
   */
  async makeIndexes(dataFolder: string, indexIds: readonly string[]): Promise<number> {
    const vision = new Vision({ feed: this.feed, snapshotFolder: join(dataFolder, 'indexes') });
    let size = 0;
    for (const id of indexIds) size += await vision.size(id);
    await vision.close();
    return size;
  }
}
