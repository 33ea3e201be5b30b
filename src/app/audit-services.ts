/** Wires what becomes of operation logs: their chains, exports, and where they are sent. */
import type { Secrets } from '../access/secrets.js';
import { AuditExportService } from '../audit/audit-export.service.js';
import type { AuditSealer } from '../audit/chain/audit-sealer.js';
import { AuditDeliveryService } from '../audit/delivery/audit-delivery.service.js';
import { AuditSender } from '../audit/delivery/audit-sender.js';
import type { OperationLog } from '../audit/operation-log.js';
import type { Config } from '../config.js';
import type { Database } from '../db/database.js';
import type { BackgroundWork } from '../kernel/background-work.js';
import type { Clock } from '../kernel/clock.js';
import { S3Objects } from '../media/blobs/s3-objects.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import { regularly, whileThere } from './regularly.js';

const SEAL_EVERY_MS = 60_000;
const SEND_EVERY_MS = 10_000;

export interface AuditServices {
  readonly auditExport: AuditExportService;
  readonly auditSealer: AuditSealer;
  readonly auditDeliveries: AuditDeliveryService;
  readonly auditSender: AuditSender;
}

export interface AuditParts {
  readonly config: Pick<Config, 'auditBucket' | 'webhooks'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly operations: OperationLog;
  readonly auditSealer: AuditSealer;
  readonly secrets: Secrets;
}

/** @returns besides the services what begins to chain and to send, and answers what ends both */
export function createAudit(
  { config, auditSealer: sealer, ...parts }: AuditParts,
  guarded: GuardedNodes,
  background: BackgroundWork,
): { readonly services: AuditServices; readonly start: () => () => Promise<void> } {
  const bucket = config.auditBucket === null ? null : new S3Objects(config.auditBucket);
  const { allowsPrivate } = config.webhooks;
  const sender = new AuditSender({ ...parts, bucket, allowsPrivate });
  return {
    services: {
      auditSealer: sealer,
      auditSender: sender,
      auditDeliveries: new AuditDeliveryService({ ...parts, guarded, offersBucket: bucket !== null }),
      auditExport: new AuditExportService({ ...parts, guarded, sealer }),
    },
    start: () => {
      const stopSealing = startSealing(sealer, background);
      const stopSending = startSending(sender, background);
      return async () => {
        sender.close();
        await Promise.all([stopSealing(), stopSending()]);
        bucket?.close();
      };
    },
  };
}

/** Chains entries of operation logs as they come, and looks for those that another process wrote. */
function startSealing(sealer: AuditSealer, background: BackgroundWork): () => Promise<void> {
  sealer.start();
  const seal = async () => {
    await background.run('operation-log', async () => whileThere(async () => sealer.seal()), {
      done: () => null,
      failed: 'Entries of the operation log could not be chained',
    });
  };
  const stop = regularly(seal, SEAL_EVERY_MS);
  return async () => {
    await Promise.all([stop(), sealer.close()]);
  };
}

/** Sends operation logs elsewhere. A look that finds nothing due says nothing of the last one. */
function startSending(sender: AuditSender, background: BackgroundWork): () => Promise<void> {
  const send = async () => {
    const due = await whileThere(async () => (await sender.due()).length).catch(() => 1);
    if (due === 0) return;
    await background.run('sent-logs', async () => whileThere(async () => sender.sendDue()), {
      done: () => null,
      failed: 'Operation logs could not be sent; they are tried again',
    });
  };
  return regularly(send, SEND_EVERY_MS);
}
