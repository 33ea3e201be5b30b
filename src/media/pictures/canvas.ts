/** Draws lines and dots on pixels: what a person needs to see why two pictures match. */
import type { Raster } from '../../engine-host/types.js';

export type Rgb = readonly [red: number, green: number, blue: number];
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** Three channels, rows from top to bottom. */
export class Canvas {
  readonly data: Buffer;
  readonly channels = 3;

  constructor(
    readonly width: number,
    readonly height: number,
    background: Rgb = [255, 255, 255],
  ) {
    this.data = Buffer.alloc(width * height * 3, Buffer.from(background));
  }

  /** Copies an RGB picture, its top left corner at `at`; what lies outside is cut off. */
  paste(
    { data, width, height }: Pick<Raster, 'data' | 'width' | 'height'>,
    at: Pixel = { x: 0, y: 0 },
  ): void {
    const columns = Math.min(width, this.width - at.x);
    for (let row = 0; row < Math.min(height, this.height - at.y); row += 1) {
      const from = row * width * 3;
      data.copy(this.data, ((at.y + row) * this.width + at.x) * 3, from, from + columns * 3);
    }
  }

  line(from: Pixel, to: Pixel, color: Rgb, thickness = 1): void {
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y)));
    // A point far outside, as perspective may give, must not cost time.
    if (steps > 8 * (this.width + this.height)) return;
    for (let step = 0; step <= steps; step += 1) {
      const share = step / steps;
      this.dot(
        { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share },
        color,
        thickness / 2,
      );
    }
  }

  polygon(corners: readonly Pixel[], color: Rgb, thickness = 1): void {
    corners.forEach((corner, at) => {
      const next = corners[(at + 1) % corners.length];
      if (next !== undefined) this.line(corner, next, color, thickness);
    });
  }

  /** A filled circle. */
  dot({ x, y }: Pixel, color: Rgb, radius: number): void {
    const reach = Math.max(0, Math.ceil(radius - 0.5));
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        if (dx * dx + dy * dy <= radius * radius + 0.25)
          this.set(Math.round(x) + dx, Math.round(y) + dy, color);
      }
    }
  }

  private set(x: number, y: number, [red, green, blue]: Rgb): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = (y * this.width + x) * 3;
    this.data[at] = red;
    this.data[at + 1] = green;
    this.data[at + 2] = blue;
  }
}
