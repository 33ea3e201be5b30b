/** Wires import and export. */
import type { OperationLog } from '../audit/operation-log.js';
import type { Clock } from '../kernel/clock.js';
import type { Database } from '../db/database.js';
import { ContentImportService } from '../exchange/content-import/content-import.service.js';
import { GivenDocuments } from '../exchange/content-import/given-documents.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { FullImportService } from '../exchange/full-import.service.js';
import { Importer } from '../exchange/importer.js';
import { ZoneImporter } from '../exchange/zone-importer.js';
import type { FileStore } from '../media/blobs/file-store.js';
import type { DocumentService } from '../documents/document.service.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import type { PageSources } from '../documents/pages/page-source.js';
import type { ContentServices, TreeBasics } from './content-services.js';
import type { DocumentBasics } from './document-services.js';
import { join } from 'node:path';
import { ImportArchives } from '../engine/imports/import-archive.js';
import { ImportService } from '../engine/imports/import.service.js';
import type { JobRunner } from '../jobs/job-runner.js';
import { type AuditParts, type AuditServices, createAudit } from './audit-services.js';
import type { CoreServices, Foundations } from './core-services.js';
import type { RecognitionServices } from './recognition-services.js';
import type { BackgroundWork } from '../kernel/background-work.js';
import { ArchiveMaker } from '../statistics/archive-maker.js';
import { ClickstreamService, MAKE_ARCHIVE } from '../readers/clickstream.service.js';
import { ConflictService } from '../documents/conflicts/conflict.service.js';
import { RecordKeepingService } from '../readers/record-keeping.service.js';
import { AddressComparisons } from '../statistics/address-comparison.service.js';
import { StatisticsService } from '../statistics/statistics.service.js';
import { TimeZones } from '../tree/time-zones.js';
import { Retention } from '../readers/retention.js';
import type { TrashService } from '../documents/trash/trash.service.js';
import type { DocumentWatch } from '../documents/document-watch.js';
import { regularly } from './regularly.js';
import { TextSearchService } from '../text-search/text-search.service.js';
import { SearchService, type SearchServiceParts } from '../text-search/search.service.js';
import type { Secrets } from '../access/secrets.js';
import { ConflictTeller, FIND_CONFLICTS } from '../webhooks/conflict-reporter.js';
import { WebhookSender } from '../webhooks/webhook-sender.js';
import { WebhookService } from '../webhooks/webhook.service.js';

/** Wires webhooks. */
export interface WebhookServices {
  readonly webhooks: WebhookService;
  readonly webhookSender: WebhookSender;
}

interface WebhookParts {
  readonly secrets: Secrets;
  readonly operations: OperationLog;
  readonly jobs: JobRunner;
  readonly conflicts: ConflictService;
  readonly recognition: Pick<RecognitionServices, 'eventFeed' | 'recordedEvents'>;
}

export function createWebhooks(
  { config, database, clock, logger }: Foundations,
  { guardedNodes: guarded }: TreeBasics,
  { secrets, operations, jobs, conflicts, recognition }: WebhookParts,
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
  recognition.eventFeed.onNumbered(() => sender.wake());
  const { recordedEvents: recorded } = recognition;
  const webhooks = new WebhookService({ database, clock, secrets, guarded, operations, sender, recorded });
  return { webhooks, webhookSender: sender };
}

/** Wires search. */
export interface SearchServices {
  readonly search: SearchService;
  readonly textSearch: TextSearchService;
}

export function createSearch(
  database: Database,
  { organizations, documents, users }: Omit<SearchServiceParts, 'database'>,
): SearchServices {
  return {
    search: new SearchService({ database, organizations, documents, users }),
    textSearch: new TextSearchService(database),
  };
}

/** Wires statistics, search, conflicts and what is tidied up by time. */
const TIDY_EVERY_MS = 6 * 60 * 60 * 1000;

