/** Reading packs as phones do, and pictures as cameras give them. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import * as wasm from '../../packages/engine-wasm/src/index.js';
import { VOCABULARY_PATH } from '../../src/engine-host/native.js';

const MODULE = new URL('../../packages/engine-wasm/module/loupe.wasm', import.meta.url);

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

/** Opens a pack in a module of its own. @param compares whether it compares the pictures of pages of one design */
export async function openPack(file: Buffer, publicKey: string, compares = true): Promise<wasm.OpenPack> {
  const module = await wasm.WasmModule.start(readFileSync(MODULE));
  module.setVocabulary(readFileSync(VOCABULARY_PATH));
  const open = await wasm.OpenPack.open(module, file, publicKey);
  if (compares) open.compareBy(wasm.comparesHits);
  return open;
}
