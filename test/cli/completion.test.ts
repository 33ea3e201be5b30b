import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandFacts } from '../../src/cli/command-tree.js';
import { version } from '../../src/kernel/version.js';
import { runLoupe } from '../kit/command.js';

let folder: string;
let script: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-completion-'));
  const { out, error, exitCode } = await runLoupe(['completion', 'bash'], {});
  expect({ error, exitCode }).toEqual({ error: '', exitCode: 0 });
  script = join(folder, 'completion.bash');
  await writeFile(script, out);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a shell on a script. @returns the lines that it wrote */
async function inShell(commands: string): Promise<readonly string[]> {
  const child = spawn('bash', ['--norc', '-c', commands], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(0);
  return out.split('\n').filter((line) => line !== '');
}

/** What bash offers for the last word. */
const completed = (...words: string[]) =>
  inShell(
    `source ${script}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _loupe; printf '%s\\n' "\${COMPREPLY[@]}"`,
  );

describe('completion in a shell', () => {
  it('offers commands, then those below, then options where one is begun', async () => {
    const [first, second, third, byAlias] = await Promise.all([
      completed('loupe', 'co'),
      completed('loupe', 'app', ''),
      completed('loupe', 'list', '--k'),
      completed('loupe', 'apps', 'cre'),
    ]);
    expect([...first].sort()).toEqual(['colors', 'compare', 'completion', 'config', 'content', 'count']);
    expect(second).toEqual(expect.arrayContaining(['create', 'list', 'rotate-keys', 'delete']));
    expect(second.join()).not.toContain('--');
    expect([...third].sort()).toEqual(['--key', '--keyword']);
    expect(byAlias).toEqual(['create']);
  });

  it('offers the values of an option and of an argument, and takes no value for a command', async () => {
    const [kinds, switches, files, afterValue] = await Promise.all([
      completed('loupe', 'app', 'create', '--kind', 'mo'),
      completed('loupe', 'app', 'thumbnails', 'the-id', ''),
      completed('loupe', 'search', 'photo.jpg', '--in', ''),
      completed('loupe', 'bench', '--out', 'pages', '--qui'),
    ]);
    expect(kinds).toEqual(['mobile']);
    expect([...switches].sort()).toEqual(['off', 'on']);
    expect(files).toEqual([]);
    expect(afterValue).toEqual(['--quick']);
  });

  it('knows in both shells the same words, which are all that there are', async () => {
    const all = (await runLoupe(['completion', 'zsh', '--json'], {})).json() as CommandFacts;
    const zsh = await runLoupe(['completion', 'zsh'], {});
    const sharedOf = (text: string) => text.slice(text.indexOf('# What can'), text.indexOf('_loupe() {'));
    const bash = await runLoupe(['completion', 'bash'], {});
    expect(sharedOf(zsh.out)).toBe(sharedOf(bash.out));
    expect(zsh.out).toMatch(/^#compdef loupe\n/);
    const words = await inShell(`source ${script}; _loupe_words 'loupe bench exam'`);
    const exam = all.commands
      .find(({ name }) => name === 'bench')
      ?.commands.find(({ name }) => name === 'exam');
    expect(words).toEqual(exam?.options.map(({ long, description }) => `${long}:${description}`));
  });

  it('refuses a shell that it does not know', async () => {
    const { exitCode, error } = await runLoupe(['completion', 'fish'], {});
    expect(exitCode).toBe(2);
    expect(error).toMatch(/bash, zsh/);
  });
});

describe('the commands', () => {
  it('all print JSON where they are asked to', async () => {
    const program = (await runLoupe(['completion', 'bash', '--json'], {})).json() as CommandFacts;
    const without: string[] = [];
    // Its output is a protocol of its own, of JSON.
    const isProtocol = (path: string) => path === 'loupe mcp';
    const visit = ({ commands, options, name }: CommandFacts, above: string): void => {
      const path = `${above} ${name}`.trim();
      const isAsked = commands.length === 0 && !isProtocol(path);
      if (isAsked && !options.some(({ long }) => long === '--json')) without.push(path);
      for (const command of commands) visit(command, path);
    };
    visit(program, '');
    expect(without).toEqual([]);
  });

  it('tell the version', async () => {
    expect(await runLoupe(['--version'], {})).toMatchObject({ exitCode: 0, out: `${version}\n`, error: '' });
  });
});
