/** Recognition of the frames of a camera that searches one application. */
import { createHash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.js';
import type { Picture } from '../../engine-host/encoded-picture.js';
import type { SearchOptions } from '../../engine-host/types.js';
import type { Vision } from '../../engine-host/vision.js';
import { withVision } from '../engine-failures.js';
import { FrameLooks } from './frame-looks.js';
import type { Application } from '../application.entity.js';
import type { Recognition, WholeRecognition } from './whole-recognition.js';

type Options = Omit<SearchOptions, 'limit'>;

export class FrameRecognition {
  private readonly looks: FrameLooks<Recognition>;

  constructor(
    private readonly vision: Vision,
    private readonly recognition: Pick<WholeRecognition, 'all'>,
    clock: Clock,
  ) {
    this.looks = new FrameLooks({
      vision,
      clock,
      isFirstQuick: true,
      isFound: ({ recognized }) => recognized.length > 0,
      hitCountOf: ({ recognized, rejected }) => recognized.length + rejected.length,
    });
  }

  /**
   * As `WholeRecognition.all`, for a frame.
   *
   * @param stream names the application, the caller and the caller's stream
   * @param options `secondTry` false allows no closer look, true one at every frame
   */
  async all(
    application: Pick<Application, 'id' | 'settings'>,
    query: Picture,
    options: Options,
    stream: string,
  ): Promise<Recognition> {
    const { secondTry, signal } = options;
    const lastChange = await withVision(() => this.vision.lastChange(application.id));
    return this.looks.all(query, {
      stream,
      question: questionOf([lastChange, application.settings], options),
      secondTry,
      isQuickEnough: application.settings.quickFirst === true,
      signal,
      look: async (photo, look) => this.recognition.all(application, photo, { ...options, ...look }),
    });
  }
}

/** Everything that an answer depends on beside the photo and how closely it is looked at. */
function questionOf(state: readonly unknown[], { filter, threshold, findMirrored }: Options): string {
  const { keys = null, ...others } = filter ?? {};
  const hash = createHash('sha256').update(JSON.stringify([...state, others, threshold, findMirrored]));
  // An empty list allows nothing, none everything.
  if (keys !== null) hash.update('keys').update(keys);
  return hash.digest('base64');
}
