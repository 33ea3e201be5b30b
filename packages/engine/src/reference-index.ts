/** References by ids of the caller's, in an index that is searched by photo and can be saved. */
import { mkdir } from 'node:fs/promises';

import { runAbortable } from '../../../src/engine-host/abort.js';
import { lumaOf, onPicture } from '../../../src/engine-host/encoded-picture.js';
import type { NativeEngine, NativeIndex, NativeSearchResult } from '../../../src/engine-host/native.js';
import type { LocalMatch } from '../../../src/engine-host/types.js';
import { toEngineError, EngineError } from '../../../src/engine-host/engine-error.js';
import { requireFlag, requireFolder, requireId, requireOptions } from './arguments.js';
import { readIds, removeOtherIds, writeIds } from './ids-file.js';
import { JOB_OPTIONS, type JobOptions, MATCH_OPTIONS, type MatchOptions } from './options.js';
import { type PictureInput, toPicture } from './picture.js';
import { isSignature, type Signature } from './signature.js';

export interface AddOptions extends JobOptions {
  /**
   * Words of the caller's, such as an edition. Give them when searches are to be restricted to references that hold all of some.
   *
   * @default none
   */
  readonly keywords?: readonly string[];
}

export interface SearchOptions extends MatchOptions {
  /**
   * Greatest number of hits, 1..1000. Take 1 when only the best one is used, more to list what looks alike.
   *
   * @default 10
   */
  readonly limit?: number;
  /**
   * Only references that hold all of these. Give them when the place or time of the photo limits what it can show.
   *
   * @default all references
   */
  readonly keywords?: readonly string[];
}

const ADD_OPTIONS = ['keywords', ...JOB_OPTIONS] as const satisfies readonly (keyof AddOptions)[];
const SEARCH_OPTIONS = [
  'limit',
  'keywords',
  ...MATCH_OPTIONS,
] as const satisfies readonly (keyof SearchOptions)[];

export interface Hit extends LocalMatch {
  readonly id: string;
}

export interface SearchResult {
  /** Recognized references first (Clone, Match), best first. */
  readonly hits: readonly Hit[];
  readonly queryKeypointCount: number;
  /** Wall-clock time of the stages. */
  readonly timing: {
    readonly decodeMs: number;
    readonly extractMs: number;
    readonly searchMs: number;
    readonly verifyMs: number;
  };
}

/** Signature of a picture that becomes a reference. */
export type ExtractReference = (picture: PictureInput, options: JobOptions) => Promise<Signature>;

/** Names the kind of an index to the engine, which refuses folders of others. */
const OWNER = '@loupe-print/engine';

/** Ask an engine for one. */
export class ReferenceIndex {
  /** Keys are the engine's: numbers from 1. */
  private readonly keys = new Map<string, number>();
  private readonly ids = new Map<number, string>();
  private lastKey = 0;
  private sequence = 0;
  /** Saving and changing take turns, so that what is saved is one state. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly extract: ExtractReference,
    private readonly native: NativeEngine,
    private readonly index: NativeIndex,
  ) {}

  /** @throws EngineError SNAPSHOT_CORRUPT, ABORTED */
  static async open(
    extract: ExtractReference,
    native: NativeEngine,
    folder: string,
    signal: AbortSignal | undefined,
  ): Promise<ReferenceIndex> {
    const loaded = await runAbortable(signal, (cancellation) =>
      native.loadIndex(folder, OWNER, cancellation),
    );
    if (loaded === null) throw new EngineError('SNAPSHOT_CORRUPT', `There is no index in ${folder}.`);
    const opened = new ReferenceIndex(extract, native, loaded.index);
    try {
      opened.sequence = loaded.sequence;
      const { entries, refusals } = await readIds(folder, loaded.sequence);
      for (const [id, key] of entries) opened.take(id, key);
      await opened.leaveOutNameless(refusals);
      return opened;
    } catch (cause) {
      loaded.index.close();
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new EngineError('SNAPSHOT_CORRUPT', `The ids of ${folder} cannot be read: ${reason}.`, { cause });
    }
  }

  /** References that were left out when the index was opened, since its file holds no usable id for them; in sentences. */
  readonly warnings: string[] = [];

  /** Number of references. */
  get size(): number {
    return this.keys.size;
  }

  has(id: string): boolean {
    requireId(id);
    return this.keys.has(id);
  }

  /** All ids, in the order in which they were added first. */
  list(): readonly string[] {
    return [...this.keys.keys()];
  }

