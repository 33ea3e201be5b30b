/**
 * How closely the frames of a camera are looked at. Where nothing was found so far, a quick look says whether there is anything to be
 * found; a frame after a quick look is looked at as a photo is, and closer as `FrameStreams` allows. A frame that shows what the one
 * before showed, where nothing was found, is answered alike until a closer look may follow; the same file is answered as before. Both
 * hold for two seconds, for the same question to unchanged references.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kernel/clock.js';
import { isRaster, type Picture } from '../../engine-host/encoded-picture.js';
import { type FrameGrid, gridOf, isSameScene } from '../../engine-host/frame-grid.js';
import type { Vision } from '../../engine-host/vision.js';
import { withVision } from '../engine-failures.js';
import { FrameStreams } from './frame-streams.js';

const MOST_STREAMS = 10_000;
/** Hits of all streams together: some 60 MB. */
const MOST_HITS = 60_000;

export interface FrameLook {
  readonly secondTry: boolean;
  readonly fromTheSide?: boolean;
  readonly quick?: boolean;
}

export interface FrameSearch<Found> {
  /** Names who asks, and the caller's stream. */
  readonly stream: string;
  /** Everything that an answer depends on beside the photo and how closely it is looked at. */
  readonly question: string;
  /** false allows no closer look, true one at every frame */
  readonly secondTry?: boolean | undefined;
  /** Whether what a quick look finds is the answer; else the usual look follows, since a zone has fewer keypoints than its page. */
  readonly isQuickEnough?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly look: (photo: Picture, look: FrameLook) => Promise<Found>;
}

export interface FrameLooksParts<Found> {
  readonly vision: Pick<Vision, 'decoded'>;
  readonly clock: Clock;
  /** A photo of its own is looked at closer at once; a camera's first frame is followed by another in a moment. */
  readonly isFirstQuick: boolean;
  readonly isFound: (found: Found) => boolean;
  readonly hitCountOf: (found: Found) => number;
}

/** The last frame of a stream that was searched for. */
interface LastFrame<Found> {
  readonly question: string;
  /** Of the file; null where it is no JPEG. */
  readonly file: string | null;
  readonly grid: FrameGrid | null;
  readonly atMs: number;
  /** Whether a quick look alone found nothing. */
  readonly isQuick: boolean;
  readonly found: Found;
}

const QUICK: FrameLook = { secondTry: false, quick: true };
/** The next frame comes in a moment, and is looked at closer. */
const FIRST = { isCloser: false, isFromTheSide: false };

export class FrameLooks<Found extends object> {
  private readonly streams: FrameStreams;
  private readonly last: LRUCache<string, LastFrame<Found>>;

  constructor(private readonly parts: FrameLooksParts<Found>) {
    this.streams = new FrameStreams(parts.clock);
    this.last = new LRUCache({
      max: MOST_STREAMS,
      maxSize: MOST_HITS,
      sizeCalculation: ({ found }) => 1 + parts.hitCountOf(found),
    });
  }

  /** Looks for all that a frame shows. @throws what `look` throws */
  async all(query: Picture, search: FrameSearch<Found>): Promise<Found> {
    const { vision, clock, isFound, isFirstQuick } = this.parts;
    const { stream, question, secondTry, signal, isQuickEnough = false } = search;
    const kept = this.last.get(stream);
    const isAsked = kept?.question === question && !this.streams.isPast(kept.atMs);
    const before = isAsked ? kept : undefined;
    const given = kept === undefined && isFirstQuick ? FIRST : this.streams.lookAt(stream);
    const look = { isCloser: secondTry ?? given.isCloser, isFromTheSide: given.isFromTheSide };
    const file = fileOf(query);
    const wasFound = before !== undefined && isFound(before.found);
    if (before !== undefined && file !== null && before.file === file && (wasFound || !look.isCloser))
      return before.found;
    const photo = await withVision(() => vision.decoded(query, signal));
    const grid = isRaster(photo) ? gridOf(photo) : null;
    const isStill = before?.grid != null && grid !== null && isSameScene(before.grid, grid);
    if (isStill && !wasFound && !before.isQuick && !look.isCloser) return before.found;
    const isQuick = !look.isCloser && !wasFound && before?.isQuick !== true;
    const glance = isQuick || isQuickEnough ? await search.look(photo, QUICK) : null;
    const isAnswer = glance !== null && (isFound(glance) ? isQuickEnough : isQuick);
    const closely = { secondTry: look.isCloser, fromTheSide: look.isFromTheSide };
    const found = isAnswer ? glance : await search.look(photo, closely);
    this.streams.note(stream, look, isFound(found));
    const atMs = clock.now().getTime();
    this.last.set(stream, { question, file, grid, atMs, isQuick: isAnswer && !isFound(found), found });
    return found;
  }
}

function fileOf(query: Picture): string | null {
  if (isRaster(query) || query.jpeg === null) return null;
  return createHash('sha256').update(query.jpeg).digest('base64');
}
