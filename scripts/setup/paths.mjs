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

/** Names of systems on Linux, by processor, as compilers and folders of Debian have them. */
const TRIPLETS = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu', arm: 'arm-linux-gnueabihf' };

export const tripletOf = (arch) => TRIPLETS[arch];

/** A program of the compiler's, `strip`: for another processor than this one it carries the name of the system. */
export const toolFor = (name, arch = targetArch()) =>
  arch === process.arch ? name : `${tripletOf(arch) ?? arch}-${name}`;

/** The GraphQL schema as it is committed. */
export const schemaFile = inRoot('schema/schema.graphql');
