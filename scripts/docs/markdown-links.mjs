/** Finds what the documentation points at and is not there: linked files, headings, and paths of code. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const FENCE = /^(```|~~~)[\s\S]*?^\1/gm;
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
const CODE = /`([^`\n]+)`/g;
/** Paths that a build makes: a fresh clone has none of them, so whether they exist says nothing. */
const BUILT = /\/(dist|build)(\/|$)/;
const HEADING = /^#{1,6} +(.+?)\s*$/gm;

/** The part of an address that leads to a heading, as the usual renderers make it. */
function headingId(heading) {
  return heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

function headingIds(text) {
  const seen = new Map();
  return new Set(
    [...text.replace(FENCE, '').matchAll(HEADING)].map(([, heading]) => {
      const id = headingId(heading);
      const times = seen.get(id) ?? 0;
      seen.set(id, times + 1);
      return times === 0 ? id : `${id}-${times}`;
    }),
  );
}

/**
 * Sentences about links and code paths of one page that lead nowhere. Paths in code font count when they begin with one of
 * `codeFolders`, have no wildcard and are not made by a build; links to other hosts are not looked at.
 */
export function findDeadEnds(rootDir, page, codeFolders) {
  const text = readFileSync(join(rootDir, page), 'utf8').replace(FENCE, '');
  const faults = [];
  for (const [, target] of text.replace(CODE, '').matchAll(LINK)) {
    if (/^[a-z]+:/i.test(target)) continue;
    const [path, anchor] = target.split('#');
    const file = path === '' ? join(rootDir, page) : resolve(rootDir, dirname(page), decodeURI(path));
    if (!existsSync(file)) faults.push(`${page}: ${target} is gone`);
    else if (anchor && file.endsWith('.md') && !headingIds(readFileSync(file, 'utf8')).has(anchor)) {
      faults.push(`${page}: ${target} names no heading`);
    }
  }
  const isPath = new RegExp(`^(?:${codeFolders.join('|')})/[\\w./-]+$`);
  for (const [, code] of text.matchAll(CODE)) {
    if (isPath.test(code) && !BUILT.test(code) && !existsSync(join(rootDir, code)))
      faults.push(`${page}: ${code} is gone`);
  }
  return faults;
}
