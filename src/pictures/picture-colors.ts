/** Ranks an organization's pictures by color. */
import type { ColorHit } from '../engine-host/appearance/appearance-table.js';
import type { PictureColor, WantedColor } from '../engine-host/appearance/color.js';
import type { Vision } from '../engine-host/vision.js';

export class PictureColors {
  constructor(private readonly vision: Pick<Vision, 'descriptorTable'>) {}

  /** The references that hold the wanted colors best, nearest first. @param keys only these, when given */
  async rank(
    applicationId: string,
    wanted: readonly WantedColor[],
    options: { readonly limit: number; readonly keys?: Uint32Array; readonly signal?: AbortSignal },
  ): Promise<readonly ColorHit[]> {
    const table = await this.vision.descriptorTable(applicationId);
    return (await table.rankByColors(wanted, options)).hits;
  }

  /** The dominant colors of a reference, as wanted colors of a search. */
  async colorsOf(applicationId: string, key: number): Promise<readonly PictureColor[]> {
    return (await this.vision.descriptorTable(applicationId)).colorsOf(key);
  }
}
