/** The tab key at a terminal: a real shell reads what `loupe completion` prints, and completes what is typed. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runLoupe } from '../kit/command.js';

/** `script`, of every Debian, gives a program a terminal. */
const isThere = (name: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-terminal-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const shells = {
  bash: { settings: 'bashrc', before: '', command: (file: string) => `bash --noprofile --rcfile ${file} -i` },
  zsh: { settings: '.zshrc', before: 'autoload -Uz compinit && compinit -u -D\n', command: () => 'zsh -i' },
} as const;

/** @returns for each line that was typed, the words that the command got */
async function typed(shell: keyof typeof shells, lines: readonly string[]): Promise<readonly string[]> {
  const { settings, before, command } = shells[shell];
  const { out, error } = await runLoupe(['completion', shell], {});
  expect(error).toBe('');
  await writeFile(join(folder, `completion.${shell}`), out);
  const echoing = `loupe() { printf '<%s>' "$@"; printf '\\n'; }\n`;
  const settingsFile = join(folder, settings);
  await writeFile(settingsFile, `${before}${echoing}source ${join(folder, `completion.${shell}`)}\n`);
  const child = spawn('script', ['-qec', command(settingsFile), '/dev/null'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ZDOTDIR: folder, TERM: 'dumb' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  child.stdin.end([...lines, 'exit', ''].join('\n'));
  await new Promise((resolve) => child.once('close', resolve));
  return [...shown.matchAll(/^(<[^\r\n]*>)\r*$/gm)].map(([, words = '']) => words);
}

const bothShells = (['bash', 'zsh'] as const).map((shell) => ({
  shell,
  isHere: isThere('script') && isThere(shell),
}));

for (const { shell, isHere } of bothShells) {
  it.runIf(isHere)(`completes commands, options, their values and files in ${shell}`, async () => {
    await writeFile(join(folder, 'photo-of-a-page.jpg'), '');
    const words = await typed(shell, [
      'loupe app crea\t',
      'loupe app create --kind mo\t',
      'loupe bench --qui\t',
      'loupe search photo-of\t',
      // Nothing begins so, and nothing is added.
      'loupe app nothing-of-this\t',
    ]);
    expect(words).toEqual([
      '<app><create>',
      '<app><create><--kind><mobile>',
      '<bench><--quick>',
      '<search><photo-of-a-page.jpg>',
      '<app><nothing-of-this>',
    ]);
  });
}
