/** Runs the `loupe` command: in this process, or as a process of its own where the process is the point. */
import { spawn } from 'node:child_process';
import { addCommand as addBenchCommand } from '../../packages/bench/benchmark/bench.command.js';
import { addCommand as addDemoCommand } from '../../demo/demo.command.js';
import { cliContext } from '../../src/cli/main.js';
import { runCli } from '../../src/cli/program.js';

export interface CommandResult {
  readonly exitCode: number | null;
  readonly out: string;
  readonly error: string;
  /** The output as JSON. */
  json(): unknown;
}

/** The compiled command: `prepared.ts` compiles it from the present sources. */
export const program = ['bin/loupe.mjs'];

export async function runLoupe(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const chunks = { out: '', error: '' };
  const context = cliContext({
    environment: { ...process.env, ...environment },
    out: (text) => (chunks.out += text),
    error: (text) => (chunks.error += text),
  });
  const exitCode = await runCli(words, context, [addDemoCommand, addBenchCommand]);
  return resultOf(exitCode, chunks);
}

/** @param chunks what was written, complete when the command has ended */
function resultOf(
  exitCode: number | null,
  { out, error }: Omit<CommandResult, 'exitCode' | 'json'>,
): CommandResult {
  return { exitCode, out, error, json: () => JSON.parse(out) as unknown };
}

/** As `runLoupe`, in a process of its own. */
export async function runLoupeProcess(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [...program, ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (chunks.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (chunks.error += text));
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return resultOf(exitCode, chunks);
}
