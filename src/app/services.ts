/** Builds every service once and wires them together. */
import type { Logger } from 'pino';
import type { Secrets } from '../access/secrets.js';
import type { CreditLedger } from '../accounts/credit-ledger.js';
import type { Clock } from '../clock.js';
import type { Config } from '../config.js';
import type { LanguageService } from '../content/language.service.js';
import type { Database } from '../db/database.js';
import type { OperationLog } from '../insight/operation-log.js';
import { PictureRemoval } from '../pictures/picture-removal.js';
import { ElementRemoval } from '../tree/element-removal.js';
import { NodeChangesService } from '../tree/node-changes.service.js';
import { PageRemoval } from '../tree/page-removal.js';
import { VerificationService } from '../tree/verification/verification.service.js';
import { type AccountServices, createAccountFoundations, createAccountServices } from './account-services.js';
import { type BatchServices, createBatches } from './batch-services.js';
import { type ContentServices, createContent, createTreeBasics } from './content-services.js';
import { createDocumentBasics, createDocuments, type DocumentServices } from './document-services.js';
import { type CoreServices, createCore, type OpenVision } from './core-services.js';
import { createExchange, type ExchangeServices } from './exchange-services.js';
import { createInsight, type InsightServices } from './insight-services.js';
import { createSearch, type SearchServices } from './search-services.js';
import { createPictures, type PictureServices } from './picture-services.js';
import { createEngineImports, type EngineImports } from './engine-services.js';
import { createPublishing, type PublishingServices } from './publishing-services.js';
import { createRecognition, type RecognitionServices } from './recognition-services.js';

export interface Foundations {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: Clock;
  /** False for a command beside a running server: it leaves the server's folders alone. True by default. */
  readonly isServer?: boolean;
  readonly openVision?: OpenVision;
}

export interface Services
  extends
    CoreServices,
    ContentServices,
    AccountServices,
    RecognitionServices,
    DocumentServices,
    EngineImports,
    PictureServices,
    InsightServices,
    ExchangeServices,
    SearchServices,
    PublishingServices,
    BatchServices {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly languages: LanguageService;
  readonly operations: OperationLog;
  readonly creditLedger: CreditLedger;
  readonly nodeChanges: NodeChangesService;
  readonly verification: VerificationService;
  /** Starts the background work. */
  start(): void;
  /** Ends the background work and frees what the services hold. */
  close(): Promise<void>;
}

export async function createServices(foundations: Foundations): Promise<Services> {
  const { database, clock, logger } = foundations;
  let sweeping: Promise<void> = Promise.resolve();
  const accountFoundations = createAccountFoundations(foundations);
  const { secrets, operations, creditLedger } = accountFoundations;
  const core = await createCore(foundations, secrets);
  const tree = createTreeBasics(clock);
  const content = createContent({ database, clock, operations }, tree, [
    new PictureRemoval(core.fileStore),
    new ElementRemoval(core.referenceStore, core.fileStore),
    new PageRemoval(creditLedger),
  ]);
  const accounts = createAccountServices(
    foundations,
    accountFoundations,
    core.applications,
    content.nodeRemoval,
    core,
  );
  const documentBasics = createDocumentBasics(foundations, core, creditLedger);
  const documents = createDocuments(foundations, documentBasics, {
    core,
    tree,
    removal: content.nodeRemoval,
    operations,
  });
  const publishing = createPublishing({
    database,
    operations,
    removal: content.nodeRemoval,
    core,
    tree,
    documents: documentBasics,
  });
  const insight = createInsight(
    { database, clock, logger, operations },
    tree,
    core,
    documentBasics,
    documents.documentWatch,
  );
  let stopTidying: () => Promise<void> = () => Promise.resolve();
  const imports = createEngineImports(foundations, core, documents.jobs);
  return {
    database,
    secrets,
    operations,
    creditLedger,
    languages: tree.languages,
    ...core,
    ...content,
    ...createBatches({ database, secrets }, tree, core),
    ...createRecognition(foundations, tree, core),
    ...createPictures({ database, clock, operations }, tree, core),
    ...accounts,
    ...documents,
    ...publishing,
    ...insight,
    ...createExchange(
      { database, clock, operations, documents: documents.documents },
      tree,
      content,
      documentBasics,
    ),
    ...createSearch(database, { ...accounts, ...documents }),
    verification: new VerificationService(database, core.fileStore),
    ...imports,
    nodeChanges: new NodeChangesService({ ...content, ...accounts, ...documents, ...publishing }),
    start: () => {
      documents.jobs.start();
      stopTidying = insight.startTidying();
      sweeping = core.fileStore.sweep(database).then(
        (count) => void (count > 0 && logger.info({ count }, 'Removed files that belong to nothing')),
        (error: unknown) => logger.error(error, 'Files that belong to nothing could not be removed'),
      );
      imports.referenceImports
        .sweep()
        .catch((error: unknown) => logger.error(error, 'Old imports could not be removed'));
    },
    close: async () => {
      await documents.jobs.close();
      await Promise.all([sweeping, stopTidying()]);
      await core.applicationCounters.flush();
      await core.vision.close();
    },
  };
}
