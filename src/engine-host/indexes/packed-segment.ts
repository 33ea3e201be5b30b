/** Builds the file of a segment for another place than this server's indexes: a pack of pages for phones. */
import { closeSync, openSync, readSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NativeEngine, VOCABULARY_PATH } from '../native.js';
import { EngineError, toEngineError } from '../engine-error.js';

export interface PackedReference {
  readonly key: number;
  readonly dna: Buffer;
}

const SEGMENT = /^segment/;
const OWNER = 'pack';
/** Where the id stands in the vocabulary's file. */
const ID_PLACE = 20;

/** @throws EngineError, also where there is no reference */
export async function segmentOf(
  engine: Pick<NativeEngine, 'createIndex'>,
  references: AsyncIterable<readonly PackedReference[]>,
): Promise<Buffer> {
  const index = engine.createIndex();
  const folder = await mkdtemp(join(tmpdir(), 'loupe-pack-'));
  try {
    for await (const some of references) {
      const { failures } = await index.apply(some);
      const [failure] = failures;
      if (failure !== undefined) throw new EngineError('INTERNAL', failure.message);
    }
    await index.compact('everything');
    await index.save(folder, 0, OWNER);
    const name = (await readdir(folder)).find((each) => SEGMENT.test(each));
    if (name === undefined) throw new EngineError('INVALID_ARGUMENT', 'A pack needs a reference.');
    return await readFile(join(folder, name));
  } catch (error) {
    throw toEngineError(error);
  } finally {
    index.close();
    await rm(folder, { recursive: true, force: true });
  }
}

export function readVocabularyId(): number {
  const id = Buffer.alloc(4);
  const file = openSync(VOCABULARY_PATH, 'r');
  try {
    readSync(file, id, 0, id.length, ID_PLACE);
  } finally {
    closeSync(file);
  }
  return id.readUInt32LE(0);
}
