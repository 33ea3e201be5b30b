/** Wires short addresses. */
import type { ReaderThrottle } from '../access/reader-throttle.js';
import type { OperationLog } from '../audit/operation-log.js';
import type { FileStore } from '../media/blobs/file-store.js';
import type { ClickService } from '../readers/click.service.js';
import type { CachedEnrichments } from '../recognition/cached-enrichments.js';
import type { MatchWriter } from '../recognition/match-writer.js';
import { ShortAddressSheet } from '../short-addresses/short-address-sheet.js';
import { ShortAddressTargets } from '../short-addresses/short-address-targets.js';
import { ShortAddressVisits } from '../short-addresses/short-address-visits.js';
import { ShortAddressService } from '../short-addresses/short-address.service.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import type { Foundations } from './core-services.js';

export interface ShortAddressServices {
  readonly shortAddresses: ShortAddressService;
  readonly shortAddressVisits: ShortAddressVisits;
  readonly shortAddressSheets: ShortAddressSheet;
}

interface Parts extends Pick<Foundations, 'database' | 'clock' | 'logger' | 'config'> {
  readonly operations: OperationLog;
}

interface Surroundings {
  readonly guardedNodes: GuardedNodes;
  readonly fileStore: FileStore;
  readonly throttle: ReaderThrottle;
  readonly enrichments: CachedEnrichments;
  readonly matchWriter: MatchWriter;
  readonly clicks: ClickService;
}

export function createShortAddresses(
  { database, clock, logger, config, operations }: Parts,
  {
    guardedNodes: guarded,
    fileStore: files,
    throttle,
    enrichments,
    matchWriter: matches,
    clicks,
  }: Surroundings,
): ShortAddressServices {
  const { allowsPrivate } = config.webhooks;
  return {
    shortAddresses: new ShortAddressService({ database, clock, guarded, operations, allowsPrivate }),
    shortAddressVisits: new ShortAddressVisits({
      ...{ database, throttle, matches, clicks, allowsPrivate, clock },
      targets: new ShortAddressTargets(database, clock, enrichments),
      onUnrecorded: (error) => logger.error(error, 'A visit was answered and could not be recorded'),
    }),
    shortAddressSheets: new ShortAddressSheet(database, guarded, files),
  };
}
