import { writeFile } from 'node:fs/promises';
import type { CliContext } from '../../../../src/cli/context.js';
import type { CommandAnswer } from '../command.js';
import { createProgress } from '../progress.js';
import { type Confusion, drawConfusions } from './confusions.js';
import { designsPage } from './designs-page.js';
import { measureDesigns } from './measure-designs.js';

export interface DesignsCommandOptions {
  readonly relatives: readonly number[];
  readonly photos: number;
  readonly seed: number;
  readonly confusions?: string;
  readonly toPage?: string;
}

/** Measures pages of one design. @returns the page, or where it was written */
export async function designsCommand(
  { toPage, confusions, ...options }: DesignsCommandOptions,
  { error }: Pick<CliContext, 'error'>,
): Promise<CommandAnswer> {
  const progress = createProgress(error, process.stderr.isTTY);
  const found: Confusion[] = [];
  const onConfusion = (confusion: Confusion): void => void found.push(confusion);
  const asked = confusions === undefined ? options : { ...options, onConfusion };
  const results = await measureDesigns(asked, progress, new AbortController().signal);
  if (confusions !== undefined) await drawConfusions(found, confusions);
  const page = designsPage(results, options);
  if (toPage !== undefined) await writeFile(toPage, page);
  return { text: toPage === undefined ? page : `Written: ${toPage}\n`, result: { results } };
}
