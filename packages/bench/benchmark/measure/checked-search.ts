/** Searches as the product does: with the small content of what was recognized. */
import { readFile } from 'node:fs/promises';
import {
  ContentChecker,
  type ContentSource,
  type NativeHit,
  type NativeSearchOptions,
} from '@loupe-print/engine/internals';
import { decoder, searchPicture, type Session } from './session.js';

/** Pictures kept in memory, some 60 KB each. */
const MOST_CACHED = 4000;

/** The pictures of a session's references, read from their files where they are asked for. */
class ReferenceFiles implements ContentSource {
  private readonly cache = new Map<number, Buffer>();

  constructor(private readonly session: Session) {}

  async read(keys: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
    const found = new Map<number, Buffer>();
    for (const key of keys) {
      const picture = this.cache.get(key) ?? (await this.make(key));
      if (picture !== null) found.set(key, picture);
    }
    return found;
  }

  readDna(key: number): Promise<Buffer | null> {
    return Promise.resolve(this.session.dnas[key - 1] ?? null);
  }

  private async make(key: number): Promise<Buffer | null> {
    const reference = this.session.references[key - 1];
    if (reference === undefined) return null;
    const picture = await decoder.contentPicture(await readFile(reference.file));
    if (this.cache.size >= MOST_CACHED) this.cache.clear();
    this.cache.set(key, picture);
    return picture;
  }
}

const checkers = new WeakMap<Session, ContentChecker>();

/** The hits of a search after their content was asked, recognized ones first. */
export async function searchChecked(
  session: Session,
  bytes: Buffer,
  options: NativeSearchOptions,
): Promise<readonly NativeHit[]> {
  const { engine, index } = session;
  const checker = checkers.get(session) ?? checkerOf(session);
  checkers.set(session, checker);
  const picture = decoder.picture(bytes);
  const { hits } = await searchPicture(engine, index, picture, options);
  return checker.check(hits.map(withIndex), picture);
}

function checkerOf(session: Session): ContentChecker {
  const { engine, index } = session;
  return new ContentChecker(engine, new ReferenceFiles(session), {
    search: async (_, dna, selfKey) => {
      const { hits } = await engine.conflicts([index], dna, { limit: 8, selfIndex: 0, selfKey });
      return { hits: hits.map(withIndex) };
    },
    lastChange: () => Promise.resolve(session.dnas.length),
  });
}

const withIndex = (hit: NativeHit) => ({ ...hit, indexId: '' });
