/** Wires what publishers add to pages beyond words: zones, icons and default styles. */
import { IconService } from '../content/icons/icon.service.js';
import { PropertyService } from '../content/properties/property.service.js';
import type { OperationLog } from '../audit/operation-log.js';
import { ZoneService } from '../documents/zones/zone.service.js';
import type { TreeBasics } from './content-services.js';
import type { CoreServices, Foundations } from './core-services.js';
import type { DocumentBasics } from './document-services.js';
import type { Database } from '../db/database.js';
import { TrashService } from '../documents/trash/trash.service.js';
import type { NodeRemoval } from '../tree/node-removal.js';
import type { PictureTrash } from '../pictures/picture-trash.js';
import type { Secrets } from '../access/secrets.js';
import { MadeRoleBatches } from '../users/made-roles/made-role-batches.js';
import { UserBatches } from '../users/user-batches.js';
import { ContentBatches } from '../content/content-batches.js';
import { DraftBatches } from '../documents/drafts/draft-batches.js';
import { PageTextsService } from '../documents/page-texts/page-texts.service.js';
import { ChildPages } from '../documents/nodes/child-pages.js';
import { DocumentReader } from '../documents/document-reader.js';
import { ElementBatches } from '../documents/nodes/element-batches.js';
import { OrganizationReader } from '../organizations/organization.reader.js';

/** Wires the readers that fetch many elements at once. */
export interface BatchServices {
  readonly elements: ElementBatches;
  readonly content: ContentBatches;
  readonly draftBatches: DraftBatches;
  readonly pageTexts: PageTextsService;
  readonly userBatches: UserBatches;
  readonly madeRoleBatches: MadeRoleBatches;
}

export function createBatches(
  { database, secrets }: { readonly database: Database; readonly secrets: Secrets },
  { guardedNodes: guarded }: TreeBasics,
  { fileStore }: CoreServices,
): BatchServices {
  const userBatches = new UserBatches(database);
  return {
    elements: new ElementBatches({
      database,
      guarded,
      documents: new DocumentReader(fileStore),
      organizations: new OrganizationReader(secrets),
      pages: new ChildPages(guarded),
    }),
    content: new ContentBatches(database, guarded, fileStore),
    draftBatches: new DraftBatches(database, guarded),
    pageTexts: new PageTextsService(database, guarded),
    userBatches,
    madeRoleBatches: new MadeRoleBatches({ database, users: userBatches }),
  };
}

/** Wires the trash. */
export interface TrashServices {
  readonly trash: TrashService;
}

export interface TrashSurroundings {
  readonly operations: OperationLog;
  readonly removal: NodeRemoval;
  readonly pictures: PictureTrash;
  readonly tree: TreeBasics;
  readonly documents: DocumentBasics;
}

export function createTrash(
  { config, database, clock }: Foundations,
  { operations, removal, pictures, tree, documents: { restorer } }: TrashSurroundings,
): TrashServices {
  const { guardedNodes: guarded } = tree;
  const { trashDays: days } = config;
  return {
    trash: new TrashService({ database, clock, guarded, removal, restorer, pictures, operations, days }),
  };
}

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
