/**
 * Builds and runs the programs of binding.gyp: native tests, benchmarks, fuzz targets. They know nothing of Node, and link
 * the core as the addon was built from it, so that it is compiled once; under the sanitizers it is compiled with them.
 */
import { spawn } from 'node:child_process';
import { findOpenCv } from '../setup/opencv.mjs';
import { inRoot, rootDir } from '../setup/paths.mjs';
import { createProgress } from '../setup/progress.mjs';
import { installSystemPackages } from '../setup/system.mjs';
import { buildTargets } from './gyp.mjs';

/**
 * Builds programs.
 *
 * @param {string[]} names targets of binding.gyp
 * @param {object} options as of `buildTargets`
 * @returns {string[]} their paths
 */
export async function buildPrograms(progress, names, options) {
  // A clone with the prebuilt engine may have no compiler yet.
  if (findOpenCv() === undefined) await installSystemPackages(progress);
  // The same for all of them, or one would compile again what another one shares. GCC's counts alone are read here.
  const loupe_coverage = process.env.CXX === undefined ? 'yes' : 'no';
  const variables = { ...options.variables, loupe_programs: 'yes', loupe_coverage };
  await buildTargets(progress, names, { ...options, variables });
  return names.map((name) => inRoot('build/Release', name));
}

/** Builds one program, with the progress on standard output, and gives its path. */
export async function buildProgram(name, options = {}) {
  const [program] = await buildPrograms(createProgress(), [name], { title: `Compiling ${name}`, ...options });
  return program;
}

/** Runs a built program with the terminal attached and gives its exit code. */
export function runProgram(program, args, env = process.env) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd: rootDir, stdio: 'inherit', env });
    child.on('error', fail);
    child.on('exit', (code) => done(code ?? 1));
  });
}
