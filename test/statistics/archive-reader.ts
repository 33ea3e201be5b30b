/** Reads archives with a library, and once more with nothing but the format's own description. */
import { inflateRawSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

export async function readWithLibrary(archive: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(archive);
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'));
  }
  return files;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;

/** PKWARE APPNOTE 4.3: the directory at the end says where each file begins. */
export function readByHand(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || archive.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('There is no directory.');
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('The directory is damaged.');
    const [method, packedBytes, bytes] = [10, 20, 24].map((offset, i) =>
      i === 0 ? archive.readUInt16LE(at + offset) : archive.readUInt32LE(at + offset),
    ) as [number, number, number];
    const nameBytes = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameBytes);
    const local = archive.readUInt32LE(at + 42);
    if (archive.readUInt32LE(local) !== LOCAL_HEADER) throw new Error(`${name} is not where it should be.`);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + packedBytes);
    const content = method === 0 ? packed : inflateRawSync(packed);
    if (content.length !== bytes) throw new Error(`${name} is not whole.`);
    files.set(name, content.toString('utf8'));
    at += 46 + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
