/** Turns pictures and DNAs into signatures, by the rules of each kind of application. */
import { LoupeError } from '../../../kernel/errors.js';
import type { ImageDecoder } from '../../../media/pictures/image-decoder.js';
import type { UploadedFile } from '../../../media/uploads/received-file.js';
import type { PictureColor } from '../../../engine-host/appearance/color.js';
import type { RecognitionRole } from '../../../engine-host/decode-size.js';
import type { EncodedPicture } from '../../../engine-host/encoded-picture.js';
import type { Extraction, GradeReason } from '../../../engine-host/types.js';
import { describeDna } from '../../../engine-host/dna.js';
import type { Vision } from '../../../engine-host/vision.js';
import { EngineError } from '../../../engine-host/engine-error.js';
import type { ApplicationKind } from '../../application.entity.js';
import { isMatching } from '../../application.rules.js';
import type { Signature } from '../reference-store.js';
import { withVision } from '../../engine-failures.js';

/** Exactly one of the two. */
export interface PictureSource {
  readonly image?: UploadedFile;
  readonly dna?: Buffer;
}

export interface PictureDescription {
  readonly dna: Buffer;
  readonly keypointCount: number;
  /** 0 (hardly recognizable) to 5 (excellent). */
  readonly grade: number;
  readonly gradeReason: GradeReason;
  /** Whether an application of the kind takes it as a reference. */
  readonly isRecognizable: boolean;
}

export class PictureSignatures {
  constructor(
    private readonly vision: Vision,
    private readonly decoder: ImageDecoder,
  ) {}

  /**
   * The signature of a reference. Applications that match refuse pictures that hold too little to be recognized;
   * similarity and color applications take every picture.
   *
   * @throws LoupeError IMAGE_AND_DNA, NEITHER_IMAGE_NOR_DNA, INVALID_IMAGE, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE,
   *   IMAGE_TOO_SIMPLE, INVALID_DNA, OVERLOADED
   */
  async ofReference(kind: ApplicationKind, source: PictureSource, signal?: AbortSignal): Promise<Signature> {
    const given = requireOneSource(source);
    if ('dna' in given) return this.ofGivenDna(kind, given.dna);
    if (!isMatching(kind)) return this.extract(await given.image.bytes(), 'reference', signal);
    const extraction = await this.ofPicture(await given.image.bytes(), signal);
    if (!extraction.isRecognizable) throw tooSimple();
    return extraction;
  }

  /** The signature of a picture with its small content, recognizable or not. @throws LoupeError as `extract` */
  async ofPicture(bytes: Buffer, signal?: AbortSignal): Promise<Extraction & { readonly picture: Buffer }> {
    const extraction = await this.extract(bytes, 'reference', signal);
    return { ...extraction, picture: await this.decoder.contentPicture(bytes) };
  }

  /** What a search by local features looks for. @throws LoupeError as `ofReference` */
  async ofQuery(source: PictureSource): Promise<EncodedPicture | { readonly dna: Buffer }> {
    const given = requireOneSource(source);
    if ('dna' in given) return given;
    return this.decoder.picture(await given.image.bytes());
  }

  /** The DNA of a query with its color and similarity descriptors. @throws LoupeError as `ofReference` */
  async ofAppearanceQuery(source: PictureSource, signal?: AbortSignal): Promise<Buffer> {
    const given = requireOneSource(source);
    if ('dna' in given) {
      this.requireColors(given.dna);
      return given.dna;
    }
    return (await this.extract(await given.image.bytes(), 'query', signal)).dna;
  }

  /** The signature of a picture for every kind of application. @throws LoupeError as `ofReference` */
  async extract(bytes: Buffer, role: 'reference' | 'query', signal?: AbortSignal): Promise<Extraction> {
    const picture = this.decoder.picture(bytes);
    return withVision(() => this.vision.extract(picture, role, { appearance: picture, signal }));
  }

  /**
   * What a picture would be as a reference of an application, without storing it.
   *
   * @throws LoupeError INVALID_IMAGE, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, OVERLOADED
   */
  async describe(
    kind: ApplicationKind,
    bytes: Buffer,
    { role = 'reference', signal }: { readonly role?: RecognitionRole; readonly signal?: AbortSignal } = {},
  ): Promise<PictureDescription> {
    const { dna, keypointCount, grade, isRecognizable } = await this.extract(bytes, role, signal);
    return {
      dna,
      keypointCount,
      grade: grade.value,
      gradeReason: grade.reason,
      isRecognizable: isRecognizable || !isMatching(kind),
    };
  }

  /** The dominant colors of an uploaded picture. @throws LoupeError as `ofReference` */
  async colorsOfUpload(image: UploadedFile, signal?: AbortSignal): Promise<readonly PictureColor[]> {
    const picture = this.decoder.picture(await image.bytes());
    return withVision(() => this.vision.describeColors(picture, signal));
  }

  /** @throws LoupeError INVALID_DNA for a DNA that is damaged or was computed without color */
  requireColors(dna: Buffer): void {
    this.colorsOf(dna);
  }

  /** The dominant colors that a DNA holds. @throws LoupeError INVALID_DNA */
  colorsOf(dna: Buffer): readonly PictureColor[] {
    try {
      return this.vision.colorsOfDna(dna);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      throw new LoupeError(
        'INVALID_DNA',
        error.code === 'INVALID_ARGUMENT'
          ? 'The DNA was computed without color. Compute it again from the picture.'
          : 'The DNA is damaged or of another version. Compute it again from the picture.',
        {},
        { cause: error },
      );
    }
  }

  /** Checks a given signature by recognizing it in itself, which reads all of it. */
  private async ofGivenDna(kind: ApplicationKind, dna: Buffer): Promise<Signature> {
    const self = await withVision(() => this.vision.match(dna, dna));
    if (describeDna(dna).isOfQuery) {
      throw new LoupeError(
        'INVALID_DNA',
        'The DNA was computed for a search and has more detail than references have: as one it would hide others. ' +
          'Compute it for a reference, for example by `loupe extract --role reference`.',
      );
    }
    if (!isMatching(kind)) this.requireColors(dna);
    else if (self.decision !== 'Clone') throw tooSimple();
    return { dna, keypointCount: self.inlierCount, grade: null };
  }
}

/** @throws LoupeError IMAGE_AND_DNA, NEITHER_IMAGE_NOR_DNA */
export function requireOneSource({
  image,
  dna,
}: PictureSource): { readonly image: UploadedFile } | { readonly dna: Buffer } {
  if (image !== undefined && dna !== undefined) {
    throw new LoupeError('IMAGE_AND_DNA', 'Give either image_content or dna, not both.');
  }
  if (image !== undefined) return { image };
  if (dna !== undefined) return { dna };
  throw new LoupeError(
    'NEITHER_IMAGE_NOR_DNA',
    'image_content and dna are missing: give one of them, the image as a file part.',
  );
}

function tooSimple(): LoupeError {
  return new LoupeError(
    'IMAGE_TOO_SIMPLE',
    'The image does not hold enough information to be recognized. Use one with more detail.',
  );
}
