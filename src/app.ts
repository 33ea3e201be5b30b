/** The composition root: the only place that news things up. */
import type { RouteOptions } from 'fastify';
import type { Logger } from 'pino';
import type { PasswordCost } from './access/passwords.js';
import { StorageLimit } from './credits/limits/storage-limit.js';
import { WebhookRecorder } from './webhooks/webhook-recorder.js';
import { measureIndexLag } from './engine/feed/index-lag.js';
import { ChangeRecorder } from './audit/change-recorder.js';
import { oldestSentLogSeconds } from './audit/delivery/sent-log-waits.js';
import { HistoryRecorder } from './documents/history/history-recorder.js';
import { diagnosticsEvents } from './kernel/diagnostics-events.js';
import { openLog } from './kernel/log.js';
import { countJobs } from './jobs/job-counts.js';
import { entities } from './app/entities.js';
import type { OpenDecoder, OpenVision } from './app/core-services.js';
import { createServices, type Services } from './app/services.js';
import { answerUnparsable, sendUnroutable } from './app/unreadable-requests.js';
import { refuseRequests, registerSurfaces } from './app/surfaces.js';
import type { Config } from './config.js';
import { type Clock, systemClock } from './kernel/clock.js';
import { newId } from './kernel/ids.js';
import type { BlobStore } from './media/blobs/blob-store.js';
import { Database } from './db/database.js';
import { LoadShedder, congestionMeter } from './http/admission/load-shedder.js';
import { useLoadShedder } from './http/admission/hook.js';
import { builtSite } from './http/site-files.js';
import { registerHealth, Readiness } from './http/readiness.js';
import { Metrics } from './http/metrics/metrics.js';
import { registerMetrics } from './http/metrics/register.js';
import { observeRequests } from './http/observation.js';
import { createHttp, type Listener, Listeners } from './http/server.js';

/** Enough to keep the threads of the engine at work while others send, wait for the database or are answered. */
const LEAST_AT_WORK_PER_THREAD = 3;

export interface App {
  readonly services: Services;
  /** Starts the jobs and opens the ports. */
  listen(): Promise<readonly Listener[]>;
  /** Finishes accepted work, saves the indexes and frees everything. */
  close(): Promise<void>;
}

export interface AppOptions {
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Called for every route that is registered. */
  readonly onRoute?: (route: RouteOptions) => void;
  /** What a password's hash costs; the recommended cost unless set. */
  readonly passwordCost?: PasswordCost;
  /** Replaces the default way to open recognition, so that a caller can observe it. */
  readonly openVision?: OpenVision;
  /** Opens the decoder of uploads likewise. */
  readonly openDecoder?: OpenDecoder;
  /** Folder of the built console, instead of the one that the set-up makes; null for none. */
  readonly consoleFolder?: string | null;
  /** Folder of the built guide likewise. */
  readonly guideFolder?: string | null;
}

/** Where browsers fetch pictures from beside the address under which they opened the console. */
async function pictureOriginsOf(config: Config, blobs: BlobStore): Promise<readonly string[]> {
  const answer = { contentType: 'image/jpeg', cacheControl: 'no-store', disposition: null };
  const direct = config.signedSeconds === null ? null : await blobs.directAddress(newId(), answer, 1);
  return [config.publicUrl, direct].flatMap((url) => (url === null ? [] : [new URL(url).origin]));
}

export async function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const logger = options.logger ?? openLog(config.logLevel);
  const clock = options.clock ?? systemClock;
  const webhooks = new WebhookRecorder(clock);
  const database = await Database.open(config.databaseUrl, entities, {
    connections: config.databaseConnections,
    subscribers: [new ChangeRecorder(), new HistoryRecorder(clock), webhooks, new StorageLimit()],
    watch: {
      slowMs: config.slowQueryMs,
      onSlow: (statement) => {
        diagnosticsEvents.slowStatement.publish(statement);
        logger.warn(statement, 'A statement of the database took long');
      },
    },
  });
  const services = await createServices({
    config,
    database,
    logger,
    clock,
    ...(options.passwordCost ? { passwordCost: options.passwordCost } : {}),
    ...(options.openVision ? { openVision: options.openVision } : {}),
    ...(options.openDecoder ? { openDecoder: options.openDecoder } : {}),
  }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  webhooks.onDeliveries = () => {
    services.jobs.announce();
    services.webhookSender.wake();
  };
  const http = createHttp(config, logger, { sendUnroutable, answerUnparsable });
  if (options.onRoute) http.addHook('onRoute', options.onRoute);
  const newLoadShedder = () =>
    new LoadShedder({
      ...config.admission,
      least: Math.min(
        config.admission.most,
        config.admission.least ?? LEAST_AT_WORK_PER_THREAD * services.vision.threads,
      ),
      congestion: congestionMeter(services.vision),
      now: () => performance.now(),
    });
  const shedder = newLoadShedder();
  const readiness = new Readiness({
    database,
    engine: services.vision,
    folders: config.bucket === null ? [config.dataFolder, config.filesFolder] : [config.dataFolder],
    files: services.blobs,
    minFreeBytes: config.minFreeBytes,
    searchers: services.searchers,
    background: services.background,
  });
  const metrics = new Metrics({
    requests: () => shedder.counts,
    engine: () => services.vision,
    indexes: () => measureIndexLag(database, services.vision),
    jobs: () => countJobs(database, clock),
    readiness: async () => (await readiness.check()).length === 0,
    searchers: () => services.searchers?.searcherCount ?? 0,
    sentLogs: async () => oldestSentLogSeconds(database.reader(), clock.now()),
    background: () => services.background.outcomes,
  });
  observeRequests(http);
  useLoadShedder(http, shedder);
  registerHealth(http, readiness);
  registerMetrics(http, metrics, config.metricsToken);
  const isApi = config.roles.includes('api');
  const { consoleFolder = builtSite('console'), guideFolder = builtSite('guide') } = options;
  if (isApi) {
    registerSurfaces(http, services, config, {
      consoleFolder: config.hasConsole ? consoleFolder : null,
      guideFolder: config.hasConsole ? guideFolder : null,
      pictureOrigins: await pictureOriginsOf(config, services.blobs),
    });
  } else {
    refuseRequests(http);
  }
  const ports = isApi ? config : { ...config, modifyPort: null, queryPort: null };
  const listeners = new Listeners(http, ports, answerUnparsable);
  return {
    services,
    listen: async () => {
      await services.vision.startWarming();
      const open = await listeners.open();
      services.start();
      if (config.roles.includes('search')) services.searchers?.serve(services.vision, newLoadShedder());
      return open;
    },
    close: async () => {
      readiness.close();
      await services.searchers?.leave();
      await listeners.close();
      await services.close();
      await database.close();
    },
  };
}
