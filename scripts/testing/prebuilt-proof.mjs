/**
 * The prebuilt engine against one that is compiled again from the sources alone: everything that both answer about a set of pages
 * and photos has to be the same.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileAlone } from '../prebuilt/compile.mjs';
import { cacheDir, distDir, inRoot, modulesDir } from '../setup/paths.mjs';
import { prebuiltStamp, takePrebuilt } from '../setup/prebuilt.mjs';
import { SetupError } from '../setup/run.mjs';

const run = promisify(execFile);

/** The compiled programs with another engine: they look for it below the first package.json above them. */
function programWith(folder) {
  mkdirSync(join(folder, 'build/Release'), { recursive: true });
  copyFileSync(inRoot('package.json'), join(folder, 'package.json'));
  const isSite = (path) => ['console', 'guide'].some((name) => path === join(distDir, name));
  cpSync(distDir, join(folder, 'dist'), { recursive: true, filter: (path) => !isSite(path) });
  cpSync(inRoot('native/assets'), join(folder, 'native/assets'), { recursive: true });
  symlinkSync(modulesDir, join(folder, 'node_modules'));
  // Beside the engine's package, by whose name it asks for it.
  copyFileSync(inRoot('scripts/engine-proof/answers.mjs'), join(folder, 'dist/answers.mjs'));
  return join(folder, 'build/Release/loupe.node');
}

async function answersOf(folder, set) {
  const file = join(folder, 'answers.json');
  await run(process.execPath, [join(folder, 'dist/answers.mjs'), set, file], { maxBuffer: 1 << 26 });
  return readFileSync(file, 'utf8');
}

/**
 * @returns {Promise<string>} what was compared
 * @throws SetupError where there is no prebuilt engine of these sources, or it answers otherwise
 */
export async function provePrebuilt(progress) {
  if (prebuiltStamp() === undefined) return 'there is no prebuilt engine of these sources: npm run prebuilt';
  const scratch = mkdtempSync(join(cacheDir, 'prebuilt-'));
  try {
    const [taken, compiled] = ['taken', 'compiled'].map((name) => join(scratch, name));
    const reason = await takePrebuilt(programWith(taken));
    if (reason !== undefined) throw new SetupError(reason);
    copyFileSync(await compileAlone(progress), programWith(compiled));
    const set = join(scratch, 'set');
    await run(process.execPath, ['--import', 'tsx', inRoot('packages/bench/simulation/render-set.ts'), set]);
    const [one, other] = [await answersOf(taken, set), await answersOf(compiled, set)];
    if (one !== other) throw new SetupError('The prebuilt engine answers otherwise than its sources do.');
    return `${one.length} bytes of answers are the same`;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
