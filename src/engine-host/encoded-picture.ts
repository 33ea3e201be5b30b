/** Pictures that are still encoded when they reach recognition. */
import type { RecognitionRole } from './decode-size.js';
import type { NativeNotPlain, NativePicture, NativePixels } from './native-picture.js';
import type { Raster } from './types.js';

/** Longest side in pixels that color and similarity descriptors look at. */
export const APPEARANCE_SIDE_PX = 192;

/**
 * A picture file. A sound, plain JPEG is decoded inside the job that works on it, several times faster than by a general
 * decoder; damaged ones, CMYK, color that a profile defines, too many pixels and all other kinds of files are left to the
 * general decoder behind `luma` and `color`.
 */
export interface EncodedPicture {
  /** The file when it is a JPEG, otherwise null. */
  readonly jpeg: Buffer | null;
  /** How the JPEG lies, as EXIF states it, 1 to 8; the engine does not look for it itself. */
  readonly orientation: number;
  /** JPEGs with more pixels are left to the general decoder. */
  readonly maxPixels: number;
  /** Gray pixels at the size that recognition works on. May throw errors of its own. */
  luma(role: RecognitionRole): Promise<Raster>;
  /** RGB pixels in sRGB, the longer side at most `maxSidePx`. May throw errors of its own. */
  color(maxSidePx: number): Promise<Raster>;
}

export type Picture = Raster | EncodedPicture;

/** What a job is given for a picture: pixels or a JPEG, and where the pixels of the latter come from when it is not plain. */
export interface JobPicture {
  readonly native: NativePicture;
  decode(): Promise<NativePixels>;
}

export function isRaster(picture: Picture): picture is Raster {
  return 'data' in picture;
}

export async function lumaOf(picture: Picture, role: RecognitionRole): Promise<JobPicture> {
  if (isRaster(picture)) return given(picture);
  const { jpeg, orientation, maxPixels: mostPixels } = picture;
  const decode = () => picture.luma(role);
  return jpeg === null ? given(await decode()) : { native: { jpeg, orientation, mostPixels }, decode };
}

export async function colorOf(picture: Picture, maxSidePx: number): Promise<JobPicture> {
  if (isRaster(picture)) return given(picture);
  const { jpeg, orientation, maxPixels: mostPixels } = picture;
  const decode = () => picture.color(maxSidePx);
  return jpeg === null
    ? given(await decode())
    : { native: { jpeg, orientation, mostPixels, maxSidePx }, decode };
}

/**
 * As `colorOf`, for a single job on large pictures: pixels of a file, which nobody else has, are handed over to it, so that
 * they are held once. Those of a caller are copied.
 */
export async function colorToHandOver(picture: Picture, maxSidePx: number): Promise<JobPicture> {
  const job = await colorOf(picture, maxSidePx);
  if (isRaster(picture)) return job;
  const handOver = (raster: Raster): NativePixels => ({ ...raster, isHandedOver: true });
  return {
    native: 'data' in job.native ? handOver(job.native) : job.native,
    decode: async () => handOver(await picture.color(maxSidePx)),
  };
}

function given(raster: Raster): JobPicture {
  return { native: raster, decode: () => Promise.resolve(raster) };
}

/**
 * Runs a job on two pictures, and again whenever it answers that one of them is not a plain JPEG, with the pixels of the
 * general decoder in its place.
 *
 * @throws whatever the job or the general decoder fails with
 */
export async function onPictures<T extends object>(
  first: JobPicture,
  second: JobPicture,
  run: (first: NativePicture, second: NativePicture) => Promise<T | NativeNotPlain>,
): Promise<T> {
  let [a, b] = [first.native, second.native];
  for (;;) {
    const answer = await run(a, b);
    if (!isNotPlain(answer)) return answer;
    if (answer.notPlain === 0 || isGone(a)) a = await first.decode();
    if (answer.notPlain === 1 || isGone(b)) b = await second.decode();
  }
}

/** The same for one picture. */
export async function onPicture<T extends object>(
  picture: JobPicture,
  run: (picture: NativePicture) => Promise<T | NativeNotPlain>,
): Promise<T> {
  return onPictures(picture, picture, run);
}

/** Whether the pixels went into the job. */
const isGone = (picture: NativePicture): boolean => 'data' in picture && picture.isHandedOver === true;

function isNotPlain(answer: object): answer is NativeNotPlain {
  return 'notPlain' in answer;
}
