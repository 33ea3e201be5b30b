import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CliContext } from '../../../../src/cli/context.js';
import type { CommandAnswer } from '../command.js';
import { readExamContent } from '../exam/content.js';
import { createProgress } from '../progress.js';
import { clonesPage } from './clones-page.js';
import { measureClones } from './measure-clones.js';

export interface ClonesCommandOptions {
  readonly perSet: number;
  readonly answers?: string;
  readonly toPage?: string;
}

/** Measures copies of references. @returns the page, or where it was written @throws DatasetError */
export async function clonesCommand(
  folders: readonly string[],
  { toPage, answers, perSet }: ClonesCommandOptions,
  { error }: Pick<CliContext, 'error'>,
): Promise<CommandAnswer> {
  const progress = createProgress(error, process.stderr.isTTY);
  const lines: string[] = [];
  const rows = await measureClones(
    readExamContent(folders.map((folder) => resolve(folder))),
    { perSet },
    progress,
    new AbortController().signal,
    (line) => lines.push(JSON.stringify(line)),
  );
  if (answers !== undefined) await writeFile(answers, `${lines.join('\n')}\n`);
  const page = clonesPage(rows, perSet);
  if (toPage !== undefined) await writeFile(toPage, page);
  return { text: toPage === undefined ? page : `Written: ${toPage}\n`, result: { perSet, rows } };
}
