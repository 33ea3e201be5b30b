/** What a font file (TrueType, OpenType, collections of them) says about itself, by its first tables. */
import { closeSync, openSync, readSync } from 'node:fs';

/** Tables have tags of four letters. */
const COLLECTION = 0x74746366;
const OS2 = 0x4f532f32;
const SCALERS: readonly number[] = [0x00010000, 0x4f54544f, 0x74727565];
const MOST_TABLES = 64;
/** Up to the code pages; version 0 of the table ends before them. */
const OS2_BYTES = 86;

/** Families of shapes as OS/2 classifies them: 1 to 5 and 7 have serifs. */
const SERIF_CLASSES: readonly number[] = [1, 2, 3, 4, 5, 7];
const MONOSPACED = 9;

export interface FontFile {
  readonly path: string;
  /** Where the first font of a collection begins; null for a file of one font. */
  readonly collectionOffset: number | null;
  /** Bits of ulCodePageRange1: scripts that the font was made for. */
  readonly codePages: number;
  /** 100 to 900. */
  readonly weight: number;
  readonly isItalic: boolean;
  readonly isSerif: boolean;
  readonly isMonospaced: boolean;
  readonly isCondensed: boolean;
}

/** @returns null for everything that is no font of these kinds */
export function readFontFile(path: string): FontFile | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    const read = (at: number, length: number) => {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, at);
      return bytes;
    };
    const first = read(0, 16);
    const isCollection = first.readUInt32BE(0) === COLLECTION;
    const start = isCollection ? first.readUInt32BE(12) : 0;
    const os2 = findOs2(read, start);
    return os2 === null ? null : facts(path, isCollection ? start : null, os2);
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

function findOs2(read: (at: number, length: number) => Buffer, start: number): Buffer | null {
  const head = read(start, 12);
  if (!SCALERS.includes(head.readUInt32BE(0))) return null;
  const count = Math.min(head.readUInt16BE(4), MOST_TABLES);
  const directory = read(start + 12, count * 16);
  for (let at = 0; at < directory.length; at += 16) {
    if (directory.readUInt32BE(at) === OS2) return read(directory.readUInt32BE(at + 8), OS2_BYTES);
  }
  return null;
}

function facts(path: string, collectionOffset: number | null, os2: Buffer): FontFile {
  return {
    path,
    collectionOffset,
    codePages: os2.readUInt16BE(0) === 0 ? 1 : os2.readUInt32BE(78),
    weight: os2.readUInt16BE(4),
    isItalic: (os2.readUInt16BE(62) & 1) !== 0,
    isSerif: SERIF_CLASSES.includes(os2.readUInt8(30)),
    isMonospaced: os2.readUInt8(35) === MONOSPACED,
    isCondensed: os2.readUInt16BE(6) !== 5,
  };
}