  /**
   * Adds a reference, or replaces the one of this id. Searches that begin afterwards find it.
   *
   * @returns its signature: a grade below 2 or `isRecognizable` false say that photos will not find it
   * @throws EngineError INVALID_ARGUMENT, INVALID_IMAGE, QUEUE_FULL, ABORTED, CLOSED, DNA_VERSION
   */
  async add(id: string, picture: PictureInput | Signature, options: AddOptions = {}): Promise<Signature> {
    requireId(id);
    requireOptions(options, ADD_OPTIONS);
    const { keywords = [], signal } = options;
    const signature = isSignature(picture) ? picture : await this.extract(picture, { signal });
    return this.inTurn(async () => {
      const key = this.keys.get(id) ?? this.lastKey + 1;
      const { failures } = await this.apply([{ key, dna: signature.dna, keywords }], signal);
      const [failure] = failures;
      if (failure !== undefined)
        throw toEngineError(Object.assign(new Error(failure.message), { code: failure.code }));
      this.take(id, key);
      return signature;
    });
  }

  /** @returns whether it was there */
  async remove(id: string): Promise<boolean> {
    requireId(id);
    return this.inTurn(async () => {
      const key = this.keys.get(id);
      if (key === undefined) return false;
      await this.apply([{ key }], undefined);
      this.keys.delete(id);
      this.ids.delete(key);
      return true;
    });
  }

  /**
   * Finds the references that a photo shows.
   *
   * @throws EngineError INVALID_ARGUMENT, INVALID_IMAGE, QUEUE_FULL, ABORTED, CLOSED
   */
  async search(query: PictureInput | Signature, options: SearchOptions = {}): Promise<SearchResult> {
    requireOptions(options, SEARCH_OPTIONS);
    const { limit = 10, threshold, findMirrored, keywords, signal } = options;
    requireFlag('findMirrored', findMirrored);
    const wanted = {
      limit,
      threshold,
      findMirrored,
      ...(keywords === undefined ? {} : { filter: { keywords } }),
    };
    if (isSignature(query)) {
      const { dna } = query;
      return this.resultOf(
        await runAbortable(signal, (cancellation) =>
          this.native.search([this.index], { dna }, wanted, cancellation),
        ),
      );
    }
    return this.resultOf(
      await onPicture(await lumaOf(toPicture(query), 'query'), (picture) =>
        runAbortable(signal, (cancellation) =>
          this.native.search([this.index], { picture }, wanted, cancellation),
        ),
      ),
    );
  }

  /**
   * Writes the index into a folder, which then holds either this state or, after a crash, the one before.
   *
   * @throws EngineError STORAGE
   */
  async save(folder: string): Promise<void> {
    requireFolder(folder);
    await this.inTurn(async () => {
      const sequence = this.sequence + 1;
      try {
        await mkdir(folder, { recursive: true });
        await writeIds(folder, sequence, this.keys);
        await this.index.save(folder, sequence, OWNER);
        this.sequence = sequence;
        await removeOtherIds(folder, sequence);
      } catch (cause) {
        const { code, message } = toEngineError(cause);
        throw new EngineError(code === 'INTERNAL' ? 'STORAGE' : code, message, { cause });
      }
    });
  }

  /** Merges what was added bit by bit, so that searches take less time. */
  async compact(): Promise<void> {
    await this.index.compact('everything').catch((error: unknown) => {
      throw toEngineError(error);
    });
  }

  /** Frees its memory. */
  close(): void {
    this.index.close();
  }

  /** Removes the references whose entries were refused: they could be found, and not be named. */
  private async leaveOutNameless(refusals: readonly string[]): Promise<void> {
    const isComplete = [...this.ids.keys()].every((key) => this.index.contains(key));
    if (
      !isComplete ||
      this.size + refusals.length !== this.index.size() ||
      (this.size === 0 && refusals.length > 0)
    )
      throw new Error(refusals[0] ?? 'it names other references than the index has');
    for (let key = 1; this.size < this.index.size(); key += 1) {
      if (!this.index.contains(key) || this.ids.has(key)) continue;
      await this.apply([{ key }], undefined);
      this.lastKey = Math.max(this.lastKey, key);
    }
    this.warnings.push(...refusals);
  }

  private take(id: string, key: number): void {
    this.keys.set(id, key);
    this.ids.set(key, id);
    this.lastKey = Math.max(this.lastKey, key);
  }

  private async apply(changes: Parameters<NativeIndex['apply']>[0], signal: AbortSignal | undefined) {
    return runAbortable(signal, (cancellation) => this.index.apply(changes, cancellation));
  }

  private resultOf({ hits, queryKeypointCount, timing }: NativeSearchResult): SearchResult {
    const { decodeMs, extractMs, searchMs, verifyMs } = timing;
    return {
      // A reference that was removed meanwhile no longer has an id.
      hits: hits.flatMap(({ index: _index, key, facts: _facts, ...match }) => {
        const id = this.ids.get(key);
        return id === undefined ? [] : [{ id, ...match }];
      }),
      queryKeypointCount,
      timing: { decodeMs, extractMs, searchMs, verifyMs },
    };
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(work);
    this.turn = mine.catch(() => undefined);
    return mine;
  }
}
