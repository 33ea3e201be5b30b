/**
 * Recognition of the frames of a camera. Where nothing was found so far, a quick look says whether there is anything to be found; a frame
 * after a quick look is looked at as a photo is, and closer as `FrameStreams` allows. A frame that shows what the one before showed, where
 * nothing was found, is answered alike until a closer look may follow; the same file is answered as before. Both hold for two
 * seconds, for the same question to an unchanged application.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kernel/clock.js';
import { isRaster, type Picture } from '../../engine-host/encoded-picture.js';
import { type FrameGrid, gridOf, isSameScene } from '../../engine-host/frame-grid.js';
import type { SearchOptions } from '../../engine-host/types.js';
import type { Vision } from '../../engine-host/vision.js';
import { withVision } from '../engine-failures.js';
import { FrameStreams } from './frame-streams.js';
import type { Recognition, WholeRecognition } from './whole-recognition.js';

const MOST_STREAMS = 10_000;
/** Hits of all streams together: some 60 MB. */
const MOST_HITS = 60_000;

type Options = Omit<SearchOptions, 'limit'>;

/** The last frame of a stream that was searched for. */
interface LastFrame {
  readonly question: string;
  /** Of the file; null where it is no JPEG. */
  readonly file: string | null;
  readonly grid: FrameGrid | null;
  readonly atMs: number;
  /** Nothing was found, by a quick look alone. */
  readonly isQuick: boolean;
  readonly found: Recognition;
}

export class FrameRecognition {
  private readonly streams: FrameStreams;
  private readonly last = new LRUCache<string, LastFrame>({
    max: MOST_STREAMS,
    maxSize: MOST_HITS,
    sizeCalculation: ({ found }) => 1 + found.recognized.length + found.rejected.length,
  });

  constructor(
    private readonly vision: Vision,
    private readonly recognition: Pick<WholeRecognition, 'all'>,
    private readonly clock: Clock,
  ) {
    this.streams = new FrameStreams(clock);
  }

  /**
   * As `WholeRecognition.all`, for a frame.
   *
   * @param stream names the application, the caller and the caller's stream
   * @param options `secondTry` false allows no closer look, true one at every frame
   */
  async all(
    application: { readonly id: string },
    query: Picture,
    options: Options,
    stream: string,
  ): Promise<Recognition> {
    const { signal } = options;
    const lastChange = await withVision(() => this.vision.lastChange(application.id));
    const question = questionOf(lastChange, options);
    const kept = this.last.get(stream);
    const isAsked = kept?.question === question && !this.streams.isPast(kept.atMs);
    const before = isAsked ? kept : undefined;
    const given = kept === undefined ? FIRST : this.streams.lookAt(stream);
    const look = {
      isCloser: options.secondTry ?? given.isCloser,
      isFromTheSide: given.isFromTheSide,
    };
    const file = fileOf(query);
    const isFound = before !== undefined && before.found.recognized.length > 0;
    if (before !== undefined && file !== null && before.file === file && (isFound || !look.isCloser))
      return before.found;
    const photo = await withVision(() => this.vision.decoded(query, signal));
    const grid = isRaster(photo) ? gridOf(photo) : null;
    const isStill = before?.grid != null && grid !== null && isSameScene(before.grid, grid);
    if (isStill && !isFound && !before.isQuick && !look.isCloser) return before.found;
    const isQuick = !look.isCloser && !isFound && before?.isQuick !== true;
    const glance = isQuick ? await this.glanceAt(application, photo, options) : null;
    const found =
      glance ??
      (await this.recognition.all(application, photo, {
        ...options,
        secondTry: look.isCloser,
        fromTheSide: look.isFromTheSide,
      }));
    this.streams.note(stream, look, found.recognized.length > 0);
    const atMs = this.clock.now().getTime();
    this.last.set(stream, { question, file, grid, atMs, isQuick: glance !== null, found });
    return found;
  }

  /** A quick look; null where it finds something. A zone has fewer keypoints than its page, so that the usual look answers then. */
  private async glanceAt(
    application: { readonly id: string },
    photo: Picture,
    options: Options,
  ): Promise<Recognition | null> {
    const quickly = { ...options, secondTry: false, quick: true };
    const seen = await this.recognition.all(application, photo, quickly);
    return seen.recognized.length > 0 ? null : seen;
  }
}

/** The next frame comes in a moment, and is looked at closer. */
const FIRST = { isCloser: false, isFromTheSide: false };

function fileOf(query: Picture): string | null {
  if (isRaster(query) || query.jpeg === null) return null;
  return createHash('sha256').update(query.jpeg).digest('base64');
}

/** Everything that an answer depends on beside the photo and how closely it is looked at. */
function questionOf(lastChange: number, { filter, threshold, findMirrored }: Options): string {
  const { keys = null, ...others } = filter ?? {};
  const hash = createHash('sha256').update(JSON.stringify([lastChange, others, threshold, findMirrored]));
  // An empty list allows nothing, none everything.
  if (keys !== null) hash.update('keys').update(keys);
  return hash.digest('base64');
}
