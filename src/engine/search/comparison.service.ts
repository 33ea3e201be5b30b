/** Compares two pictures without storing them. */
import type { ImageDecoder } from '../../media/pictures/image-decoder.js';
import { encodeJpeg } from '../../media/pictures/plain-jpeg.js';
import type { UploadedFile } from '../../media/uploads/received-file.js';
import type { Coverage } from '../../engine-host/appearance/comparison-settings.js';
import type { Difference } from '../../engine-host/appearance/fine-comparison.js';
import type { WholeChange } from '../../engine-host/appearance/whole-change.js';
import type { Vision } from '../../engine-host/vision.js';
import type { CounterName, Application } from '../application.entity.js';
import { requireFineSettings, type GivenSettings } from './comparison.rules.js';
import { requireOffered } from '../application.rules.js';
import { withVision } from '../engine-failures.js';

export interface FineComparisonView {
  /** 0 when nothing differs, growing to 100. */
  readonly score: number;
  /** Share of the reference that the query shows, 0..1; only this part is compared. */
  readonly visibleShare: number;
  readonly coverage: Coverage;
  /** Changes all over a proof, lengths in pixels of the reference. */
  readonly wholeChanges: readonly WholeChange[];
  readonly differences: readonly Difference[];
  /** Row-major 3x3 homography on fractions. */
  readonly queryFromReference: readonly number[];
  /** JPEGs in the pictures' own frames with the differences drawn on them. */
  readonly referenceJpeg: Buffer;
  readonly queryJpeg: Buffer;
}

/** Notes that something was done with an application. */
export interface Counter {
  note(applicationId: string, name: CounterName): void;
}

export class ComparisonService {
  constructor(
    private readonly vision: Vision,
    private readonly decoder: ImageDecoder,
    private readonly counters: Counter,
  ) {}

  /**
   * Finds what really differs between two pictures that match, and draws it.
   *
   * @throws LoupeError FINE_COMPARISON_NOT_AVAILABLE, BAD_USER_INPUT, IMAGES_DO_NOT_MATCH, INVALID_IMAGE,
   *   UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, OVERLOADED
   */
  async compareFinely(
    application: Application,
    reference: UploadedFile,
    query: UploadedFile,
    signal?: AbortSignal,
    settings: GivenSettings = {},
  ): Promise<FineComparisonView> {
    requireOffered(application, 'fineComparison');
    requireFineSettings(settings);
    this.counters.note(application.id, 'comparisons');
    return this.compareBytes(await reference.bytes(), await query.bytes(), signal, settings);
  }

  /** The same for pictures that belong to no application. @throws LoupeError as `compareFinely` */
  async compareBytes(
    reference: Buffer,
    query: Buffer,
    signal?: AbortSignal,
    given: GivenSettings = {},
  ): Promise<FineComparisonView> {
    const settings = requireFineSettings(given);
    const pictures = [this.decoder.picture(reference), this.decoder.picture(query)] as const;
    const { highlightedReference, highlightedQuery, ...comparison } = await withVision(() =>
      this.vision.compareFinely(...pictures, signal, settings),
    );
    return {
      ...comparison,
      referenceJpeg: await encodeJpeg(highlightedReference),
      queryJpeg: await encodeJpeg(highlightedQuery),
    };
  }
}
