/** Runs the tools of the tests as child processes. */
import { spawn } from 'node:child_process';
import { inRoot, rootDir } from '../setup/paths.mjs';
import { adopt } from '../setup/run.mjs';

/** The path of a tool in node_modules. */
export const tool = (path) => inRoot('node_modules', path);

/**
 * Runs a Node program and collects its output.
 *
 * @param {string[]} args
 * @param {{ isLive?: boolean, env?: NodeJS.ProcessEnv }} options `isLive` also shows the output as it comes
 * @returns {Promise<{ isGood: boolean, output: string }>}
 */
export function runNode(args, { isLive = false, env = {} } = {}) {
  const stdio = ['ignore', isLive ? 'inherit' : 'pipe', 'pipe'];
  const child = adopt(
    spawn(process.execPath, [...process.execArgv, ...args], {
      cwd: rootDir,
      env: { ...process.env, ...env },
      stdio,
    }),
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (isLive) process.stderr.write(text);
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ isGood: false, output: error.message }));
    child.once('close', (code) => resolve({ isGood: code === 0, output }));
  });
}

/** Runs a Node program as a step of the progress display; its output is shown when it failed. */
export async function runQuietStep(progress, title, args, env) {
  const step = progress.start(title);
  const result = await runNode(args, { env });
  if (result.isGood) step.done();
  else {
    step.failed();
    progress.print(result.output);
  }
  return result;
}
