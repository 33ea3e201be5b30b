/** What Prometheus reads: counted where it happens, and measured when it is asked for. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Answered, diagnosticsEvents } from '../../kernel/diagnostics-events.js';
import { version } from '../../kernel/version.js';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** How often it is looked at how late the event loop runs; each look wakes the process. */
const LOOP_LOOK_MS = 20;
const STAGES = ['decode', 'extract', 'search', 'verify'] as const;

interface JobCount {
  readonly type: string;
  readonly state: string;
  readonly count: number;
  /** Since when the oldest of them is due; null where that says nothing. */
  readonly oldestSeconds: number | null;
}

/** What is measured when it is asked for. */
export interface MetricSources {
  requests(): { readonly atWork: number; readonly waiting: number; readonly limit: number };
  engine(): { readonly threads: number; readonly waitingCount: number };
  indexes(): Promise<Readonly<Record<'open' | 'references' | 'bytes' | 'lag', number>>>;
  jobs(): Promise<readonly JobCount[]>;
  readiness(): Promise<boolean>;
  /** Processes that search, as this one sees them. */
  searchers(): number;
  /** Seconds that the oldest entry waits of operation logs that are sent elsewhere. */
  sentLogs(): Promise<number>;
  /** Work beside the requests that has run. */
  background(): readonly { readonly name: string; readonly hasFailed: boolean }[];
}

