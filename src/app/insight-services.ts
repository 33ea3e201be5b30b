/** Wires statistics, search, conflicts and what is tidied up by time. */
import type { BackgroundWork } from '../kernel/background-work.js';
import type { OperationLog } from '../audit/operation-log.js';
import type { Clock } from '../kernel/clock.js';
import type { Database } from '../db/database.js';
import { ArchiveMaker } from '../statistics/archive-maker.js';
import { ClickstreamService, MAKE_ARCHIVE } from '../readers/clickstream.service.js';
import { ConflictService } from '../documents/conflicts/conflict.service.js';
import { RecordKeepingService } from '../readers/record-keeping.service.js';
import { StatisticsService } from '../statistics/statistics.service.js';
import { TimeZones } from '../tree/time-zones.js';
import { Retention } from '../readers/retention.js';
import type { TrashService } from '../documents/trash/trash.service.js';
import type { DocumentWatch } from '../documents/document-watch.js';
import type { TreeBasics } from './content-services.js';
import type { CoreServices } from './foundations.js';
import type { DocumentBasics } from './document-services.js';
import { regularly } from './regularly.js';

const TIDY_EVERY_MS = 6 * 60 * 60 * 1000;

export interface InsightServices {
  readonly clickstream: ClickstreamService;
  readonly conflicts: ConflictService;
  readonly recordKeeping: RecordKeepingService;
  readonly retention: Retention;
  readonly statistics: StatisticsService;
  /** Begins to remove by and by what is too old. @returns ends it */
  readonly startTidying: () => () => Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly background: BackgroundWork;
  readonly operations: OperationLog;
}

/** What forgets what it has kept for long enough. */
type Keeper = Pick<TrashService, 'purgeOld'>;

interface InsightSurroundings {
  readonly watch: DocumentWatch;
  readonly trash: Keeper;
  readonly earlierFiles: readonly Keeper[];
  readonly keptComparisons: Keeper;
}

export function createInsight(
  { database, clock, background, operations }: Parts,
  { guardedNodes }: TreeBasics,
  { fileStore, applications, vision }: CoreServices,
  { jobs }: DocumentBasics,
  { watch, trash, earlierFiles, keptComparisons }: InsightSurroundings,
): InsightServices {
  jobs.register(MAKE_ARCHIVE, new ArchiveMaker(database, fileStore, watch));
  const retention = new Retention(database, clock, fileStore);
  return {
    clickstream: new ClickstreamService(database, clock, guardedNodes, jobs, operations),
    conflicts: new ConflictService({ database, guarded: guardedNodes, applications, vision }),
    recordKeeping: new RecordKeepingService(database, guardedNodes, operations),
    retention,
    statistics: new StatisticsService(database, clock, guardedNodes, new TimeZones(database)),
    startTidying: () => startTidying(retention, { trash, earlierFiles, keptComparisons }, background),
  };
}

function startTidying(
  retention: Retention,
  { trash, earlierFiles, keptComparisons }: Omit<InsightSurroundings, 'watch'>,
  background: BackgroundWork,
): () => Promise<void> {
  const purgeTrash = background.removing('trash', () => trash.purgeOld(), {
    done: 'Removed what lay in the trash',
    failed: 'The trash could not be emptied',
  });
  const purgeAllFiles = async () => {
    let removed = 0;
    for (const keeper of earlierFiles) removed += await keeper.purgeOld();
    return removed;
  };
  const purgeFiles = background.removing('replaced-files', purgeAllFiles, {
    done: 'Removed files that were replaced',
    failed: 'Files that were replaced could not be removed',
  });
  const purgeComparisons = background.removing('kept-comparisons', () => keptComparisons.purgeOld(), {
    done: 'Removed comparisons that were kept long enough',
    failed: 'Comparisons that were kept long enough could not be removed',
  });
  const tidy = async () => {
    await background.run('old-records', () => retention.run(), {
      done: ({ records, archives }) =>
        records + archives > 0
          ? { facts: { records, archives }, text: 'Removed what was kept long enough' }
          : null,
      failed: 'Old records could not be removed',
    });
    await purgeTrash();
    await purgeFiles();
    await purgeComparisons();
  };
  return regularly(tidy, TIDY_EVERY_MS);
}
