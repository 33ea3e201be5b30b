import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { ZipFile } from 'yazl';

/** A ZIP with files by their paths. */
export async function zipOf(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name);
  zip.end();
  return buffer(zip.outputStream);
}

export interface RawEntry {
  /** As it stands in the archive, in whatever letters. */
  readonly name: Buffer | string;
  readonly bytes?: Buffer;
  /** Bits: 1 encrypted, 0x800 the name is UTF-8. */
  readonly flags?: number;
  /** How it is said to be packed; it is stored all the same. */
  readonly method?: number;
}

/** A ZIP whose entries say whatever a test wants. */
export function rawZipOf(entries: readonly RawEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes = Buffer.of(), flags = 0, method = 0 } of entries) {
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, path, bytes]);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, tail(offset), path);
    files.push(file);
    offset += file.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, central, Buffer.from('PK\u0005\u0006'), end]);
}

/** Comment, disk, attributes and place of an entry. */
function tail(offset: number): Buffer {
  const bytes = Buffer.alloc(14);
  bytes.writeUInt32LE(offset, 10);
  return bytes;
}