export interface InsightServices extends AuditServices {
  readonly clickstream: ClickstreamService;
  readonly conflicts: ConflictService;
  readonly recordKeeping: RecordKeepingService;
  readonly retention: Retention;
  readonly statistics: StatisticsService;
  readonly addressComparisons: AddressComparisons;
  /** Begins to remove by and by what is too old. @returns ends it */
  readonly startTidying: () => () => Promise<void>;
}

interface InsightParts extends AuditParts {
  readonly background: BackgroundWork;
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
  { background, ...parts }: InsightParts,
  { guardedNodes }: TreeBasics,
  { fileStore, applications, vision }: CoreServices,
  { jobs }: DocumentBasics,
  { watch, trash, earlierFiles, keptComparisons }: InsightSurroundings,
): InsightServices {
  const { database, clock, operations, auditSealer } = parts;
  jobs.register(MAKE_ARCHIVE, new ArchiveMaker(database, fileStore, watch));
  const retention = new Retention(database, clock, fileStore, auditSealer, operations);
  const { services: audit, start: startAudit } = createAudit(parts, guardedNodes, background);
  return {
    clickstream: new ClickstreamService(database, clock, guardedNodes, jobs, operations),
    conflicts: new ConflictService({ database, guarded: guardedNodes, applications, vision }),
    recordKeeping: new RecordKeepingService(database, guardedNodes, operations),
    retention,
    ...audit,
    addressComparisons: new AddressComparisons(database, guardedNodes),
    statistics: new StatisticsService(database, clock, guardedNodes, new TimeZones(database)),
    startTidying: () => {
      const stopAudit = startAudit();
      const stop = startTidying(retention, { trash, earlierFiles, keptComparisons }, background);
      return async () => {
        await Promise.all([stop(), stopAudit()]);
      };
    },
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

/** Wires imports of references, which are jobs. */
export interface ImportServices {
  readonly referenceImports: ImportService;
}

export function createImports(
  { config, database, clock }: Foundations,
  {
    uploads,
    referenceAddition,
    nearDuplicates,
    blobs,
    fileStore,
    vision,
  }: Pick<
    CoreServices,
    'uploads' | 'referenceAddition' | 'nearDuplicates' | 'blobs' | 'fileStore' | 'vision'
  >,
  jobs: JobRunner,
): ImportServices {
  const archives = new ImportArchives(join(config.dataFolder, 'imports'), blobs);
  const { maxFileBytes } = config.limits;
  const referenceImports = new ImportService({
    database,
    clock,
    jobs,
    uploads,
    archives,
    addition: referenceAddition,
    nearDuplicates,
    maxFileBytes,
    threads: vision.threads,
  });
  fileStore.alsoOwned(async (ids) => referenceImports.waitingAmong(ids));
  return { referenceImports };
}

export interface ExchangeServices {
  readonly contentImport: ContentImportService;
  readonly exchange: ExchangeService;
  readonly fullImport: FullImportService;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly operations: OperationLog;
  readonly organizations: OrganizationService;
  readonly documents: DocumentService;
  readonly sources: PageSources;
  readonly files: FileStore;
}

export function createExchange(
  { database, clock, operations, organizations, documents, sources, files }: Parts,
  { nodeStore: nodes, guardedNodes: guarded, titleWriter: titles, languages }: TreeBasics,
  { nodeRemoval: removal, folders }: Pick<ContentServices, 'nodeRemoval' | 'folders'>,
  { pageImages: pages, targets, jobs }: DocumentBasics,
): ExchangeServices {
  const zones = new ZoneImporter({ database, nodes, removal, titles, pages, targets });
  const importer = new Importer(nodes, clock, zones);
  const exchange = new ExchangeService({
    database,
    guarded,
    languages,
    operations,
    targets,
    importer,
    zones,
  });
  const given = { database, nodes, languages, operations, files, sources, jobs, exchange, importer };
  return {
    exchange,
    fullImport: new FullImportService({ database, guarded, documents, folders, exchange }),
    contentImport: new ContentImportService({
      database,
      nodes,
      organizations,
      folders,
      documents: new GivenDocuments(given),
    }),
  };
}
