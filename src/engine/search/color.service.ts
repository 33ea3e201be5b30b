/** Colors of pictures and of whole color applications. */
import { LoupeError } from '../../kernel/errors.js';
import type { UploadedFile } from '../../media/uploads/received-file.js';
import type { PictureColor } from '../../engine-host/appearance/color.js';
import type { PaletteColor } from '../../engine-host/appearance/appearance-table.js';
import type { Vision } from '../../engine-host/vision.js';
import type { ApplicationCounters } from '../application-counters.js';
import type { Application } from '../application.entity.js';
import { requireOffered } from '../application.rules.js';
import type { PictureSignatures } from '../references/pictures/picture-signatures.js';
import type { ReferenceFilter } from './reference-filter.js';
import type { ReferenceService } from '../references/reference.service.js';
import { requirePaletteSize, requireRange, type SearchRange } from './search.rules.js';
import { withVision } from '../engine-failures.js';

export interface ColorServiceParts {
  readonly vision: Vision;
  readonly signatures: PictureSignatures;
  readonly references: ReferenceService;
  readonly filter: ReferenceFilter;
  readonly counters: ApplicationCounters;
}

export class ColorService {
  constructor(private readonly parts: ColorServiceParts) {}

  /** The dominant colors of a reference. @throws LoupeError COLORS_BY_ID_NOT_AVAILABLE, UNKNOWN_IMAGE_ID */
  async ofReference(application: Application, imageId: string): Promise<readonly PictureColor[]> {
    requireOffered(application, 'colorsById');
    const dna = await this.parts.references.getDna(application, imageId);
    this.parts.counters.note(application.id, 'colorRequests');
    return this.parts.signatures.colorsOf(dna);
  }

  /** The dominant colors of a picture that is not stored. @throws LoupeError COLORS_BY_UPLOAD_NOT_AVAILABLE, MISSING_PARAMETER */
  async ofUpload(
    application: Application,
    image: UploadedFile | null,
    signal?: AbortSignal,
  ): Promise<readonly PictureColor[]> {
    requireOffered(application, 'colorsByUpload');
    if (image === null) {
      throw new LoupeError('MISSING_PARAMETER', 'image_content is missing; send it as a file part.');
    }
    this.parts.counters.note(application.id, 'colorRequests');
    return this.parts.signatures.colorsOfUpload(image, signal);
  }

  /**
   * Colors that represent the references that pass, with the number of images that hold each.
   *
   * @param mostColors 1..100; 10 by default
   * @throws LoupeError PALETTE_NOT_AVAILABLE, BAD_USER_INPUT, INVALID_KEYWORD, TOO_MANY_IDS
   */
  async palette(
    application: Application,
    mostColors: number | undefined,
    range: Pick<SearchRange, 'keywords' | 'ids' | 'signal'> = {},
  ): Promise<readonly PaletteColor[]> {
    requireOffered(application, 'palette');
    const size = requirePaletteSize(mostColors);
    requireRange(range);
    const keys = await this.parts.filter.keys(application, range);
    this.parts.counters.note(application.id, 'colorRequests');
    return withVision(async () => {
      const table = await this.parts.vision.descriptorTable(application.id);
      return table.palette(size, {
        keys: keys === undefined ? undefined : Uint32Array.from(keys),
        signal: range.signal,
      });
    });
  }
}
