/** The composition root: the only place that news things up. */
import type { RouteOptions } from 'fastify';
import { pino, type Logger } from 'pino';
import { WebhookRecorder } from './webhooks/webhook-recorder.js';
import { ChangeRecorder } from './audit/change-recorder.js';
import { entities } from './app/entities.js';
import type { OpenDecoder, OpenVision } from './app/foundations.js';
import { createServices, type Services } from './app/services.js';
import { answerUnparsable, sendUnroutable } from './app/unreadable-requests.js';
import { registerSurfaces } from './app/surfaces.js';
import type { Config } from './config.js';
import { type Clock, systemClock } from './clock.js';
import { Database } from './db/database.js';
import { Admission } from './http/admission/admission.js';
import { congestionMeter } from './http/admission/congestion.js';
import { useAdmission } from './http/admission/hook.js';
import { builtSite } from './http/built-sites.js';
import { registerHealth } from './http/health.js';
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
  /** Is told of every route as it is registered. */
  readonly onRoute?: (route: RouteOptions) => void;
  /** Opens recognition in place of what opens it by default, for whoever watches it. */
  readonly openVision?: OpenVision;
  /** Opens the decoder of uploads likewise. */
  readonly openDecoder?: OpenDecoder;
  /** Folder of the built console in place of the one that the set-up makes; null for none. */
  readonly consoleFolder?: string | null;
  /** Folder of the built guide likewise. */
  readonly guideFolder?: string | null;
}

export async function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const logger =
    options.logger ??
    pino({ level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.apikey'] });
  const clock = options.clock ?? systemClock;
  const webhooks = new WebhookRecorder(clock);
  const database = await Database.open(config.databaseUrl, entities, [new ChangeRecorder(), webhooks]);
  const services = await createServices({
    config,
    database,
    logger,
    clock,
    ...(options.openVision ? { openVision: options.openVision } : {}),
    ...(options.openDecoder ? { openDecoder: options.openDecoder } : {}),
  }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  webhooks.onDeliveries = () => {
    services.jobs.wake();
    services.webhookSender.wake();
  };
  const http = createHttp(config, logger, { sendUnroutable, answerUnparsable });
  if (options.onRoute) http.addHook('onRoute', options.onRoute);
  const admission = new Admission({
    ...config.admission,
    least: Math.min(
      config.admission.most,
      config.admission.least ?? LEAST_AT_WORK_PER_THREAD * services.vision.threads,
    ),
    congestion: congestionMeter(services.vision),
    now: () => performance.now(),
  });
  useAdmission(http, admission);
  let isClosing = false;
  registerHealth(http, {
    check: async () => ({ isReady: !isClosing && (await database.isAnswering()) }),
  });
  const { consoleFolder = builtSite('console'), guideFolder = builtSite('guide') } = options;
  registerSurfaces(http, services, config, {
    consoleFolder: config.hasConsole ? consoleFolder : null,
    guideFolder: config.hasConsole ? guideFolder : null,
  });
  const listeners = new Listeners(http, config, answerUnparsable);
  return {
    services,
    listen: async () => {
      const open = await listeners.open();
      services.start();
      return open;
    },
    close: async () => {
      isClosing = true;
      await listeners.close();
      await services.close();
      await database.close();
    },
  };
}
