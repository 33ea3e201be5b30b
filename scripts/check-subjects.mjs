/**
 * Checks the first line of commits: one subject, at most 70 letters, and a body that says why.
 *
 *   node scripts/check-subjects.mjs RANGE     commits of a range, for example origin/main..HEAD
 *   node scripts/check-subjects.mjs --file F  the message in a file: what git's hook `commit-msg` is given
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { faultsOfMessage } from './support/commit-message.mjs';

const [first, file] = process.argv.slice(2);

function messages() {
  if (first === '--file') return [readFileSync(file, 'utf8')];
  const log = execFileSync('git', ['log', '--no-merges', '--format=%B%x00', first ?? 'HEAD~1..HEAD'], {
    encoding: 'utf8',
  });
  return log
    .split('\0')
    .map((message) => message.trim())
    .filter((message) => message !== '');
}

const faults = messages().flatMap((message) =>
  faultsOfMessage(message).map((fault) => `${message.split('\n')[0]}\n  ${fault}`),
);
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exitCode = 1;
}
