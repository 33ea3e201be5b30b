/** Searches in the references of an application, by the rules of its kind. */
import type { UsageLimits } from '../../access/usage-limits.js';
import type { Clock } from '../../kernel/clock.js';
import type { Database } from '../../db/database.js';
import { LoupeError } from '../../kernel/errors.js';
import { parseColor, type WantedColor } from '../../engine-host/appearance/color.js';
import { isRecognized, type SearchHit } from '../../engine-host/types.js';
import type { Vision } from '../../engine-host/vision.js';
import { EngineError } from '../../engine-host/engine-error.js';
import type { ApplicationCounters } from '../application-counters.js';
import type { Application } from '../application.entity.js';
import { inWordsOf, requireRange, MAX_RESULTS, type SearchRange, streamOf } from './search.rules.js';
import { requireOffered, isMatching } from '../application.rules.js';
import { AppearanceRanking } from './appearance-ranking.js';
import {
  requireOneSource,
  type PictureSignatures,
  type PictureSource,
} from '../references/pictures/picture-signatures.js';
import { isNarrowed, type ReferenceFilter } from './reference-filter.js';
import type { RecognitionCounters } from '../references/recognition-counters.js';
import type { ReferenceService } from '../references/reference.service.js';
import { Reference, type ReferenceWithoutDna } from '../references/reference.entity.js';
import type { ReferenceHit, SearchPage } from '../views.js';
import { FrameRecognition } from './frame-recognition.js';
import { WholeRecognition } from './whole-recognition.js';
import { withVision } from '../engine-failures.js';

export interface ReferenceSearchParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly filter: ReferenceFilter;
  readonly vision: Vision;
  readonly signatures: PictureSignatures;
  readonly references: ReferenceService;
  readonly counters: ApplicationCounters;
  readonly recognitions: RecognitionCounters;
  readonly usage: UsageLimits;
}

/** Colors that one search may ask for. */
const MOST_WANTED_COLORS = 64;
const nothing: SearchPage = { total: 0, hits: [] };

export class ReferenceSearch {
  private readonly appearances: AppearanceRanking;
  private readonly recognition: WholeRecognition;
  private readonly frames: FrameRecognition;

  constructor(private readonly parts: ReferenceSearchParts) {
    this.appearances = new AppearanceRanking(parts.database, parts.filter);
    this.recognition = new WholeRecognition(parts.database, parts.vision);
    this.frames = new FrameRecognition(parts.vision, this.recognition, parts.clock);
  }

  /**
   * Finds the references that a picture shows; in similarity and color applications, ranks all of them by how much
   * they look like it.
   *
   * @throws LoupeError IMAGE_AND_DNA, NEITHER_IMAGE_NOR_DNA, INVALID_IMAGE, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE,
   *   INVALID_DNA, INVALID_KEYWORD, TOO_MANY_IDS, OVERLOADED, RATE_LIMITED, and BAD_USER_INPUT for numbers out of range
   */
  async search(
    application: Application,
    source: PictureSource,
    range: SearchRange = {},
    itself?: string,
  ): Promise<SearchPage> {
    requireOneSource(source);
    requireRange(range, application.settings);
    await this.parts.usage.scan(application.id);
    const found = isMatching(application.kind)
      ? await this.matching(application, source, range, itself)
      : await this.looking(
          application,
          await this.parts.signatures.ofAppearanceQuery(source, range.signal),
          range,
        );
    return this.counted(application, found);
  }

  /** Finds what looks like a reference that is there already. @throws LoupeError SEARCH_BY_ID_NOT_AVAILABLE, UNKNOWN_IMAGE_ID */
  async searchById(application: Application, imageId: string, range: SearchRange = {}): Promise<SearchPage> {
    requireOffered(application, 'searchById');
    const dna = await this.parts.references.getDna(application, imageId);
    return this.search(application, { dna }, range, imageId);
  }

  /** References that pass by keywords, metadata or the beginning of ids, in order of their addition. @throws LoupeError MISSING_PARAMETER */
  async searchByKeywords(application: Application, range: SearchRange): Promise<SearchPage> {
    const { limit, offset } = requireRange(range, application.settings);
    if (!isNarrowed(range)) {
      throw new LoupeError('MISSING_PARAMETER', 'keywords is missing.');
    }
    const keys = (await this.parts.filter.keys(application, range)) ?? [];
    const rows: ReferenceWithoutDna[] = [];
    const em = this.parts.database.reader();
    for (let from = 0; from < keys.length; from += MAX_RESULTS) {
      const key = { $in: keys.slice(from, from + MAX_RESULTS) };
      rows.push(
        ...(await em.find(
          Reference,
          { key, ordinal: 0, isPresent: true },
          { orderBy: { key: 'asc' }, exclude: ['dna'] },
        )),
      );
    }
    const hits = rows.slice(offset, offset + limit).map((row): ReferenceHit => ({
      id: row.externalId ?? '',
      keywords: row.keywords,
      metadata: row.metadata ?? null,
      distance: 0,
      match: null,
      similarity: null,
    }));
    return this.counted(application, { total: rows.length, hits });
  }

