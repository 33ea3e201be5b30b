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
