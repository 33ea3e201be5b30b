/** Recognizes all the references that a picture shows, also where they are more than one search answers. */
import type { Database } from '../../db/database.js';
import { giveWay } from '../../db/in-parts.js';
import { isRecognized, type SearchHit, type SearchOptions } from '../../engine-host/types.js';
import type { Picture } from '../../engine-host/encoded-picture.js';
import type { Vision } from '../../engine-host/vision.js';
import type { Application } from '../application.entity.js';
import { MAX_RESULTS } from './search.rules.js';
import { withVision } from '../engine-failures.js';

/** A search that recognizes fewer has looked at everything that could be meant; one that finds more may have left some. */
const MANY = 16;
/** Counted exactly up to here: each further fifty would cost one more search. */
const MOST_FOUND = MAX_RESULTS;
/** Of an application that may have millions. */
const KEYS_AT_ONCE = 10_000;

export interface Recognition {
  /** Nearest first, then by key. */
  readonly recognized: readonly SearchHit[];
  /** Candidates that were verified and not recognized, in the same order. */
  readonly rejected: readonly SearchHit[];
}

export class WholeRecognition {
  constructor(
    private readonly database: Database,
    private readonly vision: Vision,
  ) {}

  /**
   * The recognized references, nearest first, then by key; all of them up to 1000. Beside them the candidates that the
   * first search verified and did not recognize, in the same order.
   *
   * @throws LoupeError INVALID_IMAGE, INVALID_DNA, OVERLOADED
   */
  async all(
    { id }: Pick<Application, 'id'>,
    query: Picture | { readonly dna: Buffer },
    options: Omit<SearchOptions, 'limit'>,
  ): Promise<Recognition> {
    const found = new Map<number, SearchHit>();
    let rejected: readonly SearchHit[] | null = null;
    let { filter, secondTry } = options;
    while (found.size < MOST_FOUND) {
      const { hits } = await withVision(() =>
        this.vision.search([id], query, { ...options, filter, secondTry, limit: MAX_RESULTS }),
      );
      const recognized = hits.filter(isRecognized);
      rejected ??= hits.filter((hit) => !isRecognized(hit));
      for (const hit of recognized) found.set(hit.key, hit);
      if (recognized.length < MANY) break;
      const rest = (await this.keysOf(id, filter?.keys)).filter((key) => !found.has(key));
      if (rest.length === 0) break;
      // What is left was in view of a look that recognized much.
      secondTry = false;
      filter = { ...filter, keys: Uint32Array.from(rest) };
    }
    const nearestFirst = (hits: Iterable<SearchHit>) =>
      [...hits].sort((a, b) => a.distance - b.distance || a.key - b.key);
    return {
      recognized: nearestFirst(found.values()),
      rejected: nearestFirst((rejected ?? []).filter(({ key }) => !found.has(key))),
    };
  }

  /**
   * As `all`, for a photo that stands alone. Where the application asks for it, a quick look that recognizes something answers.
   *
   * @throws as `all`
   */
  async alone(
    application: Pick<Application, 'id' | 'settings'>,
    query: Picture | { readonly dna: Buffer },
    options: Omit<SearchOptions, 'limit'>,
  ): Promise<Recognition> {
    if (application.settings.quickFirst !== true || 'dna' in query)
      return this.all(application, query, options);
    const photo = await withVision(() => this.vision.decoded(query, options.signal));
    const seen = await this.all(application, photo, { ...options, secondTry: false, quick: true });
    return seen.recognized.length > 0 ? seen : this.all(application, photo, options);
  }

  private async keysOf(applicationId: string, allowed: Uint32Array | undefined): Promise<readonly number[]> {
    if (allowed !== undefined) return [...allowed];
    const keys: number[] = [];
    for (;;) {
      const rows = await this.database.readInThread<{ readonly key: number | string }>(
        `select "key" from reference where application_id = ? and is_present and "key" > ?
          order by "key" limit ${KEYS_AT_ONCE}`,
        [applicationId, keys.at(-1) ?? 0],
      );
      for (const { key } of rows) keys.push(Number(key));
      if (rows.length < KEYS_AT_ONCE) return keys;
      await giveWay();
    }
  }
}
