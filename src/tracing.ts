/**
 * Sends traces by OpenTelemetry (OTLP over HTTP): a span for every request that goes on where the caller's trace is, with spans of its
 * searches and slow statements. Loaded before the server, and only where it is wanted:
 *
 *     OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318 bin/loupe-node --import ./dist/src/tracing.js dist/src/main.js
 *
 * The exporter reads its settings from the variables `OTEL_…` that OpenTelemetry defines.
 */
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import { currentRequestId, type SpanIds } from './kernel/current-request.js';
import { type Answered, diagnosticsEvents } from './kernel/diagnostics-events.js';
import { version } from './kernel/version.js';

/** For requests that never end, or whose answers are not reported. */
const MOST_REQUESTS = 10_000;
const STAGES = ['decode', 'extract', 'search', 'verify'] as const;
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})/;

interface Part {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** Ids of the next span, when other processes received them already. */
let told: SpanIds | null = null;
const random = new RandomIdGenerator();

const provider = new TracerProvider({
  idGenerator: {
    generateTraceId: () => told?.traceId ?? random.generateTraceId(),
    generateSpanId: () => told?.spanId ?? random.generateSpanId(),
  },
  resource: resourceFromAttributes({
    'service.name': process.env['OTEL_SERVICE_NAME'] ?? 'loupe',
    'service.version': version,
  }),
  spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
});
const tracer = provider.getTracer('loupe', version);
/** What was done for requests that are not answered yet. */
const partsOf = new Map<string, Part[]>();

function note(...parts: readonly Part[]): void {
  const id = currentRequestId();
  if (id === null) return;
  const noted = partsOf.get(id);
  if (noted !== undefined) noted.push(...parts);
  else if (partsOf.size < MOST_REQUESTS) partsOf.set(id, [...parts]);
}

diagnosticsEvents.searched.subscribe((timing) => {
  let endMs = Date.now();
  const parts = STAGES.toReversed().map((stage): Part => {
    const startMs = endMs - timing[`${stage}Ms`];
    const part = { name: `search: ${stage}`, startMs, endMs, attributes: {} };
    endMs = startMs;
    return part;
  });
  note(...parts.toReversed());
});

diagnosticsEvents.slowStatement.subscribe(({ sql, tookMs }) => {
  const endMs = Date.now();
  note({ name: 'slow statement', startMs: endMs - tookMs, endMs, attributes: { 'db.query.text': sql } });
});

diagnosticsEvents.searcherAsked.subscribe(({ kind, code, tookMs }) => {
  const endMs = Date.now();
  const attributes: Record<string, string> = code === '' ? {} : { 'error.type': code };
  note({ name: `ask searchers: ${kind}`, startMs: endMs - tookMs, endMs, attributes });
});

diagnosticsEvents.searcherAnswered.subscribe(({ requestId, kind, code, tookMs, traceparent }) => {
  record({
    requestId,
    traceparent,
    tookMs,
    code,
    operation: `searcher: ${kind}`,
    span: null,
    attributes: {},
  });
});

diagnosticsEvents.answered.subscribe(({ status, ...answered }) => {
  record({ ...answered, attributes: { 'http.response.status_code': status } }, status >= 500);
});

type Traced = Pick<Answered, 'requestId' | 'traceparent' | 'tookMs' | 'code' | 'operation' | 'span'> & {
  readonly organizationId?: string | null;
  readonly attributes: Readonly<Record<string, number>>;
};

/** A span of what was done for somebody, with spans of its parts. */
function record(of: Traced, hasFailed = false): void {
  const { requestId, operation, code, tookMs, organizationId = null, traceparent, span: ids } = of;
  const endMs = Date.now();
  const parent = callersContext(traceparent);
  told = ids;
  const span = tracer.startSpan(
    operation,
    {
      kind: SpanKind.SERVER,
      startTime: endMs - tookMs,
      attributes: {
        ...of.attributes,
        'loupe.request_id': requestId,
        ...(code === '' ? {} : { 'error.type': code }),
        ...(organizationId === null ? {} : { 'loupe.organization_id': organizationId }),
      },
    },
    parent,
  );
  told = null;
  if (hasFailed || /^INTERNAL/.test(code)) span.setStatus({ code: SpanStatusCode.ERROR });
  const within = trace.setSpan(parent, span);
  for (const { name, startMs, endMs: end, attributes } of partsOf.get(requestId) ?? []) {
    tracer.startSpan(name, { startTime: startMs, attributes }, within).end(end);
  }
  partsOf.delete(requestId);
  span.end(endMs);
}

function callersContext(traceparent: string | null): Context {
  const [, traceId, spanId, flags = '00'] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

// What was not sent yet is sent while the server ends.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void provider.forceFlush());
