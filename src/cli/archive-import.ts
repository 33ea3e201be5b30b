/** Archives of pictures on the command line: taken apart here, or handed to a server that reports on every file. */
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportLine } from '../engine/imports/import-views.js';
import { stepsOfArchive } from '../engine/imports/import-plan.js';
import { badInput } from '../kernel/errors.js';
import type { EngineServer } from './engine-server.js';
import { fileNotFound, type NamedFile } from './picture-files.js';
import { type Progress, showProgress } from './output.js';

const ASK_EVERY_MS = 250;
const LINES = 1000;
/** A picture is unpacked into memory. */
const MAX_PICTURE_BYTES = 256 * 1024 * 1024;

export interface AddedRow {
  readonly id: string;
  /** good: it would be added. */
  readonly state: 'added' | 'kept' | 'refused' | 'good';
  readonly grade: number | null;
  readonly note: string;
}

/** What to know about a picture that was added. */
export function noteOf(gradeReason: string | null, nearDuplicates: readonly string[]): string {
  const near = nearDuplicates.length === 0 ? '' : `nearly the same: ${nearDuplicates.join(', ')}`;
  return [gradeReason === 'good' ? '' : (gradeReason ?? ''), near].filter((text) => text !== '').join('; ');
}

/** How many pictures archives hold. @throws LoupeError NOT_FOUND, UNSUPPORTED_MEDIA, INVALID_MANIFEST */
export async function countInArchives(archives: readonly string[]): Promise<number> {
  let count = 0;
  for await (const _file of filesOfArchives(archives)) count += 1;
  return count;
}

/**
 * The pictures of archives under the ids that a manifest gives them, else their paths; each can be read until the next one is
 * asked for. Errors of a manifest are reported where the picture is read.
 *
 * @throws LoupeError NOT_FOUND, UNSUPPORTED_MEDIA, INVALID_MANIFEST
 */
export async function* filesOfArchives(archives: readonly string[]): AsyncGenerator<NamedFile> {
  for (const archive of archives) {
    await requireThere(archive);
    for await (const { fileName, imageId, picture, fault, isAdditional } of stepsOfArchive(archive)) {
      const read = async () => {
        if (isAdditional && fault === null)
          throw badInput('additional', 'is for servers; a folder has one DNA for each id');
        if (picture === null) throw fault ?? new RangeError(`${fileName} cannot be read.`);
        return picture.read(MAX_PICTURE_BYTES);
      };
      yield { path: `${archive}/${fileName}`, id: imageId, isDna: false, read };
    }
  }
}

export interface ImportState {
  readonly id: string;
  readonly fileName: string | null;
  readonly state: 'Waiting' | 'Running' | 'Done' | 'Failed' | 'Cancelled';
  readonly total: number;
  readonly added: number;
  readonly refused: number;
  readonly secondsLeft: number | null;
  readonly isDryRun: boolean;
  readonly failureReason: string | null;
  /** ISO 8601 */
  readonly dateCreated: string;
}

interface ImportLines {
  readonly items: readonly ImportLine[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

export interface ArchiveOptions {
  readonly keyword?: readonly string[];
  readonly metadata?: readonly string[];
  readonly additional?: boolean;
  readonly resume?: boolean;
  readonly dryRun?: boolean;
  readonly duplicates?: boolean;
}

/** Hands archives to a server and waits for each. @throws LoupeError as the server refuses, Error when it gives one up */
export async function importArchives(
  server: EngineServer,
  archives: readonly string[],
  { keyword, metadata, additional, resume, dryRun, duplicates }: ArchiveOptions,
): Promise<readonly AddedRow[]> {
  if (archives.length > 0 && (additional === true || resume === true)) {
    throw badInput(
      '--additional',
      'and --resume are for files and folders; an archive replaces what is there',
    );
  }
  if (archives.length > 0 && metadata !== undefined)
    throw badInput('--metadata', 'is for files and folders; in an archive a manifest names it');
  const rows: AddedRow[] = [];
  for (const path of archives) {
    await requireThere(path);
    const taken = await server.post('imports', {
      zip: await openAsBlob(path),
      keywords: keyword ?? [],
      dryRun: dryRun === true ? 'true' : undefined,
      duplicates: duplicates === false ? 'false' : undefined,
    });
    rows.push(...(await reportOf(server, taken as ImportState)));
  }
  return rows;
}

async function reportOf(server: EngineServer, taken: ImportState): Promise<readonly AddedRow[]> {
  const { state, isDryRun, failureReason } = await untilEnded(server, taken);
  if (state === 'Failed') throw new Error(failureReason ?? 'The server gave the import up.');
  if (state === 'Cancelled') throw new Error('The import was cancelled. What it had added stays.');
  const lines = await linesOf(server, taken.id);
  return lines.map(({ imageId, code, message, grade, gradeReason, nearDuplicates }) => {
    const known = noteOf(gradeReason, nearDuplicates);
    const told = [message ?? '', known].filter((text) => text !== '').join(' ');
    const note = code === null ? told : (message ?? code);
    const good = isDryRun ? 'good' : 'added';
    return { id: imageId, state: code === null ? good : 'refused', grade, note };
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
  // A large archive is counted by the server first.
  let progress: Progress | null = null;
  try {
    for (let seen = 0; ;) {
      const now = (await server.get(`imports/${taken.id}`)) as ImportState;
      if (now.total > 0) progress ??= showProgress(now.total, 'Importing');
      for (; seen < now.added + now.refused; seen += 1) progress?.step();
      if (now.state !== 'Waiting' && now.state !== 'Running') return now;
      await wait(ASK_EVERY_MS);
    }
  } finally {
    progress?.stop();
  }
}

async function requireThere(path: string): Promise<void> {
  if ((await stat(path).catch(() => null)) === null) throw fileNotFound(path);
}
