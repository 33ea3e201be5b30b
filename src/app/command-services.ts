/**
 * The services that the command line works with, on the data folder, without locking what the server locks, and recognition on
 * files.
 */
import { ComparisonService } from '../engine/search/comparison.service.js';
import { LocalRecognition, MemoryReferences } from '../recognition/local-recognition.js';
import { comparePair } from '../engine/search/pair-comparison.js';
import { PdfComparisonService } from '../proofs/pdf-comparison.service.js';
import { PictureSignatures } from '../engine/references/pictures/picture-signatures.js';
import type { Config } from '../config.js';
import { ImageDecoder } from '../media/pictures/image-decoder.js';
import { PdfRenderer } from '../media/pdf/pdf-renderer.js';
import { Vision } from '../engine-host/vision.js';
import { pino } from 'pino';
import { systemClock } from '../kernel/clock.js';
import { Database } from '../db/database.js';
import { entities } from './entities.js';
import { createServices, type Services } from './services.js';

/** Wires recognition on files. */
export function openLocalRecognition({ limits, vision: { threads } }: Config): LocalRecognition {
  const references = new MemoryReferences();
  const options = threads === null ? {} : { threads };
  const vision = new Vision({ feed: references, snapshotFolder: null, ...options });
  const decoder = new ImageDecoder(limits);
  const signatures = new PictureSignatures(vision, decoder);
  const comparisons = new ComparisonService(vision, decoder, { note: () => undefined });
  return new LocalRecognition({
    vision,
    references,
    signatures,
    pdfs: new PdfComparisonService(vision, new PdfRenderer(limits)),
    compare: (reference, query, options) =>
      comparePair({ vision, decoder, signatures }, reference, query, options),
    compareFinely: (reference, query, settings) =>
      comparisons.compareBytes(reference, query, undefined, settings),
  });
}

export async function openCommandServices(config: Config): Promise<Services> {
  const database = await Database.open(config.databaseUrl, entities);
  try {
    const services = await createServices({
      config,
      database,
      logger: pino({ level: 'silent' }),
      clock: systemClock,
      isServer: false,
    });
    return {
      ...services,
      close: async () => {
        await services.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
