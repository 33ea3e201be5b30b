/**
 * The shared libraries that the engine needs beside those of every system: OpenCV's modules, libjpeg, and what these need
 * in their turn.
 */
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';

/** Those of the C library, and those that Node itself is linked with. */
const ON_EVERY_SYSTEM =
  /^(linux-vdso|ld-linux[\w-]*|lib(c|m|dl|rt|pthread|resolv|stdc\+\+|gcc_s|atomic))\.so(\.|$)/;

/** One line of ldd: the name that is asked for, and where it was found. */
const LINE = /^\s*(\S+) => (\/\S+|not found)/gm;

/**
 * Where they lie, by the name that they are asked for by.
 *
 * @param {string} text what ldd says
 * @throws Error when one was not found
 */
export function librariesIn(text) {
  const found = [...text.matchAll(LINE)].map(([, name, path]) => [basename(name), path]);
  const needed = found.filter(([name]) => !ON_EVERY_SYSTEM.test(name));
  const missing = needed.filter(([, path]) => path === 'not found').map(([name]) => name);
  if (missing.length > 0) throw new Error(`The engine needs ${missing.join(', ')}, which this system lacks.`);
  return new Map(needed);
}

/** As `librariesIn`, of a file. */
export const librariesOf = (file) => librariesIn(execFileSync('ldd', [file], { encoding: 'utf8' }));
