/** Wires media, recognition and applications. */
import { join } from 'node:path';
import type { Secrets } from '../access/secrets.js';
import type { UsageLimits } from '../access/usage-limits.js';
import { type Config, ConfigError } from '../config.js';
import { DatabaseFeed } from '../engine/feed/database-feed.js';
import { ReferencePictures } from '../engine/references/pictures/reference-pictures.js';
import { SharedSnapshots } from '../engine/feed/shared-snapshots.js';
import { clusterIdOf } from '../db/installation.js';
import { openBlobs } from '../media/blobs/open-blobs.js';
import { FileStore } from '../media/blobs/file-store.js';
import { FileService } from '../media/blobs/file.service.js';
import { ImageDecoder, type PictureLimits } from '../media/pictures/image-decoder.js';
import { LargeFiles } from '../media/blobs/files-on-disk.js';
import { PictureUrls } from '../media/pictures/picture-urls.js';
import { ResumableUploads } from '../media/uploads/resumable-uploads.js';
import { Thumbnailer } from '../media/pictures/thumbnailer.js';
import { UploadIntake } from '../media/uploads/upload-intake.js';
import type { SnapshotShare } from '../engine-host/indexes/snapshot-share.js';
import { Vision } from '../engine-host/vision.js';
import { EngineError } from '../engine-host/engine-error.js';
import { createApplications, type ApplicationServices } from './application-services.js';
import { isInTrash } from '../pictures/picture-trash.js';
import { SearcherNetwork } from '../cluster/searcher-network.js';
import type { Logger } from 'pino';
import type { PasswordCost } from '../access/passwords.js';
import type { Clock } from '../kernel/clock.js';
import type { Database } from '../db/database.js';
import type { BlobStore } from '../media/blobs/blob-store.js';
import type { VisionOptions } from '../engine-host/vision-options.js';

/** Opens recognition. */
export type OpenVision = (options: VisionOptions) => Vision;

/** Opens the decoder of uploaded pictures. */
export type OpenDecoder = (limits: PictureLimits) => ImageDecoder;

export interface Foundations {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: Clock;
  /** False for a command beside a running server: it leaves the server's folders alone. True by default. */
  readonly isServer?: boolean;
  /** What a password's hash costs; the recommended cost unless set. */
  readonly passwordCost?: PasswordCost;
  readonly openVision?: OpenVision;
  readonly openDecoder?: OpenDecoder;
}

export interface CoreServices extends ApplicationServices {
  readonly usage: UsageLimits;
  readonly vision: Vision;
  /** Processes that search for each other; null where each searches by itself. */
  readonly searchers: SearcherNetwork | null;
  readonly uploads: UploadIntake;
  readonly pictureUrls: PictureUrls;
  readonly resumableUploads: ResumableUploads;
  readonly imageDecoder: ImageDecoder;
  readonly blobs: BlobStore;
  readonly fileStore: FileStore;
  readonly thumbnailer: Thumbnailer;
  readonly files: FileService;
}

const openByDefault: OpenVision = (options) => new Vision(options);

