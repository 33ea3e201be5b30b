/** `loupe status`: what a running server does, redrawn every few seconds. */
import type { Command } from 'commander';
import type { Config } from '../../config.js';
import type { CliContext } from '../context.js';
import { examples, toNumber, ownAddress } from '../options.js';

/** Reads figures in the text form of Prometheus. */

interface Figures {
  /** Sum of the samples of a name whose labels are so; 0 when there are none. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number;
  /** The largest of them. */
  largest(name: string): number;
  /** A label of the first sample of a name. */
  label(name: string, label: string): string | undefined;
}

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

function readFigures(text: string): Figures {
  const samples = text.split('\n').flatMap((line): readonly Sample[] => {
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', given = '']) => [label, given] as const);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
  const of = (name: string, wanted: Readonly<Record<string, string>> = {}) =>
    samples.filter(
      (sample) =>
        sample.name === name &&
        Object.entries(wanted).every(([label, value]) => sample.labels[label] === value),
    );
  return {
    sum: (name, labels) => of(name, labels).reduce((total, { value }) => total + value, 0),
    largest: (name) => Math.max(0, ...of(name).map(({ value }) => value)),
    label: (name, label) => of(name)[0]?.labels[label],
  };
}

interface StatusOptions {
  readonly json?: boolean;
  readonly once?: boolean;
  readonly url?: string;
  readonly every: number;
}

/** What is shown of a server at one moment. */
interface Status {
  readonly state: string;
  /** Names of the work beside requests that failed. */
  readonly failedWork: readonly string[];
  readonly figures: Figures;
}

const CLEAR = '\u001b[H\u001b[J';
const PATIENCE_MS = 5000;

export function addStatusCommand(program: Command, context: CliContext): void {
  program
    .command('status')
    .description('watch a running server: requests, latencies, queue, jobs, indexes; Ctrl-C ends it')
    .option('--url <address>', 'the server; by default that of the configuration on this machine')
    .option('--every <seconds>', 'seconds between two readings', (text) => Math.max(0.2, toNumber(text)), 2)
    .option('--once', 'read once; the default when the output is no terminal')
    .option('--json', 'read once and print JSON')
    .addHelpText('after', examples('loupe status', 'loupe status --url http://127.0.0.1:4100 --once'))
    .addHelpText(
      'after',
      '\nReads /metrics: on the same machine, or with LOUPE_METRICS_TOKEN from anywhere. Exits with 1 when the server is not ready.',
    )
    .action(async (options: StatusOptions) => {
      const config = context.config();
      const address = options.url ?? ownAddress({ ...config, publicUrl: null });
      const isLive = options.once !== true && options.json !== true && process.stdout.isTTY;
      let last = await readStatus(address, config);
      if (options.json === true)
        context.out(`${JSON.stringify({ address, ...summaryOf(last, null, 0) }, null, 2)}\n`);
      else context.out(`${isLive ? CLEAR : ''}${drawn(address, last, null, 0)}`);
      while (isLive) {
        await new Promise((resolve) => setTimeout(resolve, options.every * 1000));
        const now = await readStatus(address, config);
        context.out(`${CLEAR}${drawn(address, now, last, options.every)}`);
        last = now;
      }
      if (last.state !== 'ready') throw new Error(`the server at ${address} is ${last.state}`);
    });
}

async function readStatus(address: string, { metricsToken }: Config): Promise<Status> {
  const headers: Record<string, string> =
    metricsToken === null ? {} : { Authorization: `Bearer ${metricsToken}` };
  const ask = (path: string) =>
    fetch(new URL(path, address), { headers, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  const [health, metrics] = [await ask('/health/ready'), await ask('/metrics')];
  if (health === null) return { state: 'not reachable', failedWork: [], figures: readFigures('') };
  const {
    status = 'unknown',
    reasons = [],
    failed = [],
  } = (await health.json()) as {
    status?: string;
    reasons?: string[];
    failed?: string[];
  };
  if (metrics?.ok !== true) {
    throw new Error(
      `${address}/metrics answered ${metrics?.status ?? 'nothing'}. Set LOUPE_METRICS_TOKEN to the server's.`,
    );
  }
  const state = reasons.length === 0 ? status : `${status}: ${reasons.join(', ')}`;
  return { state, failedWork: failed, figures: readFigures(await metrics.text()) };
}

/** Figures by name; rates since the reading before, if there was one. */
function summaryOf({ state, failedWork, figures }: Status, before: Status | null, seconds: number) {
  const grown = (name: string, where: Readonly<Record<string, string>> = {}) =>
    figures.sum(name, where) - (before?.figures.sum(name, where) ?? 0);
  const requests = grown('loupe_http_requests_total');
  const duration = 'loupe_http_request_duration_seconds';
  const counted = grown(`${duration}_count`);
  return {
    state,
    failedWork,
    version: figures.label('loupe_info', 'version') ?? 'unknown',
    requests,
    requestsPerSecond: before === null ? null : requests / seconds,
    meanMs: counted === 0 ? null : (grown(`${duration}_sum`) / counted) * 1000,
    failed: grown('loupe_http_requests_total', { code: 'INTERNAL_SERVER_ERROR' }),
    shed: grown('loupe_http_requests_shed_total'),
    working: figures.sum('loupe_http_requests_working'),
    waiting: figures.sum('loupe_http_requests_waiting'),
    limit: figures.sum('loupe_http_requests_limit'),
    engineThreads: figures.sum('loupe_engine_threads'),
    engineWaiting: figures.sum('loupe_engine_jobs_waiting'),
    searches: grown('loupe_search_stage_duration_seconds_count', { stage: 'search' }),
    searchers: figures.sum('loupe_searchers'),
    asked: grown('loupe_searchers_asked_duration_seconds_count'),
    unanswered: grown('loupe_searchers_asked_duration_seconds_count', { code: 'UNREACHABLE' }),
    indexes: figures.sum('loupe_indexes_open'),
    references: figures.sum('loupe_index_references'),
    indexLag: figures.sum('loupe_index_lag_changes'),
    jobs: Object.fromEntries(
      ['Waiting', 'Running', 'Failed'].map((each) => [each, figures.sum('loupe_jobs', { state: each })]),
    ),
    oldestJobSeconds: figures.largest('loupe_job_oldest_seconds'),
    memoryMb: figures.sum('process_resident_memory_bytes') / 1e6,
    openFiles: figures.sum('process_open_fds'),
  };
}

function drawn(address: string, status: Status, before: Status | null, seconds: number): string {
  const all = summaryOf(status, before, seconds);
  const span = before === null ? 'since the start' : `in ${seconds} s`;
  const round = (value: number | null, digits = 0) => (value === null ? '–' : value.toFixed(digits));
  const rows: readonly (readonly [string, string])[] = [
    ['Server', `${address}  version ${all.version}`],
    ['State', all.state],
    [
      'Requests',
      `${round(all.requests)} ${span}, ${round(all.requestsPerSecond, 1)}/s, mean ${round(all.meanMs, 1)} ms`,
    ],
    ['Failed, shed', `${round(all.failed)}, ${round(all.shed)}`],
    ['At work', `${round(all.working)} of ${round(all.limit)}, ${round(all.waiting)} waiting`],
    [
      'Engine',
      `${round(all.engineThreads)} threads, ${round(all.engineWaiting)} waiting, ${round(all.searches)} searches`,
    ],
    [
      'Searchers',
      `${round(all.searchers)} seen, asked ${round(all.asked)} times, ${round(all.unanswered)} unanswered`,
    ],
    [
      'Indexes',
      `${round(all.indexes)} with ${round(all.references)} references, ${round(all.indexLag)} changes behind`,
    ],
    [
      'Jobs',
      `${Object.entries(all.jobs)
        .map(([name, count]) => `${round(count)} ${name.toLowerCase()}`)
        .join(', ')}, oldest ${round(all.oldestJobSeconds)} s`,
    ],
    [
      'Background',
      all.failedWork.length === 0 ? 'nothing failed' : `failed: ${all.failedWork.join(', ')}; see the log`,
    ],
    ['Process', `${round(all.memoryMb)} MB, ${round(all.openFiles)} open files`],
  ];
  return rows.map(([name, text]) => `${name.padEnd(14)}${text}\n`).join('');
}
