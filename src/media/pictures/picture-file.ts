/**
 * One reading of what a picture's file says beside its pixels. Decoders differ in how they read odd files: they are given
 * the file with the orientation stated plainly at its beginning, and with the end that it may lack.
 */
import type { ImageType } from '../uploads/file-type.js';
import { type Orientation, orientationBlock, readOrientation } from './exif.js';
import { readJpeg } from './jpeg-structure.js';
import { readTiff, type TiffStructure } from './tiff-structure.js';
import { crc32 } from 'node:zlib';

/** The chunks of a PNG (ISO/IEC 15948), read without decoding it. */
const SIGNATURE_BYTES = 8;
/** Length, name and checksum. */
const AROUND_BYTES = 12;
const MOST_CHUNKS = 100_000;

/** What the first chunk of a name holds, wherever it stands; null where there is none. */
function readPngChunk(png: Buffer, name: string): Buffer | null {
  let at = SIGNATURE_BYTES;
  for (let count = 0; count < MOST_CHUNKS && at + AROUND_BYTES <= png.length; count += 1) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === name) return png.subarray(at + 8, at + 8 + length);
    at += AROUND_BYTES + length;
  }
  return null;
}

/** The same PNG with a chunk behind its header, which comes first in every PNG. */
export function withPngChunk(png: Buffer, name: string, data: Buffer): Buffer {
  const headerEnd = SIGNATURE_BYTES + AROUND_BYTES + png.readUInt32BE(SIGNATURE_BYTES);
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, headerEnd), length, body, checksum, png.subarray(headerEnd)]);
}

export interface PictureFile {
  /** What decoders are given. */
  readonly bytes: Buffer;
  readonly orientation: Orientation;
  /** The file did not end as its kind does: not a pixel may be missing then. */
  readonly lacksEnd: boolean;
  /** Of a TIFF. */
  readonly tiff?: TiffStructure | null;
}

const JPEG_START_BYTES = 2;
const JPEG_END = Buffer.from([0xff, 0xd9]);
const EXIF_CHUNK = 'eXIf';

export function readPictureFile(bytes: Buffer, type: ImageType): PictureFile {
  if (type === 'image/jpeg') return readJpegFile(bytes);
  if (type === 'image/png') return readPngFile(bytes);
  const tiff = type === 'image/tiff' ? readTiff(bytes) : null;
  return { bytes, orientation: 1, lacksEnd: false, tiff };
}

/** A JPEG for decoders that are given its orientation beside it. */
export interface CompleteJpeg {
  /** The file, with the end that it may lack. */
  readonly bytes: Buffer;
  /** By the first block of EXIF, which counts for viewers; 1 without one. */
  readonly orientation: Orientation;
  readonly hasExif: boolean;
  readonly lacksEnd: boolean;
}

export function completeJpeg(bytes: Buffer): CompleteJpeg {
  const { exif, hasEnd, hasAllScans } = readJpeg(bytes);
  const orientation = exif === null ? 1 : readOrientation(exif);
  const lacksEnd = !hasEnd && hasAllScans;
  const end = bytes[bytes.length - 1] === JPEG_END[0] ? JPEG_END.subarray(1) : JPEG_END;
  const whole = lacksEnd ? Buffer.concat([bytes, end]) : bytes;
  return { bytes: whole, orientation, hasExif: exif !== null, lacksEnd };
}

function readJpegFile(file: Buffer): PictureFile {
  const { bytes, orientation, hasExif, lacksEnd } = completeJpeg(file);
  if (!hasExif) return { bytes, orientation, lacksEnd };
  const start = bytes.subarray(0, JPEG_START_BYTES);
  const stated = Buffer.concat([start, exifSegment(orientation), bytes.subarray(JPEG_START_BYTES)]);
  return { bytes: stated, orientation, lacksEnd };
}

function exifSegment(orientation: Orientation): Buffer {
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), orientationBlock(orientation)]);
  const head = Buffer.from([0xff, 0xe1, 0, content.length + 2]);
  return Buffer.concat([head, content]);
}

function readPngFile(bytes: Buffer): PictureFile {
  const exif = readPngChunk(bytes, EXIF_CHUNK);
  if (exif === null) return { bytes, orientation: 1, lacksEnd: false };
  const orientation = readOrientation(exif);
  return {
    bytes: withPngChunk(bytes, EXIF_CHUNK, orientationBlock(orientation)),
    orientation,
    lacksEnd: false,
  };
}
