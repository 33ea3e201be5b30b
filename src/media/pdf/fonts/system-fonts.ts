/** The fonts that are installed on this machine: substitutes for what a PDF does not hold. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type FontFile, readFontFile } from './font-file.js';

const FOLDERS = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  '/System/Library/Fonts',
  '/Library/Fonts',
] as const;
const MOST_FILES = 5000;
const MOST_DEPTH = 6;

/** Character sets as Windows numbers them, and their bits in a font's code pages. */
const ANSI = 0;
const CODE_PAGE_BIT = new Map([
  [238, 1],
  [204, 2],
  [161, 3],
  [162, 4],
  [177, 5],
  [178, 6],
  [186, 7],
  [163, 8],
  [222, 16],
  [128, 17],
  [134, 18],
  [129, 19],
  [136, 20],
]);
/** Scripts of Europe and its neighbors: what a substitute of a Latin font should draw. */
const WIDE_BITS: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/** Has the widths of Helvetica and Arial. */
const BEST_WIDE = /^LiberationSans-/;

export interface WantedFont {
  readonly charset: number;
  readonly weight: number;
  readonly isItalic: boolean;
  readonly isSerif: boolean;
  readonly isMonospaced: boolean;
}

export class SystemFonts {
  private files: readonly FontFile[] | null = null;

  constructor(private readonly folders: readonly string[] = FOLDERS) {}

  /** All of them, in the order of their names. */
  list(): readonly FontFile[] {
    this.files ??= readFonts(this.folders);
    return this.files;
  }

  /** The installed font that comes nearest, or null where none has the letters. */
  find(wanted: WantedFont): FontFile | null {
    let best: { readonly file: FontFile; readonly distance: number } | null = null;
    for (const file of this.list()) {
      const distance = distanceOf(file, wanted);
      if (distance !== null && (best === null || distance < best.distance)) best = { file, distance };
    }
    return best?.file ?? null;
  }
}

/** @returns null where the font lacks the letters */
function distanceOf(file: FontFile, wanted: WantedFont): number | null {
  const has = (bit: number) => (file.codePages & (1 << bit)) !== 0;
  const bit = CODE_PAGE_BIT.get(wanted.charset);
  if (bit === undefined ? wanted.charset !== ANSI || !has(0) : !has(bit)) return null;
  const missing = bit === undefined ? WIDE_BITS.filter((each) => !has(each)).length : 0;
  const isBest = bit === undefined && BEST_WIDE.test(file.path.slice(file.path.lastIndexOf('/') + 1));
  return (
    (isBest ? 0 : 10 * missing + 20) +
    Math.abs(file.weight - wanted.weight) / 100 +
    (file.isItalic === wanted.isItalic ? 0 : 3) +
    (file.isCondensed ? 2 : 0) +
    (file.isMonospaced === wanted.isMonospaced ? 0 : 1) +
    (file.isSerif === wanted.isSerif ? 0 : 1)
  );
}

function readFonts(folders: readonly string[]): readonly FontFile[] {
  const paths: string[] = [];
  for (const folder of folders) collect(folder, paths, MOST_DEPTH);
  return paths.flatMap((path) => readFontFile(path) ?? []);
}

/** Paths in the order of their names, so that the same fonts give the same choice. */
function collect(folder: string, paths: string[], depth: number): void {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return;
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (paths.length >= MOST_FILES) return;
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0) collect(path, paths, depth - 1);
    else if (/\.(?:ttf|otf|ttc|otc)$/i.test(entry.name)) paths.push(path);
  }
}
