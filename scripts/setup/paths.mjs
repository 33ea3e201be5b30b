/** Folders of the clone that the set-up reads and writes. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const cacheDir = join(rootDir, '.cache');
export const modulesDir = join(rootDir, 'node_modules');
export const distDir = join(rootDir, 'dist');

/** Resolves a path inside the clone. */
export const inRoot = (...parts) => join(rootDir, ...parts);

/** The processor that is compiled for, as Node names it; what npm calls `arch` where it is another one than this. */
export const targetArch = (env = process.env) => env.npm_config_arch || process.arch;

/** The GraphQL schema as it is committed. */
export const schemaFile = inRoot('schema/schema.graphql');
