/** Runs the tools of the set-up as child processes: output goes to a log file, failures carry its end. */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, statSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { adviceFor } from './advice.mjs';
import { cacheDir, rootDir } from './paths.mjs';

const TAIL_LINES = 40;
/** npm has been seen to go on for minutes after it was asked to stop on a full disk. */
const STOP_WITHIN_MS = 5000;

/** A failure that is explained by its message alone: shown without a stack trace. `output` is the end of what a tool wrote. */
export class SetupError extends Error {
  output = '';
}

const children = new Set();
let isStopping = false;

/** Stops everything that runs; what ends from now on counts as stopped and not as failed. */
export function stopChildren(signal = 'SIGTERM') {
  isStopping = true;
  for (const child of children) child.kill(signal);
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL');
  }, STOP_WITHIN_MS).unref();
}

/** Keeps a child among those that `stopChildren` reaches, until it ends. */
export function adopt(child) {
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}

/** The path of a program on PATH, or undefined. */
export function findProgram(name, env = process.env) {
  return (env.PATH ?? '')
    .split(delimiter)
    .filter((dir) => dir !== '')
    .map((dir) => join(dir, name))
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

/**
 * Runs one tool to its end as a step of the progress display.
 *
 * @param options.title what happens, for the user
 * @param options.log   name of the log file below .cache/
 * @throws SetupError when the tool fails: with what to do where its output names the cause, else with its last lines; it
 *   carries these lines as `output`, too
 */
export async function runStep(progress, { title, command, args, env = {}, log, cwd = rootDir }) {
  const logFile = join(cacheDir, log);
  mkdirSync(cacheDir, { recursive: true });
  const step = progress.start(title);
  const output = createWriteStream(logFile);
  const tail = [];
  // Without room for its log a tool still runs; what became of it says the rest.
  output.on('error', (error) => tail.push(`The log could not be written: ${error.message}`));
  const onText = lineReader((line) => {
    step.tell(line);
    tail.push(line);
    if (tail.length > TAIL_LINES) tail.shift();
  });

  const child = adopt(
    spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      output.write(text);
      onText(text);
    });
  }
  const ending = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `ended with ${signal ?? code}`));
  });
  await new Promise((resolve) => output.end(resolve));
  if (ending === undefined) {
    step.done();
    return;
  }
  if (isStopping) step.stopped();
  else step.failed();
  const complete = `The complete output is in ${relative(rootDir, logFile)}.`;
  const written = tail.join('\n');
  const advice = adviceFor(written);
  const shown = [command, ...args].join(' ');
  const message =
    advice === undefined
      ? `${written}\n\n${title}: ${shown}\n${ending}. ${complete}`
      : `${title} failed: ${advice}, then repeat the command. ${complete}`;
  throw Object.assign(new SetupError(message), { output: written });
}

/** Runs a quick command and returns whether it succeeded. */
export function succeeds(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = adopt(spawn(command, args, { cwd: rootDir, stdio: 'ignore', ...options }));
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}

/** Cuts a stream of text into lines. */
function lineReader(onLine) {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split(/\r?\n|\r/);
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  };
}
