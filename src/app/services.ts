/** Builds every service once and wires them together. */
import type { Secrets } from '../access/secrets.js';
import type { CreditLedger } from '../credits/credit-ledger.js';
import type { LanguageService } from '../content/languages/language.service.js';
import type { Database } from '../db/database.js';
import { CreditNotice, enqueueCreditNotice, TELL_OF_LOW_CREDIT } from '../users/credit-notice.js';
import { BackgroundWork } from '../kernel/background-work.js';
import { TimeZones } from '../tree/time-zones.js';
import type { OperationLog } from '../audit/operation-log.js';
import { AnsweredRequests } from '../audit/answered-requests.js';
import { IconRemoval } from '../content/icons/icon.service.js';
import { PictureRemoval } from '../pictures/picture-trash.js';
import { ElementRemoval } from '../documents/trash/element-removal.js';
import { DocumentHistoryService } from '../documents/history/document-history.service.js';
import { createDrafts, type DraftServices, startPublishing } from './draft-services.js';
import { ProposalService } from '../documents/proposals/proposal.service.js';
import { ZoneTransitions } from '../documents/zones/zone-transitions.js';
import { RecordedChanges } from '../documents/texts/recorded-changes.js';
import { TextTableService } from '../documents/texts/text-table.service.js';
import { LinkCheckService } from '../documents/links/link-check.service.js';
import { SpreadsheetService } from '../exchange/spreadsheets/spreadsheet.service.js';
import { ChangesService } from '../documents/nodes/changes.service.js';
import { NodeChangesService } from '../documents/nodes/node-changes.service.js';
import { PageRemoval } from '../documents/pages/page-writer.js';
import { ComparisonRemoval } from '../proofs/kept/kept-comparisons.js';
import { DoctorService } from '../verify/doctor/doctor.service.js';
import { VerificationService } from '../verify/verification.service.js';
import { type AccountServices, createAccountFoundations, createAccountServices } from './account-services.js';
import { type BatchServices, createBatches } from './node-services.js';
import { type ContentServices, createContent, createTreeBasics } from './content-services.js';
import { createDocumentBasics, createDocuments, type DocumentServices } from './document-services.js';
import { createCore, indexFolderOf } from './core-services.js';
import { createExchange, createImports, createInsight, createSearch } from './exchange-services.js';
import type { ExchangeServices, ImportServices } from './exchange-services.js';
import type { InsightServices, SearchServices } from './exchange-services.js';
import { createPictures, type PictureServices } from './content-services.js';
import type { CoreServices, Foundations } from './core-services.js';
import { openLimits } from './limits.js';
import { createPublishing, type PublishingServices } from './node-services.js';
import { regularly } from './regularly.js';
import { startCompleting, startSweeps } from './sweeps.js';
import { OlderPictures } from '../documents/targets/older-pictures.js';
import { createTrash, type TrashServices } from './node-services.js';
import { createWebhooks, type WebhookServices } from './exchange-services.js';
import { createPacks, type PackServices } from './pack-services.js';
import { PackRemoval } from '../packs/pack.service.js';
import { createRecognition, type RecognitionServices } from './recognition-services.js';

export interface Services
  extends
    CoreServices,
    ContentServices,
    AccountServices,
    RecognitionServices,
    PackServices,
    DocumentServices,
    ImportServices,
    PictureServices,
    InsightServices,
    ExchangeServices,
    SearchServices,
    WebhookServices,
    PublishingServices,
    TrashServices,
    BatchServices,
    DraftServices {
  /** Makes what references of an older Loupe lack. */
  readonly olderPictures: OlderPictures;
  /** Work beside the requests, and which of it failed. */
  readonly background: BackgroundWork;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly languages: LanguageService;
  readonly operations: OperationLog;
  readonly timeZones: TimeZones;
  readonly creditLedger: CreditLedger;
  readonly nodeChanges: NodeChangesService;
  readonly changes: ChangesService;
  readonly spreadsheets: SpreadsheetService;
  readonly recordedChanges: RecordedChanges;
  readonly proposals: ProposalService;
  readonly documentHistory: DocumentHistoryService;
  readonly textTables: TextTableService;
  readonly linkChecks: LinkCheckService;
  readonly answeredRequests: AnsweredRequests;
  readonly verification: VerificationService;
  readonly doctor: DoctorService;
  /** Starts the background work. */
  start(): void;
  /** Ends the background work and frees what the services hold. */
  close(): Promise<void>;
}

