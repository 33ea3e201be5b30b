/** Wires picture mode. */
import type { OperationLog } from '../audit/operation-log.js';
import type { Clock } from '../kernel/clock.js';
import type { Database } from '../db/database.js';
import { PictureApplications } from '../pictures/picture-applications.js';
import { PictureBatches } from '../pictures/picture-batches.js';
import { PictureColors } from '../pictures/picture-colors.js';
import { PictureSearch } from '../pictures/picture-search.js';
import { PictureTrash } from '../pictures/picture-trash.js';
import { PictureService } from '../pictures/picture.service.js';
import type { TreeBasics } from './content-services.js';
import type { CoreServices } from './foundations.js';

export interface PictureServices {
  readonly pictures: PictureService;
  readonly pictureBatches: PictureBatches;
  readonly pictureSearch: PictureSearch;
  readonly pictureTrash: PictureTrash;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly operations: OperationLog;
}

export function createPictures(
  { database, clock, operations }: Parts,
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
