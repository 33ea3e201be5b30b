/** Regularly removes what unfinished work left behind: bytes, uploads, ZIPs. */
import type { BackgroundWork } from '../kernel/background-work.js';
import type { Database } from '../db/database.js';
import type { OlderTexts } from '../documents/page-texts/older-texts.js';
import type { OlderPictures } from '../documents/targets/older-pictures.js';
import type { CoreServices } from './core-services.js';
import type { ImportServices } from './exchange-services.js';
import { regularly, untilDone } from './regularly.js';

const SWEEP_UPLOADS_EVERY_MS = 60 * 60 * 1000;
const SWEEP_ORPHANS_EVERY_MS = 6 * 60 * 60 * 1000;
const COMPLETE_AGAIN_AFTER_MS = 10 * 60 * 1000;

interface Swept extends Pick<CoreServices, 'fileStore' | 'resumableUploads'>, ImportServices {
  readonly database: Database;
  readonly background: BackgroundWork;
}

/**
 * Sweeps at once and then regularly.
 *
 * @param sweepsShared whether also what processes share; the uploads that came to this one are its own
 * @returns ends it, and waits for what is being removed
 */
export function startSweeps(parts: Swept, sweepsShared: boolean): () => Promise<void> {
  const { database, background, fileStore, resumableUploads, referenceImports } = parts;
  const sweepFiles = background.removing('unused-files', async () => fileStore.sweep(database), {
    done: 'Removed files that belong to nothing',
    failed: 'Files that belong to nothing could not be removed',
  });
  const sweepImports = background.removing('old-imports', async () => referenceImports.sweep(), {
    done: 'Removed old imports',
    failed: 'Old imports could not be removed',
  });
  const sweepUploads = background.removing('old-uploads', async () => resumableUploads.sweep(), {
    done: 'Removed uploads that nobody went on with',
    failed: 'Old uploads could not be removed',
  });
  const shared = sweepsShared ? [sweepFiles, sweepImports] : [];
  const stops = [
    ...shared.map((sweep) => regularly(sweep, SWEEP_ORPHANS_EVERY_MS)),
    regularly(sweepUploads, SWEEP_UPLOADS_EVERY_MS),
  ];
  return async () => {
    await Promise.all(stops.map(async (stop) => stop()));
  };
}

/**
 * Makes, once, the pictures that references of an older Loupe lack, then reads the words that its pages lack; after a failure again.
 *
 * @param olderTexts null where no words are read
 * @returns ends it, and waits for the page that is being made
 */
export function startCompleting(
  olderPictures: OlderPictures,
  olderTexts: OlderTexts | null,
  background: BackgroundWork,
): () => Promise<void> {
  let isWanted = true;
  const completing = (name: string, older: OlderPictures | OlderTexts, done: string, failed: string) => () =>
    background.run(name, async () => older.make(() => isWanted), {
      done: (count) => (count > 0 ? { facts: { count }, text: done } : null),
      failed,
    });
  const makePictures = completing(
    'pictures-of-pages',
    olderPictures,
    'Kept pictures of older pages for recognition',
    'Pictures of older pages could not be kept; they are tried again',
  );
  const stopPictures = untilDone(makePictures, COMPLETE_AGAIN_AFTER_MS);
  const stopTexts =
    olderTexts === null
      ? null
      : untilDone(
          completing(
            'words-of-pages',
            olderTexts,
            'Kept words of older pages for searches',
            'Words of older pages could not be kept; they are tried again',
          ),
          COMPLETE_AGAIN_AFTER_MS,
        );
  return async () => {
    isWanted = false;
    await Promise.all([stopPictures(), stopTexts?.()]);
  };
}
