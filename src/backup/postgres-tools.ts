/** PostgreSQL's own programs, which know every type and version of it. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { refusal } from './places.js';

/**
 * Runs `pg_dump` or `pg_restore`. The password goes by the environment: arguments are seen by everybody on the machine.
 *
 * @throws LoupeError BAD_USER_INPUT when the program is not installed; Error with what it said when it fails
 */
export async function runPostgresTool(
  program: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: readonly string[],
): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const child = spawn(program, [...args, `--dbname=${url.href}`, '--no-password'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const said = text(child.stderr);
  let code: number | null;
  try {
    code = await ended;
  } catch {
    throw refusal(`${program} is not installed. On Debian: apt-get install postgresql-client`);
  }
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${(await said).trim().slice(0, 2000)}`);
}
