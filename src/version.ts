import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** From the sources the package is one folder up; compiled, the program lies a folder deeper. */
const candidates = ['../package.json', '../../package.json'].map((path) => new URL(path, import.meta.url));
const file = candidates.find((candidate) => existsSync(candidate)) ?? candidates[0]!;

/** The program's version, as its package says. */
export const version = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(file, 'utf8'))).version;
