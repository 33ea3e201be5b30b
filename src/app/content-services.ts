/** Wires the tree and its content. */
import { ActionService } from '../content/actions/action.service.js';
import { ConversionService } from '../content/conversion.service.js';
import { DocumentLanguageService } from '../content/languages/document-language.service.js';
import { LanguageService } from '../content/languages/language.service.js';
import { TitleService } from '../content/titles/title.service.js';
import { TitleWriter } from '../content/titles/title-writer.js';
import type { Clock } from '../kernel/clock.js';
import type { Database } from '../db/database.js';
import type { OperationLog } from '../audit/operation-log.js';
import { FolderService } from '../documents/nodes/folder.service.js';
import { GuardedNodes } from '../tree/guarded-nodes.js';
import { NodeRemoval, type RemovalFollower } from '../tree/node-removal.js';
import type { TrashBin } from '../documents/trash/trash-bin.js';
import { NodeService } from '../documents/nodes/node.service.js';
import { NodeStore } from '../tree/node.store.js';
import { PictureApplications } from '../pictures/picture.reader.js';
import { PictureBatches } from '../pictures/picture-batches.js';
import { PictureSearch } from '../pictures/picture-search.js';
import { PictureTrash } from '../pictures/picture-trash.js';
import { PictureService } from '../pictures/picture.service.js';
import type { CoreServices } from './core-services.js';
import { PictureColors } from '../pictures/picture-search.js';

/** Wires picture mode. */
export interface PictureServices {
  readonly pictures: PictureService;
  readonly pictureBatches: PictureBatches;
  readonly pictureSearch: PictureSearch;
  readonly pictureTrash: PictureTrash;
}

interface PictureParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly operations: OperationLog;
}

export function createPictures(
  { database, clock, operations }: PictureParts,
  { guardedNodes: guarded }: TreeBasics,
  {
    imageDecoder: decoder,
    fileStore: files,
    vision,
    applications,
    referenceStore,
    signatures,
    usage,
  }: CoreServices,
): PictureServices {
  const colors = new PictureColors(vision);
  const pictureApplications = new PictureApplications(applications);
  const trash = new PictureTrash({ applications: pictureApplications, references: referenceStore, files });
  return {
    pictures: new PictureService({
      database,
      clock,
      guarded,
      applications: pictureApplications,
      references: referenceStore,
      decoder,
      files,
      signatures,
      operations,
      trash,
      usage,
    }),
    pictureBatches: new PictureBatches(database, guarded),
    pictureTrash: trash,
    pictureSearch: new PictureSearch({
      database,
      guarded,
      applications,
      decoder,
      signatures,
      vision,
      colors,
    }),
  };
}

export interface TreeBasics {
  readonly nodeStore: NodeStore;
  readonly guardedNodes: GuardedNodes;
  readonly titleWriter: TitleWriter;
  readonly languages: LanguageService;
}

export interface ContentServices {
  readonly nodeRemoval: NodeRemoval;
  readonly nodes: NodeService;
  readonly folders: FolderService;
  readonly titles: TitleService;
  readonly actions: ActionService;
  readonly documentLanguages: DocumentLanguageService;
  readonly conversions: ConversionService;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly operations: OperationLog;
  readonly trashBin: TrashBin;
}

/** What every feature of the tree builds on. */
export function createTreeBasics(clock: Clock): TreeBasics {
  const nodeStore = new NodeStore(clock);
  return {
    nodeStore,
    guardedNodes: new GuardedNodes(nodeStore),
    titleWriter: new TitleWriter(),
    languages: new LanguageService(),
  };
}

export function createContent(
  { database, clock, operations, trashBin }: Parts,
  { nodeStore, guardedNodes, titleWriter, languages }: TreeBasics,
  followers: readonly RemovalFollower[],
): ContentServices {
  const nodeRemoval = new NodeRemoval(nodeStore, followers);
  return {
    nodeRemoval,
    conversions: new ConversionService(),
    nodes: new NodeService(database, nodeStore, guardedNodes),
    folders: new FolderService(database, nodeStore, guardedNodes, nodeRemoval, trashBin, operations),
    titles: new TitleService(database, nodeStore, guardedNodes, languages, titleWriter, operations),
    actions: new ActionService(database, clock, nodeStore, guardedNodes, languages, operations),
    documentLanguages: new DocumentLanguageService(
      database,
      nodeStore,
      guardedNodes,
      languages,
      titleWriter,
      operations,
    ),
  };
}
