import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** From the sources the package is two folders up; compiled, the program lies a folder deeper. */
const beside = new URL('../../package.json', import.meta.url);
const file = existsSync(beside) ? beside : new URL('../../../package.json', import.meta.url);

const manifest = z
  .object({ version: z.string(), engines: z.object({ node: z.templateLiteral(['>=', z.string()]) }) })
  .parse(JSON.parse(readFileSync(file, 'utf8')));

/** The program's version, as its package says. */
export const version = manifest.version;

/** The oldest Node that it runs with: "22.17". */
export const oldestNode = manifest.engines.node.slice('>='.length);
