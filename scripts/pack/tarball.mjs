/** Tarballs of npm packages. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { npmCommand } from '../node/bring.cjs';
import { SetupError } from '../setup/run.mjs';

/**
 * The folder that a command was given for its package.
 *
 * @param {string} usage the whole command, for who names none
 * @throws SetupError
 */
export function targetFolder(usage) {
  const [target] = process.argv.slice(2);
  if (target === undefined) throw new SetupError(`Name a folder for the package: ${usage}`);
  return resolve(target);
}

/**
 * Packs a folder that holds a package.json.
 *
 * @returns {Promise<string>} the path of the tarball
 * @throws SetupError with what npm says
 */
export async function npmTarball(folder, target) {
  mkdirSync(target, { recursive: true });
  const [npm, ...first] = npmCommand(process.env);
  const args = [...first, 'pack', '--silent', '--ignore-scripts', '--pack-destination', target];
  try {
    const { stdout } = await promisify(execFile)(npm, args, { cwd: folder });
    return join(target, stdout.trim());
  } catch (error) {
    throw new SetupError(`npm could not pack the package: ${String(error.stderr ?? error.message).trim()}`);
  }
}
