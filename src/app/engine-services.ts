/** Wires the recognition engine: applications, their references and all that is done with them. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Secrets } from '../access/secrets.js';
import type { Clock } from '../clock.js';
import type { Database } from '../db/database.js';
import { ApplicationCounters } from '../engine/application-counters.js';
import { ApplicationService } from '../engine/application.service.js';
import { ColorService } from '../engine/color.service.js';
import { ComparisonService } from '../engine/comparison.service.js';
import { ExplanationService } from '../engine/explanation.service.js';
import { ImportArchives } from '../engine/import-archive.js';
import { ImportService } from '../engine/import.service.js';
import { NearDuplicates } from '../engine/near-duplicates.js';
import { PictureSignatures } from '../engine/picture-signatures.js';
import { ReferenceFilter } from '../engine/reference-filter.js';
import { ReferenceList } from '../engine/reference-list.js';
import { ReferenceSearch } from '../engine/reference-search.js';
import { ReferenceStore } from '../engine/reference-store.js';
import { ReferenceService } from '../engine/reference.service.js';
import type { JobRunner } from '../jobs/job-runner.js';
import type { ImageDecoder } from '../media/image-decoder.js';
import type { Vision } from '../vision/vision.js';
import type { CoreServices } from './core-services.js';
import type { Foundations } from './services.js';

export interface EngineServices {
  readonly referenceStore: ReferenceStore;
  readonly applications: ApplicationService;
  readonly applicationCounters: ApplicationCounters;
  readonly signatures: PictureSignatures;
  readonly references: ReferenceService;
  readonly referenceList: ReferenceList;
  readonly referenceSearch: ReferenceSearch;
  readonly colors: ColorService;
  readonly comparisons: ComparisonService;
  readonly explanations: ExplanationService;
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
    referenceList: new ReferenceList(database),
    referenceSearch: new ReferenceSearch({ database, filter, vision, signatures, references, counters }),
    colors: new ColorService({ vision, signatures, references, filter, counters }),
    comparisons: new ComparisonService(vision, decoder, counters),
    explanations: new ExplanationService({ vision, decoder, signatures, references, counters }),
  };
}

export interface EngineImports {
  readonly referenceImports: ImportService;
}

/** Imports are jobs, which come after the engine. */
export function createEngineImports(
  { config, database, clock }: Foundations,
  { uploads, references }: Pick<CoreServices, 'uploads' | 'references'>,
  jobs: JobRunner,
): EngineImports {
  const archives = new ImportArchives(join(config.dataFolder, 'imports'));
  const { maxFileBytes } = config.limits;
  return {
    referenceImports: new ImportService({
      database,
      clock,
      jobs,
      uploads,
      archives,
      references,
      maxFileBytes,
    }),
  };
}
