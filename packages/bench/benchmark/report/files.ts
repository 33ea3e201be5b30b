/** Results as files: JSON, plots, and the page. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';

import { renderPage } from './page.js';
import { drawPlots } from './plots.js';
import { type BenchResult, SCHEMA_VERSION } from './result.js';

const RESULT = z.custom<BenchResult>(
  (value) =>
    z
      .object({
        schemaVersion: z.literal(SCHEMA_VERSION),
        rows: z.array(z.object({ id: z.string(), label: z.string(), value: z.number(), better: z.string() })),
      })
      .safeParse(value).success,
);

/** A file is not the result of a run of this version. */
class ResultFileError extends Error {
  override readonly name = 'ResultFileError';
}

/** @throws ResultFileError */
export async function readResult(path: string): Promise<BenchResult> {
  try {
    return RESULT.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    const reason =
      cause instanceof SyntaxError
        ? 'it is not JSON'
        : cause instanceof z.ZodError
          ? 'it is no result of this version'
          : 'it cannot be read';
    throw new ResultFileError(`${path}: ${reason}. Give a JSON file that a run of the benchmark wrote.`, {
      cause,
    });
  }
}

export interface WrittenFiles {
  readonly paths: readonly string[];
  readonly skipped: readonly string[];
}

/** Writes `<name>.json`, its plots and, when asked for, the page that shows them. */
export async function writeResult(
  result: BenchResult,
  outFolder: string,
  pageFile: string | null,
): Promise<WrittenFiles> {
  await mkdir(outFolder, { recursive: true });
  const name = typeof result.parameters['data'] === 'string' ? result.parameters['data'] : 'benchmark';
  const paths = [join(outFolder, `${name}.json`)];
  await writeFile(paths[0] ?? '', `${JSON.stringify(result, null, 1)}\n`);
  const { svgs, skipped } = await drawPlots(result);
  for (const [plot, svg] of Object.entries(svgs)) {
    const path = join(outFolder, `${name}-${plot}.svg`);
    await writeFile(path, svg);
    paths.push(path);
  }
  if (pageFile !== null) {
    const plots = paths.slice(1).map((path) => relative(dirname(pageFile), path));
    await writeFile(pageFile, renderPage(result, plots, relative(dirname(pageFile), paths[0] ?? '')));
    paths.push(pageFile);
  }
  return { paths, skipped };
}
