/** What the wiring starts from, and what nearly every part of it builds on. */
import type { Logger } from 'pino';
import type { PasswordCost } from '../access/passwords.js';
import type { UsageLimits } from '../access/usage-limits.js';
import type { Clock } from '../kernel/clock.js';
import type { Config } from '../config.js';
import type { Database } from '../db/database.js';
import type { BlobStore } from '../media/blobs/blob-store.js';
import type { FileStore } from '../media/blobs/file-store.js';
import type { FileService } from '../media/blobs/file.service.js';
import type { ImageDecoder, PictureLimits } from '../media/pictures/image-decoder.js';
import type { Thumbnailer } from '../media/pictures/thumbnailer.js';
import type { PictureUrls } from '../media/pictures/picture-urls.js';
import type { ResumableUploads } from '../media/uploads/resumable-uploads.js';
import type { UploadIntake } from '../media/uploads/upload-intake.js';
import type { SearcherNetwork } from '../cluster/searcher-network.js';
import type { Vision } from '../engine-host/vision.js';
import type { VisionOptions } from '../engine-host/vision-options.js';
import type { ApplicationServices } from './application-services.js';

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
