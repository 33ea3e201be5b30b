/** `loupe shadow`: the same requests to an old server and to a new one, and what differs between their answers. */
import { Option, type Command } from 'commander';
import { once } from 'node:events';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { badInput } from '../../../kernel/errors.js';
import type { CliContext } from '../../context.js';
import { collect, examples, toCount } from '../../options.js';
import { NegativeResult } from '../../failures.js';
import { type OutputOptions, printList, showProgress } from '../../output.js';
import { readNamed } from '../../picture-files.js';
import { requireReport, writeReport } from '../../report-file.js';
import { readRequests } from '../../shadow/recorded-requests.js';
import { startShadowProxy } from '../../shadow/shadow-proxy.js';
import { type Header, shadow, type ShadowOptions, type ShadowResult } from '../../shadow/shadow-run.js';

interface Options extends OutputOptions {
  readonly old: string;
  readonly new: string;
  readonly ignore?: readonly string[];
  readonly oldHeader?: readonly string[];
  readonly newHeader?: readonly string[];
  readonly slower?: number;
  readonly writes?: boolean;
  readonly listen?: number;
  readonly timeout: number;
  readonly report?: string;
}

export function addShadowCommand(program: Command, context: CliContext): void {
  program
    .command('shadow')
    .description(
      'send the same requests to an old server and to a new one, and report what differs in the answers',
    )
    .argument('[file]', 'recorded requests: .har of a browser or proxy, or .jsonl')
    .requiredOption('--old <address>', 'address of the server whose answers count')
    .requiredOption('--new <address>', 'address of the server that is to answer the same')
    .option(
      '--ignore <member>',
      'member of JSON whose value may differ, as a token or a date (repeatable)',
      collect,
    )
    .option(
      '--old-header <header>',
      'header for the old server instead of the recorded one, as "Authorization: Bearer …" (repeatable)',
      collect,
    )
    .option('--new-header <header>', 'the same for the new server (repeatable)', collect)
    .option(
      '--slower <ms>',
      'report an answer of the new server that comes this much later than the old one, too',
      toCount,
    )
    .option('--writes', 'also send requests that change something (POST, PUT, PATCH, DELETE) to both')
    .addOption(
      new Option(
        '--listen <port>',
        'instead of a file: take requests there, answer as the old server does, until Ctrl-C',
      ).argParser(toCount),
    )
    .option('--timeout <seconds>', 'longest wait for an answer', toCount, 30)
    .option('--report <file>', 'write a line for each request: .csv, or .jsonl with all differences')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nA line of a .jsonl: {"method": "POST", "path": "/api/…", "headers": {…}, "body": "…" or "bodyBase64": "…"}',
    )
    .addHelpText('after', '\nEnds with 4 when answers differ.')
    .addHelpText(
      'after',
      examples(
        'loupe shadow session.har --old https://old.example --new http://127.0.0.1:4000 --ignore access_token',
        'loupe shadow --listen 8081 --old https://old.example --new http://127.0.0.1:4000 --report differences.jsonl',
      ),
    )
    .action(async (file: string | undefined, options: Options) => {
      if ((file === undefined) === (options.listen === undefined)) {
        throw badInput('file', 'give either recorded requests, or --listen with a port');
      }
      if (options.report !== undefined) requireReport(options.report);
      const how = {
        old: requireAddress('--old', options.old),
        new: requireAddress('--new', options.new),
        ignored: new Set(options.ignore ?? []),
        sendsWrites: options.writes === true,
        timeoutMs: options.timeout * 1000,
        mostDelayMs: options.slower ?? null,
        oldHeaders: headersOf('--old-header', options.oldHeader),
        newHeaders: headersOf('--new-header', options.newHeader),
      };
      const results =
        file === undefined ? await listen(context, options.listen ?? 0, how) : await replay(file, how);
      if (options.report !== undefined) await writeReport(options.report, results);
      print(context, options, results);
      if (results.some(({ state }) => state === 'different')) throw new NegativeResult();
    });
}

/** One after the other, in the order in which they were recorded. */
async function replay(file: string, how: ShadowOptions): Promise<readonly ShadowResult[]> {
  const requests = readRequests(file, (await readNamed(file)).toString('utf8'));
  const results: ShadowResult[] = [];
  const progress = showProgress(requests.length, 'Comparing');
  try {
    for (const request of requests) {
      const result = await shadow(request, how);
      const isAway = (side: 'old' | 'new') =>
        result.differences.some((each) => each.kind === 'no answer' && each[side] !== null);
      if (results.every(({ state }) => state === 'left out') && (isAway('old') || isAway('new'))) {
        const [name, address] = isAway('old') ? (['--old', how.old] as const) : (['--new', how.new] as const);
        throw new Error(`${name} does not answer at ${address}. Is it running?`);
      }
      results.push(result);
      progress.step();
    }
  } finally {
    progress.stop();
  }
  return results;
}

async function listen(
  context: CliContext,
  port: number,
  how: ShadowOptions,
): Promise<readonly ShadowResult[]> {
  const results: ShadowResult[] = [];
  const proxy = await startShadowProxy(port, how, (result) => {
    results.push(result);
    if (result.state === 'different') context.error(`${result.method} ${result.path}: ${wordsOf(result)}\n`);
  });
  context.error(`Listening on port ${proxy.port}; Ctrl-C ends it and reports.\n`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await proxy.close();
  return results;
}

function print(context: CliContext, options: OutputOptions, results: readonly ShadowResult[]): void {
  const shown = options.json === true ? results : results.filter(({ state }) => state === 'different');
  const count = (state: ShadowResult['state']) => results.filter((each) => each.state === state).length;
  printList(
    context,
    options,
    shown,
    {
      Request: ({ method, path }) => `${method} ${path}`,
      Old: ({ oldStatus }) => oldStatus,
      New: ({ newStatus }) => newStatus,
      Differences: wordsOf,
    },
    'No differences.',
  );
  context.error(`${count('same')} same, ${count('different')} different, ${count('left out')} left out.\n`);
}

function wordsOf({ differences }: ShadowResult): string {
  const words = differences.map(({ place, kind, old, new: fresh }) => {
    if (kind === 'missing') return `${place} is missing`;
    if (kind === 'extra') return `${place} is new`;
    return kind === 'no answer'
      ? `no answer: ${old ?? fresh ?? ''}`
      : `${place}: ${old ?? ''} became ${fresh ?? ''}`;
  });
  return words.length > 5 ? `${words.slice(0, 5).join('; ')}; …` : words.join('; ');
}

function requireAddress(option: string, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return address;
  throw badInput(option, 'must be an address like https://old.example');
}

/** @throws LoupeError BAD_USER_INPUT for what HTTP does not take as a header */
function headersOf(option: string, texts: readonly string[] = []): readonly Header[] {
  return texts.map((text) => {
    const at = text.indexOf(':');
    const [name, value] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw badInput(option, 'must be a header like "Authorization: Bearer …"');
    }
    return [name, value];
  });
}