export async function createCore(
  foundations: Foundations,
  secrets: Secrets,
  usage: UsageLimits,
): Promise<CoreServices> {
  const { config, database, clock, logger } = foundations;
  const largeFiles = new LargeFiles();
  const uploads = new UploadIntake(join(config.dataFolder, 'uploads'), largeFiles);
  const resumableUploads = new ResumableUploads({
    // Parts of one upload may come to different servers.
    folder: join(
      database.isShared && config.bucket === null ? config.filesFolder : config.dataFolder,
      'resumable-uploads',
    ),
    largeFiles,
    clock,
    maxBytes: { document: config.limits.maxDocumentBytes, archive: config.limits.maxArchiveBytes },
  });
  const blobs = openBlobs(config, async () => clusterIdOf(database));
  const shared = database.isShared ? new SharedSnapshots(database, blobs, clock) : undefined;
  const searchers = await openSearchers(foundations);
  const vision = openVisionOf(foundations, shared, searchers);
  if (foundations.isServer !== false) {
    await Promise.all([uploads.prepare(), resumableUploads.prepare(), blobs.prepare()]);
  }
  const { openDecoder = (limits) => new ImageDecoder(limits) } = foundations;
  const { maxPixels, maxDocumentBytes } = config.limits;
  const imageDecoder = openDecoder({ maxPixels, maxFileBytes: maxDocumentBytes });
  const fileStore = new FileStore(blobs, clock);
  if (shared !== undefined) fileStore.alsoOwned((ids) => shared.ownedOf(ids));
  return {
    usage,
    vision,
    searchers,
    uploads,
    pictureUrls: new PictureUrls(uploads, {
      ...config.pictureUrls,
      allowsPrivate: config.webhooks.allowsPrivate,
      maxFileBytes: config.limits.maxFileBytes,
    }),
    resumableUploads,
    imageDecoder,
    blobs,
    fileStore,
    thumbnailer: new Thumbnailer(imageDecoder, fileStore),
    files: new FileService({
      database,
      blobs,
      signer: secrets,
      isWithheld: isInTrash,
      signedSeconds: config.signedSeconds,
    }),
    ...createApplications({
      database,
      clock,
      logger,
      secrets,
      vision,
      decoder: imageDecoder,
      files: fileStore,
      usage,
    }),
  };
}

/** A command line beside a running server searches by itself. */
async function openSearchers({
  config,
  database,
  logger,
  isServer = true,
}: Foundations): Promise<SearcherNetwork | null> {
  if (config.searchers === null || !isServer) return null;
  return SearcherNetwork.open(config.searchers, config.roles, database, logger);
}

/** Where a server keeps the snapshots of its indexes. */
export function indexFolderOf({ dataFolder }: Pick<Config, 'dataFolder'>): string {
  return join(dataFolder, 'indexes');
}

/** A command line beside a running server must neither lock nor write the server's indexes. */
function openVisionOf(
  { config, database, logger, ...given }: Foundations,
  share: SnapshotShare | undefined,
  searchers: SearcherNetwork | null,
): Vision {
  const { isServer = true, openVision = openByDefault } = given;
  const { threads, queueLimit, indexMemoryBytes } = config.vision;
  const isSearchingHere = searchers === null || config.roles.includes('search');
  const feed = new DatabaseFeed(database);
  try {
    return openVision({
      feed,
      contents: new ReferencePictures(database, (key, err) =>
        logger.warn(
          { key, err },
          'The picture that is kept of a reference is damaged; the next start makes it again',
        ),
      ),
      ...(isSearchingHere ? {} : { openSearching: (extract) => searchers.searching(feed, extract) }),
      shards: isSearchingHere ? searchers?.shards() : undefined,
      snapshotFolder: isServer ? indexFolderOf(config) : null,
      ...(threads === null ? {} : { threads }),
      queueLimit,
      indexMemoryBytes,
      onFailure: (failure) => logger.error(failure, 'A reference could not be indexed'),
      share,
      isKeptWarm: isSearchingHere ? searchers?.holds : undefined,
      onUnshared: (indexId, err) => logger.warn({ indexId, err }, 'The snapshot of an index is not shared'),
      onRepaired: (indexId, count) =>
        logger.warn(
          { indexId, count },
          'Signatures of an index were damaged in their file and have been read from the database again; check the disk',
        ),
      onUnsaved: (indexId, err) =>
        logger.warn({ indexId, err }, 'An index that left memory or was merged could not be saved'),
    });
  } catch (error) {
    if (error instanceof EngineError && error.code === 'FOLDER_LOCKED') {
      throw new ConfigError(
        `The data folder ${config.dataFolder} is in use by another Loupe. Stop that one, or set LOUPE_DATA to another folder.`,
      );
    }
    throw error;
  }
}
