/** ZIPs of pictures on the command line: taken apart here, or handed to a server that reports on every file. */
import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportLine } from '../applications/imports/import.service.js';
import { stepsOfZip } from '../applications/imports/import-plan.js';
import { badInput } from '../kernel/errors.js';
import type { EngineServer } from './engine-server.js';
import { fileNotFound, type NamedFile, readNamed } from './picture-files.js';
import { showProgress } from './progress.js';

const ASK_EVERY_MS = 250;
const LINES = 1000;
/** A picture is unpacked into memory. */
const MAX_PICTURE_BYTES = 256 * 1024 * 1024;

export interface AddedRow {
  readonly id: string;
  readonly state: 'added' | 'kept' | 'refused';
  readonly grade: number | null;
  readonly note: string;
}

/** What to know about a picture that was added. */
export function noteOf(gradeReason: string | null, nearDuplicates: readonly string[]): string {
  const near = nearDuplicates.length === 0 ? '' : `nearly the same: ${nearDuplicates.join(', ')}`;
  return [gradeReason === 'good' ? '' : (gradeReason ?? ''), near].filter((text) => text !== '').join('; ');
}

/** How many pictures ZIPs hold. @throws LoupeError NOT_FOUND, UNSUPPORTED_MEDIA, INVALID_MANIFEST */
export async function countInZips(zips: readonly string[]): Promise<number> {
  let count = 0;
  for await (const _file of filesOfZips(zips)) count += 1;
  return count;
}

/**
 * The pictures of ZIPs under the ids that a manifest gives them, else their paths; each can be read until the next one is
 * asked for. Errors of a manifest are reported where the picture is read.
 *
 * @throws LoupeError NOT_FOUND, UNSUPPORTED_MEDIA, INVALID_MANIFEST
 */
export async function* filesOfZips(zips: readonly string[]): AsyncGenerator<NamedFile> {
  for (const zip of zips) {
    await requireThere(zip);
    for await (const { fileName, imageId, picture, fault, isAdditional } of stepsOfZip(zip)) {
      const read = async () => {
        if (isAdditional && fault === null)
          throw badInput('additional', 'is for servers; a folder has one DNA for each id');
        if (picture === null) throw fault ?? new RangeError(`${fileName} cannot be read.`);
        return picture.read(MAX_PICTURE_BYTES);
      };
      yield { path: `${zip}/${fileName}`, id: imageId, isDna: false, read };
    }
  }
}

export interface ImportState {
  readonly id: string;
  readonly fileName: string | null;
  readonly state: 'Waiting' | 'Running' | 'Done' | 'Failed';
  readonly total: number;
  readonly added: number;
  readonly refused: number;
  readonly failureReason: string | null;
  /** ISO 8601 */
  readonly dateCreated: string;
}

interface ImportLines {
  readonly items: readonly ImportLine[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

export interface ZipOptions {
  readonly keyword?: readonly string[];
  readonly metadata?: readonly string[];
  readonly additional?: boolean;
  readonly resume?: boolean;
}

/** Hands ZIPs to a server and waits for each. @throws LoupeError as the server refuses, Error when it gives one up */
export async function importZips(
  server: EngineServer,
  zips: readonly string[],
  { keyword, metadata, additional, resume }: ZipOptions,
): Promise<readonly AddedRow[]> {
  if (zips.length > 0 && (additional === true || resume === true)) {
    throw badInput('--additional', 'and --resume are for files and folders; a ZIP replaces what is there');
  }
  if (zips.length > 0 && metadata !== undefined)
    throw badInput('--metadata', 'is for files and folders; in a ZIP a manifest names it');
  const rows: AddedRow[] = [];
  for (const path of zips) {
    await requireThere(path);
    const taken = await server.post('imports', { zip: await readNamed(path), keywords: keyword ?? [] });
    rows.push(...(await reportOf(server, taken as ImportState)));
  }
  return rows;
}

async function reportOf(server: EngineServer, taken: ImportState): Promise<readonly AddedRow[]> {
  const { state, failureReason } = await untilEnded(server, taken);
  if (state === 'Failed') throw new Error(failureReason ?? 'The server gave the import up.');
  const lines = await linesOf(server, taken.id);
  return lines.map(({ imageId, code, message, grade, gradeReason, nearDuplicates }) => {
    const known = noteOf(gradeReason, nearDuplicates);
    const told = [message ?? '', known].filter((text) => text !== '').join(' ');
    const note = code === null ? told : (message ?? code);
    return { id: imageId, state: code === null ? 'added' : 'refused', grade, note };
  });
}

/** The report of an import. */
export async function linesOf(
  server: EngineServer,
  id: string,
  onlyRefused = false,
): Promise<readonly ImportLine[]> {
  const lines: ImportLine[] = [];
  const only = onlyRefused ? '&refused=true' : '';
  for (let after = '', isMore = true; isMore;) {
    const { items, pageInfo } = (await server.get(
      `imports/${id}/lines?first=${LINES}${only}${after}`,
    )) as ImportLines;
    lines.push(...items);
    after = `&after=${pageInfo.endCursor ?? ''}`;
    isMore = pageInfo.hasNextPage;
  }
  return lines;
}

/** How an import ended, well or not; shows how far it is meanwhile. */
export async function untilEnded(server: EngineServer, taken: ImportState): Promise<ImportState> {
  const progress = showProgress(taken.total, 'Importing');
  try {
    for (let seen = 0; ;) {
      const now = (await server.get(`imports/${taken.id}`)) as ImportState;
      for (; seen < now.added + now.refused; seen += 1) progress.step();
      if (now.state === 'Failed' || now.state === 'Done') return now;
      await wait(ASK_EVERY_MS);
    }
  } finally {
    progress.stop();
  }
}

async function requireThere(path: string): Promise<void> {
  if ((await stat(path).catch(() => null)) === null) throw fileNotFound(path);
}
