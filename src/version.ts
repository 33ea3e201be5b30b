import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** From the sources the package is one folder up; compiled, the program lies a folder deeper. */
const beside = new URL('../package.json', import.meta.url);
const file = existsSync(beside) ? beside : new URL('../../package.json', import.meta.url);

/** The program's version, as its package says. */
export const version = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(file, 'utf8'))).version;
