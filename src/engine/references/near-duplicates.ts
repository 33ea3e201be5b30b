/** Finds references that are nearly the same picture as one that is being added. */
import type { Database } from '../../db/database.js';
import { inParts } from '../../db/in-parts.js';
import { LoupeError } from '../../kernel/errors.js';
import { isRecognized } from '../../engine-host/types.js';
import type { Vision } from '../../engine-host/vision.js';
import type { Application } from '../application.entity.js';
import { isMatching } from '../application.rules.js';
import type { RankedKey } from '../search/appearance-ranking.js';
import { Reference } from './reference.entity.js';
import type { NearDuplicate } from '../views.js';
import { withVision } from '../engine-failures.js';

/** More would not tell more. */
export const MOST_DUPLICATES = 10;
/** A picture that was recompressed or resized stays below; similar pictures mostly do not. */
const NEAR_DISTANCE = 0.12;

export class NearDuplicates {
  constructor(
    private readonly database: Database,
    private readonly vision: Vision,
  ) {}

  /**
   * Looks for the duplicates of a picture that is stored already; none when recognition has no room to look, because
   * the warning must not make a failure of what was done.
   *
   * @param ownId the id that the picture was added under: its images are not its duplicates
   */
  async find(application: Application, dna: Buffer, ownId: string): Promise<readonly NearDuplicate[]> {
    return orNone(this.require(application, dna, ownId));
  }

  /** As `find`, of many pictures; in their order. */
  async findAll(
    application: Application,
    asked: readonly { readonly dna: Buffer; readonly ownId: string }[],
  ): Promise<readonly (readonly NearDuplicate[])[]> {
    const ranked = await Promise.all(asked.map(({ dna }) => orNone(this.rank(application, dna))));
    const idOf = await this.idsOf(application, ranked.flat());
    return ranked.map((each, at) => named(each, idOf, asked[at]?.ownId));
  }

  /** As `find`, for those who asked for nothing else. @throws LoupeError OVERLOADED */
  async require(application: Application, dna: Buffer, ownId: string): Promise<readonly NearDuplicate[]> {
    const ranked = await this.rank(application, dna);
    return named(ranked, await this.idsOf(application, ranked), ownId);
  }

  /**
   * Other references of an application that matches which a photo of this one may be taken for, nearest first: copies,
   * editions, volumes of a series. They would be recognized in this reference, as it is stored. None when recognition has
   * no room to look.
   *
   * @param dnas  the images of the reference
   */
  async equals(
    application: Application,
    dnas: readonly Buffer[],
    ownId: string,
  ): Promise<readonly NearDuplicate[]> {
    const recognized = async () => {
      const found = await Promise.all(
        dnas.map((dna) => this.vision.conflicts([application.id], dna, { limit: 2 * MOST_DUPLICATES })),
      );
      const hits = found.flatMap((each) => each.hits.filter(isRecognized));
      return hits.sort((a, b) => a.distance - b.distance || a.key - b.key);
    };
    const ranked = await orNone<RankedKey>(withVision(recognized));
    return named(ranked, await this.idsOf(application, ranked), ownId);
  }

  /** Keys, nearest first. @throws LoupeError OVERLOADED */
  private async rank({ id, kind }: Application, dna: Buffer): Promise<readonly RankedKey[]> {
    return withVision(() => (isMatching(kind) ? this.matching(id, dna) : this.looking(id, dna)));
  }

  private async idsOf(
    application: Application,
    ranked: readonly RankedKey[],
  ): Promise<ReadonlyMap<number, string | null | undefined>> {
    const ids = new Map<number, string | null | undefined>();
    // Mostly there are none.
    const keys = [...new Set(ranked.map(({ key }) => key))];
    for (const part of inParts(keys)) {
      const where = { applicationId: application.id, key: { $in: part } };
      const rows = await this.database.reader().find(Reference, where, { fields: ['key', 'externalId'] });
      for (const { key, externalId } of rows) ids.set(key, externalId);
    }
    return ids;
  }

  private async matching(indexId: string, dna: Buffer): Promise<readonly RankedKey[]> {
    const { hits } = await this.vision.conflicts([indexId], dna, { limit: 2 * MOST_DUPLICATES });
    return hits.filter(({ decision, distance }) => decision === 'Clone' || distance <= NEAR_DISTANCE);
  }

  private async looking(indexId: string, dna: Buffer): Promise<readonly RankedKey[]> {
    const table = await this.vision.descriptorTable(indexId);
    const { hits } = await table.rankBySimilarity(dna, { limit: 2 * MOST_DUPLICATES });
    return hits.filter(({ distance }) => distance <= NEAR_DISTANCE);
  }
}

/** Each id once, without the own one. */
function named(
  ranked: readonly RankedKey[],
  idOf: ReadonlyMap<number, string | null | undefined>,
  ownId: string | undefined,
): readonly NearDuplicate[] {
  const found = new Map<string, NearDuplicate>();
  for (const { key, distance } of ranked) {
    const id = idOf.get(key);
    if (id != null && id !== ownId && !found.has(id)) found.set(id, { id, distance });
  }
  return [...found.values()].slice(0, MOST_DUPLICATES);
}

/** A warning must not make a failure of what was done. */
async function orNone<T>(found: Promise<readonly T[]>): Promise<readonly T[]> {
  return found.catch((error: unknown) => {
    if (error instanceof LoupeError && error.code === 'OVERLOADED') return [];
    throw error;
  });
}