  /**
   * Ranks the references by how well they hold colors in the notation `<hex>@<percentage>`.
   *
   * @throws LoupeError COLOR_SEARCH_NOT_AVAILABLE, MISSING_PARAMETER, INVALID_COLOR
   */
  async searchByColors(
    application: Application,
    colors: readonly string[],
    range: SearchRange = {},
  ): Promise<SearchPage> {
    requireOffered(application, 'searchByColors');
    if (colors.length === 0) throw new LoupeError('MISSING_PARAMETER', 'colors is missing.');
    if (colors.length > MOST_WANTED_COLORS) {
      throw new LoupeError('INVALID_COLOR', `Ask for at most ${MOST_WANTED_COLORS} colors at once.`);
    }
    const wanted = colors.map(requireColor);
    return this.counted(application, await this.byColors(application, wanted, range));
  }

  private async matching(
    application: Application,
    source: PictureSource,
    range: SearchRange,
    itself: string | undefined,
  ): Promise<SearchPage> {
    const { limit, offset, threshold } = requireRange(range, application.settings);
    const stream = streamOf(application, range.stream);
    const filter = await this.parts.filter.forIndex(application, range);
    const query = await this.parts.signatures.ofQuery(source);
    if (filter === null) {
      // A picture that cannot be read is refused also here.
      if (!('dna' in query)) await query.luma('query');
      return nothing;
    }
    const { findMirrored, secondTry, includeRejected = false, signal } = range;
    const wanted = { filter, threshold, findMirrored, secondTry, signal };
    const { recognized, rejected } =
      stream === null || 'dna' in query
        ? await this.recognition.alone(application, query, wanted)
        : await this.frames.all(application, query, wanted, stream);
    const listed = includeRejected ? [...recognized, ...rejected] : recognized;
    const found = withItselfFirst(await this.resolve(application, listed), itself);
    const hits = found.slice(offset, offset + limit);
    // Who searches by a reference has not recognized it.
    if (itself === undefined) this.countRecognized(application, hits);
    return { total: found.length, hits };
  }

  private async looking(application: Application, dna: Buffer, range: SearchRange): Promise<SearchPage> {
    if (application.kind === 'color') {
      this.parts.signatures.requireColors(dna);
      return this.byColors(application, dna, range);
    }
    const checked = requireRange(range, application.settings);
    const colorWeight = checked.colorWeightPercent / 100;
    const table = await withVision(() => this.parts.vision.descriptorTable(application.id));
    return this.appearances.page(
      application,
      range,
      checked,
      (options) => table.rankBySimilarity(dna, { ...options, colorWeight }),
      ({ shapeDistance, colorDistance }) => ({ shapeDistance, colorDistance, colorWeight }),
    );
  }

  private async byColors(
    application: Application,
    wanted: readonly WantedColor[] | Buffer,
    range: SearchRange,
  ): Promise<SearchPage> {
    const checked = requireRange(range, application.settings);
    const table = await withVision(() => this.parts.vision.descriptorTable(application.id));
    const rank: Parameters<AppearanceRanking['page']>[3] = (options) => table.rankByColors(wanted, options);
    return this.appearances.page(application, range, checked, rank, () => null);
  }

  /** Names of hits, one for each id; a reference that was removed meanwhile is left out. */
  private async resolve(application: Application, hits: readonly SearchHit[]): Promise<ReferenceHit[]> {
    const byKey = new Map<number, ReferenceWithoutDna>();
    const em = this.parts.database.reader();
    for (let from = 0; from < hits.length; from += MAX_RESULTS) {
      const keys = hits.slice(from, from + MAX_RESULTS).map((hit) => hit.key);
      const where = { applicationId: application.id, key: { $in: keys } };
      for (const row of await em.find(Reference, where, { exclude: ['dna'] })) byKey.set(row.key, row);
    }
    const found = new Map<string, ReferenceHit>();
    for (const hit of hits) {
      const row = byKey.get(hit.key);
      if (row?.externalId == null || found.has(row.externalId)) continue;
      found.set(row.externalId, {
        id: row.externalId,
        keywords: row.keywords,
        metadata: row.metadata ?? null,
        distance: hit.distance,
        match: inWordsOf(application.kind, hit),
        similarity: null,
      });
    }
    return [...found.values()];
  }

  private countRecognized({ id }: Application, hits: readonly ReferenceHit[]): void {
    const recognized = hits.filter(({ match }) => match !== null && isRecognized(match));
    this.parts.recognitions.note(
      id,
      recognized.map((hit) => hit.id),
    );
  }

  private counted(application: Application, page: SearchPage): SearchPage {
    this.parts.counters.note(application.id, 'searches');
    const isFound = page.hits.some(({ match }) => match === null || isRecognized(match));
    if (page.total > 0 && (isFound || page.hits.length === 0))
      this.parts.counters.note(application.id, 'searchesWithResult');
    return page;
  }
}

/** A picture is at no distance from itself, whatever its kind of comparison makes of that. */
function withItselfFirst(hits: readonly ReferenceHit[], itself: string | undefined): readonly ReferenceHit[] {
  const own = hits.find(({ id }) => id === itself);
  if (own === undefined) return hits;
  const match = own.match === null ? null : { ...own.match, distance: 0 };
  return [{ ...own, distance: 0, match }, ...hits.filter((hit) => hit !== own)];
}

function requireColor(notation: string): WantedColor {
  try {
    return parseColor(notation);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new LoupeError('INVALID_COLOR', error.message, {}, { cause: error });
  }
}
