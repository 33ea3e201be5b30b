/** Red, green and blue, 0..255 each. */
export type Color = readonly [red: number, green: number, blue: number];

/** Reads `#rrggbb`. */
export function hex(text: string): Color {
  const value = Number.parseInt(text.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Writes `#rrggbb`. */
export function toHex(color: Color): string {
  return `#${color
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The color at `share` (0..1) of the way from one color to the other. */
export function mix(from: Color, to: Color, share: number): Color {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

/** Lighter above 1, darker below. */
export function shade(color: Color, factor: number): Color {
  return [color[0] * factor, color[1] * factor, color[2] * factor];
}

/** A color along evenly spaced stops, `position` in 0..1. */
export function ramp(stops: readonly Color[], position: number): Color {
  const scaled = Math.min(0.999999, Math.max(0, position)) * (stops.length - 1);
  const index = Math.floor(scaled);
  const first = stops[index] ?? [0, 0, 0];
  return mix(first, stops[index + 1] ?? first, scaled - index);
}

/** From hue (degrees), saturation and lightness (0..1 each). */
export function fromHsl(hue: number, saturation: number, lightness: number): Color {
  const chroma = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number): number => {
    const k = (((offset + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [part(0), part(8), part(4)];
}
