/** Pages of PDFs that take until they are released. */
import { ImageDecoder } from '../../../src/media/pictures/image-decoder.js';

const PNG_BEGINS = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

export class SlowPdfs {
  /** False lets pages pass that come from now on. */
  isSlow = true;
  /** Pages that were held up, released or not. */
  held = 0;
  private letGo: () => void = () => undefined;
  private readonly released = new Promise<void>((resolve) => (this.letGo = resolve));

  /** Opens a decoder that is held up; pages of PDFs come as PNG. */
  readonly openDecoder = (...limits: ConstructorParameters<typeof ImageDecoder>): ImageDecoder => {
    const decoder = new ImageDecoder(...limits);
    const jpeg = decoder.jpeg.bind(decoder);
    decoder.jpeg = async (bytes, ...rest) => {
      if (this.isSlow && bytes.subarray(0, PNG_BEGINS.length).equals(PNG_BEGINS)) {
        this.held += 1;
        await this.released;
      }
      return jpeg(bytes, ...rest);
    };
    return decoder;
  };

  release(): void {
    this.letGo();
  }
}
