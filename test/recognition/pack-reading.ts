/** Reading packs as phones do, and pictures as cameras give them. */
import sharp from 'sharp';
import * as wasm from '../../packages/engine-wasm/src/index.js';

/** The reader's verdict without a module: head, signature, chunks. */
export async function verdict(file: Uint8Array, publicKey: string): Promise<string> {
  try {
    const read = wasm.readHead(file);
    await wasm.verifyHead(read, publicKey, new Date());
    for (const [i, chunk] of read.head.chunks.entries()) {
      const from = read.offsets[i] ?? 0;
      await wasm.checkChunk(file.subarray(from, from + chunk.size), chunk);
    }
    return 'sound';
  } catch (error) {
    return error instanceof wasm.PackError ? error.code : String(error);
  }
}

export async function gray(picture: Buffer): Promise<wasm.GrayPixels> {
  const { data, info } = await sharp(picture).grayscale().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}
