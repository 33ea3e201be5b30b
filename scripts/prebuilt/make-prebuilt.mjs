/**
 * Makes the prebuilt engine of `prebuilt/` from the sources as they are; commit what it writes. Nobody has to after each change
 * of native/: a prebuilt engine of other sources is never used, and the set-up compiles. A release wants engines that belong
 * to its sources.
 *
 *   npm run prebuilt                    for this machine's processor
 *   npm run prebuilt -- --arch arm64    for another one: takes g++-aarch64-linux-gnu, and dpkg --add-architecture arm64
 */
import '../node/require.cjs';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { compileAlone } from './compile.mjs';
import { compiler } from '../native/gyp.mjs';
import { runCommand } from '../setup/command.mjs';
import { findOpenCv, openCvVersion } from '../setup/opencv.mjs';
import { rootDir, toolFor, tripletOf } from '../setup/paths.mjs';
import { hashOf, noteFile, prebuiltFile, readNote, sourcesHash, systemName } from '../setup/prebuilt.mjs';
import { createProgress } from '../setup/progress.mjs';
import { findProgram, SetupError } from '../setup/run.mjs';

/** Libraries that every system has which runs Node. */
const ON_EVERY_SYSTEM = /^(lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s)\.so\.\d+|ld-linux[\w-]*\.so\.\d+)$/;

const ask = (program, ...args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 });

/** @throws SetupError when the engine needs a library that some systems lack */
function requireNoOtherLibrary(addon) {
  const text = ask('readelf', '--dynamic', '--wide', addon);
  const needed = [...text.matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name]) => name);
  const other = needed.filter((name) => !ON_EVERY_SYSTEM.test(name));
  if (other.length > 0)
    throw new SetupError(`The engine needs ${other.join(', ')} beside what every system has.`);
}

/** The oldest C library that has all that the engine asks for. */
function oldestGlibc(addon) {
  const text = ask('readelf', '--version-info', '--wide', addon);
  const versions = [...text.matchAll(/\bGLIBC_(\d+)\.(\d+)/g)].map(([, major, minor]) => [
    Number(major),
    Number(minor),
  ]);
  return versions.sort((a, b) => b[0] - a[0] || b[1] - a[1])[0].join('.');
}

function compressed(bytes) {
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params });
}

/** @throws SetupError for a processor that nothing here compiles for */
function chooseArch() {
  const { values } = parseArgs({ options: { arch: { type: 'string', default: process.arch } } });
  const { arch } = values;
  const triplet = tripletOf(arch);
  if (triplet === undefined) throw new SetupError(`--arch ${arch}: x64 and arm64 are known.`);
  // All that compiles reads it, in this process and in those that it starts.
  process.env.npm_config_arch = arch;
  if (findProgram(compiler()) === undefined)
    throw new SetupError(`There is no ${compiler()}: apt-get install g++-${triplet.replace('_', '-')}`);
  return arch;
}

await runCommand(async () => {
  const progress = createProgress();
  if (process.platform !== 'linux') throw new SetupError('The prebuilt engines are made on Linux.');
  const arch = chooseArch();
  const system = systemName(arch);
  const sources = sourcesHash(system);
  const built = await compileAlone(progress);
  const addon = `${built}.stripped`;
  copyFileSync(built, addon);
  ask(toolFor('strip'), '--strip-all', addon);
  requireNoOtherLibrary(addon);
  const bytes = readFileSync(addon);
  const note = {
    system,
    sources,
    addon: hashOf(bytes),
    glibc: oldestGlibc(addon),
    opencv: openCvVersion(findOpenCv()),
    compiler: ask(compiler(), '--version').split('\n')[0],
  };
  const isSame = readNote(system)?.addon === note.addon;
  mkdirSync(dirname(noteFile(system)), { recursive: true });
  if (!isSame) writeFileSync(prebuiltFile(system), compressed(bytes));
  writeFileSync(noteFile(system), `${JSON.stringify(note, null, 2)}\n`);
  rmSync(addon);
  const size = (readFileSync(prebuiltFile(system)).length / 1e6).toFixed(1);
  progress.print(
    `  ${relative(rootDir, prebuiltFile(system))}: ${size} MB${isSame ? ', the same engine as before' : ''}`,
  );
});
