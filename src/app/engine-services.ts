/** Wires the recognition engine: applications, their references and all that is done with them. */
import type { Logger } from 'pino';
import type { Secrets } from '../access/secrets.js';
import type { Clock } from '../clock.js';
import type { Database } from '../db/database.js';
import { ApplicationCounters } from '../engine/application-counters.js';
import { ApplicationService } from '../engine/application.service.js';
import { ColorService } from '../engine/color.service.js';
import { ComparisonService } from '../engine/comparison.service.js';
import { NearDuplicates } from '../engine/near-duplicates.js';
import { PictureSignatures } from '../engine/picture-signatures.js';
import { ReferenceFilter } from '../engine/reference-filter.js';
import { ReferenceSearch } from '../engine/reference-search.js';
import { ReferenceStore } from '../engine/reference-store.js';
import { ReferenceService } from '../engine/reference.service.js';
import type { ImageDecoder } from '../media/image-decoder.js';
import type { Vision } from '../vision/vision.js';

export interface EngineServices {
  readonly referenceStore: ReferenceStore;
  readonly applications: ApplicationService;
  readonly applicationCounters: ApplicationCounters;
  readonly signatures: PictureSignatures;
  readonly references: ReferenceService;
  readonly referenceSearch: ReferenceSearch;
  readonly colors: ColorService;
  readonly comparisons: ComparisonService;
}

export interface EngineSurroundings {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly secrets: Secrets;
  readonly vision: Vision;
  readonly decoder: ImageDecoder;
}

export function createEngine(surroundings: EngineSurroundings): EngineServices {
  const { database, clock, logger, secrets, vision, decoder } = surroundings;
  const store = new ReferenceStore(vision, clock);
  const signatures = new PictureSignatures(vision, decoder);
  const filter = new ReferenceFilter(database, store);
  const counters = new ApplicationCounters(database, clock, (error) =>
    logger.error(error, 'Counts of applications could not be written'),
  );
  const nearDuplicates = new NearDuplicates(database, vision);
  const references = new ReferenceService({ database, store, signatures, nearDuplicates, counters });
  return {
    referenceStore: store,
    applications: new ApplicationService(database, secrets, store, clock),
    applicationCounters: counters,
    signatures,
    references,
    referenceSearch: new ReferenceSearch({ database, filter, vision, signatures, references, counters }),
    colors: new ColorService({ vision, signatures, references, filter, counters }),
    comparisons: new ComparisonService(vision, decoder, counters),
  };
}
