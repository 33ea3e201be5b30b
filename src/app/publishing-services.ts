/** Wires what publishers add to pages beyond words: zones, icons and default styles. */
import { IconService } from '../content/icons/icon.service.js';
import { PropertyService } from '../content/properties/property.service.js';
import type { OperationLog } from '../audit/operation-log.js';
import { ZoneService } from '../documents/zones/zone.service.js';
import type { TreeBasics } from './content-services.js';
import type { CoreServices } from './foundations.js';
import type { DocumentBasics } from './document-services.js';
import type { Database } from '../db/database.js';

export interface PublishingServices {
  readonly zones: ZoneService;
  readonly icons: IconService;
  readonly properties: PropertyService;
}

export interface PublishingSurroundings {
  readonly database: Database;
  readonly operations: OperationLog;
  readonly core: CoreServices;
  readonly tree: TreeBasics;
  readonly documents: DocumentBasics;
}

export function createPublishing({
  database,
  operations,
  core: { fileStore: files, imageDecoder: decoder },
  tree: { nodeStore: nodes, guardedNodes: guarded, titleWriter: titles },
  documents: { pageImages: pages, targets, trashBin: trash },
}: PublishingSurroundings): PublishingServices {
  return {
    zones: new ZoneService({ database, nodes, guarded, trash, titles, pages, targets, operations }),
    icons: new IconService({ database, guarded, files, decoder, operations }),
    properties: new PropertyService(database, nodes, guarded, operations),
  };
}
