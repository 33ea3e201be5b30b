/** Runs the `loupe` command as a process of its own, as a person would. */
import { spawn } from 'node:child_process';

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
  return { exitCode, ...chunks, json: () => JSON.parse(chunks.out) as unknown };
}
