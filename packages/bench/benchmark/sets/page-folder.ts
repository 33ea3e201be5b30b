/** Reads a folder of manuals: a folder of page pictures for each. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Page {
  readonly file: string;
  /** What it says; empty when that is not known. */
  readonly text: string;
}

interface Manual {
  readonly folder: string;
  readonly names: readonly string[];
}

/**
 * Pages that differ in their bytes from all others, so that editions of one manual are there once.
 *
 * @param halvedCount  the number of longest manuals whose odd pages are separate; all other pages are even
 */
export async function readManuals(
  source: string,
  halvedCount: number,
): Promise<{ readonly even: Page[]; readonly odd: Page[] }> {
  const manuals: Manual[] = [];
  for (const name of (await readdir(source)).sort()) {
    const folder = join(source, name);
    const names = (await readdir(folder)).filter((file) => /\.(jpe?g|png)$/i.test(file)).sort();
    manuals.push({ folder, names });
  }
  const byLength = [...manuals].sort((a, b) => b.names.length - a.names.length);
  const halved = new Set(byLength.slice(0, halvedCount));
  const seen = new Set<string>();
  const even: Page[] = [];
  const odd: Page[] = [];
  for (const manual of manuals) {
    for (const [rank, name] of manual.names.entries()) {
      const file = join(manual.folder, name);
      const hash = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      if (seen.has(hash)) continue;
      seen.add(hash);
      const page = { file, text: await readText(file) };
      (halved.has(manual) && rank % 2 === 1 ? odd : even).push(page);
    }
  }
  return { even, odd };
}

async function readText(picture: string): Promise<string> {
  const path = picture.replace(/\.[^.]*$/, '.txt');
  return existsSync(path) ? readFile(path, 'utf8') : '';
}
