/**
 * Ranks an organization's pictures by color. A table of descriptors is kept in memory for each application that was
 * asked for; before each search it takes up what changed in the database since, by number.
 */
import type { ReferenceFeed } from '../vision/reference-feed.js';
import type { ColorHit, DescriptorTable } from '../vision/similarity.js';
import type { WantedColor } from '../vision/color.js';
import type { Vision } from '../vision/vision.js';

/** Changes read at a time: about 14 MB of signatures. */
const PAGE_SIZE = 500;

interface FollowingTable {
  readonly table: DescriptorTable;
  sequence: number;
  /** Ends when the table is up to date. */
  turn: Promise<void>;
}

export class PictureColors {
  private readonly tables = new Map<string, FollowingTable>();

  constructor(
    private readonly feed: Pick<ReferenceFeed, 'read'>,
    private readonly vision: Pick<Vision, 'createDescriptorTable'>,
  ) {}

  /** The references that hold the wanted colors best, nearest first. @param keys only these, when given */
  async rank(
    applicationId: string,
    wanted: readonly WantedColor[],
    options: { readonly limit: number; readonly keys?: Uint32Array },
  ): Promise<readonly ColorHit[]> {
    const table = await this.upToDate(applicationId);
    return (await table.rankByColors(wanted, options)).hits;
  }

  /** The dominant colors of a reference, as wanted colors of a search. */
  async colorsOf(applicationId: string, key: number): Promise<readonly WantedColor[]> {
    return (await this.upToDate(applicationId)).colorsOf(key);
  }

  private async upToDate(applicationId: string): Promise<DescriptorTable> {
    const known = this.tables.get(applicationId) ?? {
      table: this.vision.createDescriptorTable(),
      sequence: 0,
      turn: Promise.resolve(),
    };
    this.tables.set(applicationId, known);
    const turn = known.turn.then(() => this.catchUp(applicationId, known));
    known.turn = turn.catch(() => undefined);
    await turn;
    return known.table;
  }

  private async catchUp(applicationId: string, known: FollowingTable): Promise<void> {
    for (;;) {
      const page = await this.feed.read(applicationId, known.sequence, PAGE_SIZE);
      for (const change of page) {
        if (change.state === 'present' && change.dna !== undefined) known.table.put(change.key, change.dna);
        else known.table.remove(change.key);
        known.sequence = Math.max(known.sequence, change.sequence);
      }
      if (page.length < PAGE_SIZE) return;
    }
  }
}