const SHARE_EVERY_MS = 30 * 1000;

export async function createServices(foundations: Foundations): Promise<Services> {
  const { config, database, clock, logger } = foundations;
  const accountFoundations = createAccountFoundations(foundations);
  const { secrets, operations, creditLedger, mailbox } = accountFoundations;
  const limits = await openLimits(foundations);
  const core = await createCore(foundations, secrets, limits.usage);
  const tree = createTreeBasics(clock);
  const documentBasics = createDocumentBasics(foundations, core, tree, creditLedger);
  const { trashBin } = documentBasics;
  const content = createContent({ database, clock, operations, trashBin }, tree, [
    new PictureRemoval(core.fileStore),
    new IconRemoval(core.fileStore),
    new ElementRemoval(core.referenceStore, core.fileStore),
    new PageRemoval(creditLedger),
    new ComparisonRemoval(core.fileStore),
    new PackRemoval(core.fileStore),
  ]);
  const accounts = createAccountServices(
    foundations,
    accountFoundations,
    core.applications,
    content.nodeRemoval,
    core,
    limits,
  );
  const documents = createDocuments(foundations, documentBasics, {
    core,
    tree,
    removal: content.nodeRemoval,
    operations,
    secrets,
  });
  const publishing = createPublishing({
    database,
    operations,
    core,
    tree,
    documents: documentBasics,
  });
  const pictures = createPictures({ database, clock, operations }, tree, core);
  const { trash } = createTrash(foundations, {
    operations,
    removal: content.nodeRemoval,
    pictures: pictures.pictureTrash,
    tree,
    documents: documentBasics,
  });
  const nodeChanges = new NodeChangesService({ ...content, ...accounts, ...documents, ...publishing });
  const changes = new ChangesService({ database, nodeChanges, ...content, ...documents, ...publishing });
  const zoneTransitions = new ZoneTransitions({ database, zones: publishing.zones, trash });
  const recorded = new RecordedChanges({
    database,
    clock,
    guarded: tree.guardedNodes,
    changes,
    zoneTransitions,
    documentLanguages: content.documentLanguages,
  });
  const documentHistory = new DocumentHistoryService({
    database,
    clock,
    guarded: tree.guardedNodes,
    recorded,
    zoneTransitions,
    documentLanguages: content.documentLanguages,
    files: core.fileStore,
    pages: documents.pageImages,
    pageFileChange: documents.pageFileChange,
    days: config.trashDays,
  });
  const background = new BackgroundWork(logger);
  const known = { ...foundations, ...accountFoundations, background };
  const insight = createInsight(known, tree, core, documentBasics, {
    watch: documents.documentWatch,
    trash,
    earlierFiles: [documents.earlierFiles, documentHistory],
    keptComparisons: documents.keptComparisons,
  });
  let stopPublishing: () => Promise<void> = () => Promise.resolve();
  let stopTidying: () => Promise<void> = () => Promise.resolve();
  let stopSweeping: () => Promise<void> = () => Promise.resolve();
  let stopSharing: () => Promise<void> = () => Promise.resolve();
  const olderPictures = new OlderPictures(database, core.fileStore, core.imageDecoder);
  let stopCompleting: () => Promise<void> = () => Promise.resolve();
  const { documentWatch: watch } = documents;
  const recognition = createRecognition({ ...foundations, operations, watch }, tree, core, limits);
  const webhooks = createWebhooks(foundations, tree, {
    ...{ secrets, operations, recognition },
    ...{ jobs: documentBasics.jobs, conflicts: insight.conflicts },
  });
  if (mailbox.isDelivering && config.creditLowPages > 0) {
    const { jobs } = documents;
    jobs.register(TELL_OF_LOW_CREDIT, new CreditNotice(database, clock, mailbox));
    creditLedger.tellWhenLow(config.creditLowPages, (em, organizationId, left) =>
      enqueueCreditNotice(jobs, em, organizationId, left),
    );
  }
  const imports = createImports(foundations, core, documents.jobs);
  const draftServices = createDrafts(foundations, tree, {
    ...{ operations, mailbox, recorded, zoneTransitions, viewers: accounts.viewers },
    ...{ jobs: documents.jobs, watch: documents.documentWatch },
    limits: limits.organizations,
    guests: { secrets, usage: limits.usage, open: (code) => documents.previewLinks.open(code) },
  });
  const { drafts } = draftServices;
  return {
    database,
    secrets,
    operations,
    timeZones: new TimeZones(database),
    creditLedger,
    languages: tree.languages,
    ...core,
    ...content,
    ...createBatches({ database, secrets }, tree, core),
    ...recognition,
    ...createPacks(foundations, {
      ...{ core, tree, secrets, operations, documentBasics, watch: documents.documentWatch },
      ...{ publishableKeys: accounts.publishableKeys, clicks: recognition.clicks, throttle: limits.readers },
    }),
    ...pictures,
    trash,
    ...accounts,
    ...documents,
    ...publishing,
    ...insight,
    ...createExchange(
      {
        database,
        clock,
        operations,
        organizations: accounts.organizations,
        documents: documents.documents,
        sources: documents.pageSources,
        files: core.fileStore,
      },
      tree,
      content,
      documentBasics,
    ),
    ...webhooks,
    ...createSearch(database, { ...accounts, ...documents }),
    doctor: new DoctorService({
      database,
      clock,
      blobs: core.blobs,
      signInProviders: accounts.signInProviders,
    }),
    verification: new VerificationService(database, core, indexFolderOf(config), secrets),
    ...imports,
    olderPictures,
    background,
    nodeChanges,
    answeredRequests: new AnsweredRequests(database, clock, secrets),
    changes,
    recordedChanges: recorded,
    ...draftServices,
    proposals: new ProposalService({
      database,
      clock,
      guarded: tree.guardedNodes,
      drafts,
      jobs: documents.jobs,
      watch: documents.documentWatch,
    }),
    documentHistory,
    textTables: new TextTableService({ database, guarded: tree.guardedNodes, recorded }),
    linkChecks: new LinkCheckService({
      database,
      guarded: tree.guardedNodes,
      allowsPrivate: config.webhooks.allowsPrivate,
    }),
    spreadsheets: new SpreadsheetService(database, tree.guardedNodes, recorded),
    start: () => {
      const isWorker = config.roles.includes('worker');
      mailbox.start();
      documents.jobs.start(isWorker);
      if (isWorker) {
        webhooks.webhookSender.start();
        recognition.eventFeed.start();
        stopTidying = insight.startTidying();
        stopPublishing = startPublishing(draftServices, background);
        stopCompleting = startCompleting(olderPictures, documents.olderTexts, background);
      }
      stopSweeping = startSweeps({ database, background, ...core, ...imports }, isWorker);
      if (database.isShared) stopSharing = regularly(() => core.vision.publishDue(), SHARE_EVERY_MS);
    },
    close: async () => {
      await documents.jobs.close();
      await recognition.eventFeed.close();
      await webhooks.webhookSender.close();
      await Promise.all([stopPublishing(), stopTidying(), stopSweeping(), stopSharing(), stopCompleting()]);
      await accounts.machineTokenUses.flush();
      await accounts.sessionUses.flush();
      await accounts.organizationLimits.flush();
      await core.applicationCounters.flush();
      await core.recognitionCounters.flush();
      await accounts.passwordRecovery.settled();
      await mailbox.close();
      core.blobs.close();
      await core.vision.close();
      await core.searchers?.close();
    },
  };
}
