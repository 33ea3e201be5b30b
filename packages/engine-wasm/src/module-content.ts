/** The module's comparison of small content, as `native/wasm/content.cc` has it. */
import type { BlockMap, WeighedContent } from '../../../src/engine-host/content/evidence.js';
import type { ContentView } from '../../../src/engine-host/content/weighing.js';
import type { GrayPixels, WasmModule } from './wasm-module.js';

/** A gray JPEG of a reference, baseline and without restarts, with its size in pixels. */
export interface ContentPicture {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const numbersOf = (pose: readonly number[]): Uint8Array => new Uint8Array(Float64Array.from(pose).buffer);

export class ModuleContent {
  constructor(private readonly module: WasmModule) {}

  /**
   * Says what the blocks of a reference say about a picture.
   *
   * @param pose from fractions of the reference to those of the picture, row by row
   */
  weigh(
    { data, width, height }: GrayPixels,
    { jpeg, ...own }: ContentPicture,
    pose: readonly number[],
  ): WeighedContent {
    const { text, bytes: blocks } = this.module.call(
      [data, jpeg, numbersOf(pose)],
      ({ loupe_weigh_content: weigh }, [pixels = 0, file = 0, numbers = 0]) =>
        weigh(pixels, width, height, file, jpeg.length, own.width, own.height, numbers),
    );
    return { ...(JSON.parse(text) as Omit<WeighedContent, 'blocks'>), blocks };
  }

  /** Says what they say about a relative, as large and as sharp as a picture shows both. */
  compare(
    { jpeg, width, height }: ContentPicture,
    other: ContentPicture,
    pose: readonly number[],
    { frameWidth, frameHeight, blur }: ContentView,
  ): BlockMap {
    const { bytes } = this.module.call(
      [jpeg, other.jpeg, numbersOf(pose)],
      ({ loupe_compare_relatives: compare }, [one = 0, two = 0, numbers = 0]) =>
        compare(
          ...[one, jpeg.length, width, height],
          ...[two, other.jpeg.length, other.width, other.height],
          ...[numbers, frameWidth, frameHeight, blur],
        ),
    );
    return bytes;
  }
}
