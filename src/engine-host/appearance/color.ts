/** Colors in the notation of the engine's interface, and the dominant colors of a picture. */
import { runAbortable } from '../abort.js';
import { APPEARANCE_SIDE_PX, colorOf, onPicture, type Picture } from '../encoded-picture.js';
import type { NativeAppearance, NativeRgb, NativeWantedColor } from './native-appearance.js';
import { EngineError } from '../engine-error.js';

export interface PictureColor {
  /** Six upper-case hexadecimal digits, sRGB. */
  readonly hex: string;
  /** Whole percent of the picture; those of one picture sum to 100. */
  readonly percentage: number;
}

export interface WantedColor {
  readonly hex: string;
  /** 0..100; without it any amount will do. */
  readonly percentage?: number;
}

const NOTATION = /^#?(?<hex>[0-9a-f]{6}|[0-9a-f]{3})(?:@(?<percentage>\d{1,3}(?:\.\d{1,6})?))?$/i;

/**
 * Reads `<hex>@<percentage>`: three or six hexadecimal digits, with or without #; the percentage is optional.
 *
 * @throws EngineError INVALID_ARGUMENT
 */
export function parseColor(notation: string): WantedColor {
  const { hex, percentage } = NOTATION.exec(notation.trim())?.groups ?? {};
  if (hex === undefined || Number(percentage ?? 0) > 100) {
    throw new EngineError(
      'INVALID_ARGUMENT',
      `"${notation.slice(0, 40)}" is not a color. Write six hexadecimal digits, if wanted with a percentage: FF6633@40.`,
    );
  }
  const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
  const upper = full.toUpperCase();
  return percentage === undefined ? { hex: upper } : { hex: upper, percentage: Number(percentage) };
}

/** Writes `<hex>@<percentage>`. */
export function formatColor(color: PictureColor): string {
  return `${color.hex}@${color.percentage}`;
}

export function hexFromRgb([red, green, blue]: NativeRgb): string {
  return [red, green, blue]
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

export function toNativeColor({ hex, percentage }: WantedColor): NativeWantedColor {
  const value = Number.parseInt(hex, 16);
  const rgb = [(value >> 16) & 255, (value >> 8) & 255, value & 255] as const;
  return percentage === undefined ? { rgb } : { rgb, percentage };
}

/**
 * The dominant colors of a picture, largest share first, at most 10.
 *
 * @throws EngineError INVALID_IMAGE, ABORTED, QUEUE_FULL, CLOSED
 */
export async function describeColors(
  engine: NativeAppearance,
  picture: Picture,
  signal?: AbortSignal,
): Promise<readonly PictureColor[]> {
  const colors = await onPicture(await colorOf(picture, APPEARANCE_SIDE_PX), (native) =>
    runAbortable(signal, (cancellation) => engine.describeColors(native, cancellation)),
  );
  return colors.map(({ rgb, percentage }) => ({ hex: hexFromRgb(rgb), percentage }));
}
