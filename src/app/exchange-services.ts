/** Wires import and export. */
import type { OperationLog } from '../audit/operation-log.js';
import type { Clock } from '../kernel/clock.js';
import type { Database } from '../db/database.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { FullImportService } from '../exchange/full-import.service.js';
import { Importer } from '../exchange/importer.js';
import { ZoneImporter } from '../exchange/zone-importer.js';
import type { DocumentService } from '../publishing/documents/document.service.js';
import type { ContentServices, TreeBasics } from './content-services.js';
import type { DocumentBasics } from './document-services.js';

export interface ExchangeServices {
  readonly exchange: ExchangeService;
  readonly fullImport: FullImportService;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly operations: OperationLog;
  readonly documents: DocumentService;
}

export function createExchange(
  { database, clock, operations, documents }: Parts,
  { nodeStore: nodes, guardedNodes: guarded, titleWriter: titles, languages }: TreeBasics,
  { nodeRemoval: removal, folders }: Pick<ContentServices, 'nodeRemoval' | 'folders'>,
  { pageImages: pages, targets }: DocumentBasics,
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
  return { exchange, fullImport: new FullImportService({ database, guarded, documents, folders, exchange }) };
}
