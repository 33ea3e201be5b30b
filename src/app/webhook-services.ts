/** Wires webhooks. */
import type { Secrets } from '../access/secrets.js';
import type { OperationLog } from '../audit/operation-log.js';
import type { ConflictService } from '../documents/conflicts/conflict.service.js';
import type { JobRunner } from '../jobs/job-runner.js';
import { ConflictTeller, FIND_CONFLICTS } from '../webhooks/conflict-reporter.js';
import { WebhookSender } from '../webhooks/webhook-sender.js';
import { WebhookService } from '../webhooks/webhook.service.js';
import type { TreeBasics } from './content-services.js';
import type { Foundations } from './foundations.js';

export interface WebhookServices {
  readonly webhooks: WebhookService;
  readonly webhookSender: WebhookSender;
}

interface Parts {
  readonly secrets: Secrets;
  readonly operations: OperationLog;
  readonly jobs: JobRunner;
  readonly conflicts: ConflictService;
}

export function createWebhooks(
  { config, database, clock, logger }: Foundations,
  { guardedNodes: guarded }: TreeBasics,
  { secrets, operations, jobs, conflicts }: Parts,
): WebhookServices {
  const { allowsPrivate } = config.webhooks;
  const sender = new WebhookSender(database, clock, secrets, logger, { allowsPrivate });
  jobs.register(
    FIND_CONFLICTS,
    new ConflictTeller(
      database,
      clock,
      (viewer, id) => conflicts.check(viewer, id),
      () => sender.wake(),
    ),
  );
  const webhooks = new WebhookService({ database, clock, secrets, guarded, operations, sender });
  return { webhooks, webhookSender: sender };
}
