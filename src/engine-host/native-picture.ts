/** Pictures as the native engine takes them. */
import type { Raster } from './types.js';

/** A JPEG that the job decodes: to the luma of its role, or to RGB where a longest side is given. */
export interface NativeJpeg {
  readonly jpeg: Buffer;
  /** How it lies, as EXIF counts, 1 to 8; upright when absent, whatever the file says. */
  readonly orientation?: number;
  /** JPEGs with more pixels are not plain. */
  readonly mostPixels: number;
  readonly maxSidePx?: number;
}

export interface NativePixels extends Raster {
  /** Nobody uses the pixels after the call: the buffer is empty then, and the engine alone holds them. */
  readonly isHandedOver?: boolean;
}

export type NativePicture = NativePixels | NativeJpeg;

/** The answer of a job that was given a JPEG which is not sound and plain: the number of the picture, from 0. */
export interface NativeNotPlain {
  readonly notPlain: number;
}

/** What a job on pictures answers; pixels are always plain. */
export type OnPicture<P extends NativePicture, Answer> = P extends Raster ? Answer : Answer | NativeNotPlain;