export class Metrics {
  private readonly registry = new Registry();
  private readonly endings: (() => void)[] = [];
  private readonly requests = this.counter(
    'loupe_http_requests_total',
    'Requests that were answered, by operation, HTTP status and name of the error',
    ['operation', 'status', 'code'],
  );
  private readonly durations = new Histogram({
    name: 'loupe_http_request_duration_seconds',
    help: 'Time from the first line of a request to the end of its answer',
    labelNames: ['operation'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly shed = this.counter(
    'loupe_http_requests_shed_total',
    'Requests that were refused because there was too much to do',
    [],
  );
  private readonly stages = new Histogram({
    name: 'loupe_search_stage_duration_seconds',
    help: 'Time of the stages of a search in the engine: decode, extract, search, verify',
    labelNames: ['stage'],
    buckets: SECONDS.filter((seconds) => seconds <= 5),
    registers: [this.registry],
  });

  private readonly asked = new Histogram({
    name: 'loupe_searchers_asked_duration_seconds',
    help: 'Time until searchers answered this process, by code of the failure',
    labelNames: ['code'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly answered = new Histogram({
    name: 'loupe_searches_for_others_duration_seconds',
    help: 'Time of searches for other processes, by code of the failure',
    labelNames: ['code'],
    buckets: SECONDS,
    registers: [this.registry],
  });

  private readonly indexes = {
    open: this.gauge('loupe_indexes_open', 'Indexes in memory'),
    references: this.gauge('loupe_index_references', 'References in the indexes in memory'),
    bytes: this.gauge('loupe_index_bytes', 'Memory that searches of the indexes in memory need'),
    lag: this.gauge(
      'loupe_index_lag_changes',
      'Committed changes that the indexes in memory do not hold yet',
    ),
  };
  private readonly jobs = {
    jobs: this.gauge('loupe_jobs', 'Durable jobs, by type and state', ['type', 'state']),
    oldest: this.gauge('loupe_job_oldest_seconds', 'How long the oldest due job waits', ['type']),
  };

  constructor(private readonly sources: MetricSources) {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LOOP_LOOK_MS });
    this.countEvents();
    this.measure();
  }

  readonly contentType = this.registry.contentType;

  private readonly noteAnswer = ({ operation, status, code, tookMs }: Answered): void => {
    this.requests.inc({ operation, status: String(status), code });
    this.durations.observe({ operation }, tookMs / 1000);
    if (code === 'OVERLOADED') this.shed.inc();
  };

  /** In the text form of Prometheus. */
  async text(): Promise<string> {
    // Gauges are read at once: what several of them tell together has to be measured before.
    await Promise.all([this.measureIndexes(), this.measureJobs()]);
    return this.registry.metrics();
  }

  close(): void {
    for (const end of this.endings) end();
    this.registry.clear();
  }

  private countEvents(): void {
    const credits = this.counter(
      'loupe_credits_refused_total',
      'Changes that failed because an account had too few credits',
      [],
    );
    const slow = this.counter(
      'loupe_slow_statements_total',
      'Statements of the database that took longer than LOUPE_SLOW_QUERY_MS',
      [],
    );
    this.endings.push(
      diagnosticsEvents.answered.subscribe(this.noteAnswer),
      diagnosticsEvents.creditRefused.subscribe(() => credits.inc()),
      diagnosticsEvents.slowStatement.subscribe(() => slow.inc()),
      diagnosticsEvents.searcherAsked.subscribe(({ code, tookMs }) =>
        this.asked.observe({ code }, tookMs / 1000),
      ),
      diagnosticsEvents.searcherAnswered.subscribe(({ code, tookMs }) =>
        this.answered.observe({ code }, tookMs / 1000),
      ),
      diagnosticsEvents.searched.subscribe((timing) => {
        for (const stage of STAGES) this.stages.observe({ stage }, timing[`${stage}Ms`] / 1000);
      }),
    );
  }

  private measure(): void {
    const { sources } = this;
    this.gauge('loupe_info', 'Version that runs', ['version'], (gauge) => gauge.set({ version }, 1));
    this.gauge('loupe_ready', 'Whether requests can be served: 1 or 0', [], async (gauge) =>
      gauge.set((await sources.readiness()) ? 1 : 0),
    );
    this.gauge('loupe_http_requests_working', 'Requests at work', [], (gauge) =>
      gauge.set(sources.requests().atWork),
    );
    this.gauge('loupe_http_requests_waiting', 'Requests that wait for their turn', [], (gauge) =>
      gauge.set(sources.requests().waiting),
    );
    this.gauge('loupe_http_requests_limit', 'Requests that may work at a time, as things are', [], (gauge) =>
      gauge.set(sources.requests().limit),
    );
    this.gauge('loupe_engine_threads', 'Threads of the recognition engine', [], (gauge) =>
      gauge.set(sources.engine().threads),
    );
    this.gauge('loupe_engine_jobs_waiting', 'Jobs that wait for a thread of the engine', [], (gauge) =>
      gauge.set(sources.engine().waitingCount),
    );
    this.gauge('loupe_searchers', 'Processes that search, as this one sees them', [], (gauge) =>
      gauge.set(sources.searchers()),
    );
    this.gauge(
      'loupe_sent_logs_oldest_seconds',
      'How long the oldest entry waits of operation logs that are sent elsewhere; 0 where every entry was sent',
      [],
      async (gauge) => gauge.set(await sources.sentLogs()),
    );
    this.gauge(
      'loupe_background_work_failed',
      'Whether work beside the requests failed the last time it ran: 1 or 0',
      ['work'],
      (gauge) => {
        for (const { name, hasFailed } of sources.background()) gauge.set({ work: name }, hasFailed ? 1 : 0);
      },
    );
  }

  private async measureIndexes(): Promise<void> {
    const { open, references, bytes, lag } = this.indexes;
    const measured = await this.sources.indexes();
    open.set(measured.open);
    references.set(measured.references);
    bytes.set(measured.bytes);
    lag.set(measured.lag);
  }

  private async measureJobs(): Promise<void> {
    const counts = await this.sources.jobs();
    const { jobs, oldest } = this.jobs;
    jobs.reset();
    oldest.reset();
    for (const { type, state, count, oldestSeconds } of counts) {
      jobs.set({ type, state }, count);
      if (state === 'Waiting') oldest.set({ type }, oldestSeconds ?? 0);
    }
  }

  private counter(name: string, help: string, labelNames: readonly string[]): Counter {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  private gauge(
    name: string,
    help: string,
    labelNames: readonly string[] = [],
    collect?: (gauge: Gauge) => unknown,
  ): Gauge {
    return new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      ...(collect === undefined
        ? {}
        : {
            async collect() {
              await collect(this);
            },
          }),
    });
  }
}
