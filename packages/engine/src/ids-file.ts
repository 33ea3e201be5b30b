/** The file of a saved index that names its references: pairs of an id and the engine's number, one file a saved state. */
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const IDS_FILE = /^ids-(\d+)\.json$/;

const idsFile = (folder: string, sequence: number) => join(folder, `ids-${sequence}.json`);

/** The entries of the file of ids, and in sentences those that cannot be used. */
export async function readIds(
  folder: string,
  sequence: number,
): Promise<{ readonly entries: ReadonlyMap<string, number>; readonly refusals: readonly string[] }> {
  const read: unknown = JSON.parse(await readFile(idsFile(folder, sequence), 'utf8'));
  if (!Array.isArray(read)) throw new Error('it is no list');
  const entries = new Map<string, number>();
  const keys = new Set<number>();
  const refusals: string[] = [];
  for (const [at, entry] of read.entries()) {
    const [id, key] = Array.isArray(entry) ? (entry as unknown[]) : [];
    const isUsable = typeof id === 'string' && id !== '' && Number.isSafeInteger(key) && Number(key) > 0;
    if (isUsable && !entries.has(id) && !keys.has(Number(key))) {
      entries.set(id, Number(key));
      keys.add(Number(key));
    } else {
      refusals.push(
        `Entry ${at + 1} of the ids has no text as its id or no number of its own: its reference was left out. Add it again.`,
      );
    }
  }
  return { entries, refusals };
}

/** On disk before the index is: a crash in between leaves the earlier pair whole. */
export async function writeIds(
  folder: string,
  sequence: number,
  keys: ReadonlyMap<string, number>,
): Promise<void> {
  const draft = `${idsFile(folder, sequence)}.draft`;
  const file = await open(draft, 'w');
  try {
    await file.writeFile(JSON.stringify([...keys]));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, idsFile(folder, sequence));
}

export async function removeOtherIds(folder: string, sequence: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const of = IDS_FILE.exec(name)?.[1];
    if (of !== undefined && Number(of) !== sequence) await rm(join(folder, name), { force: true });
  }
}
