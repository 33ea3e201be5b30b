/** Wires applications, their references and all that is done with them. */
import type { Logger } from 'pino';
import type { Secrets } from '../access/secrets.js';
import type { UsageLimits } from '../access/usage-limits.js';
import { ApplicationCounters } from '../engine/application-counters.js';
import { ApplicationService } from '../engine/application.service.js';
import { ColorService } from '../engine/search/color.service.js';
import { ComparisonService } from '../engine/search/comparison.service.js';
import { DuplicateCheck } from '../engine/references/duplicate-check.js';
import { ExplanationService } from '../engine/search/explanation.service.js';
import { NearDuplicates } from '../engine/references/near-duplicates.js';
import { ReferenceAddition } from '../engine/references/reference-addition.js';
import { RecognitionCounters } from '../engine/references/recognition-counters.js';
import { ReferenceViews } from '../engine/references/reference-views.js';
import { PictureSignatures } from '../engine/references/pictures/picture-signatures.js';
import { ReferenceFilter } from '../engine/search/reference-filter.js';
import { ReferenceList } from '../engine/references/reference-list.js';
import { ReferenceSearch } from '../engine/search/reference-search.js';
import { ReferenceThumbnails } from '../engine/references/pictures/reference-thumbnails.js';
import { ReferenceStore } from '../engine/references/reference-store.js';
import { ReferenceService } from '../engine/references/reference.service.js';
import type { Clock } from '../kernel/clock.js';
import type { Database } from '../db/database.js';
import type { FileStore } from '../media/blobs/file-store.js';
import type { ImageDecoder } from '../media/pictures/image-decoder.js';
import type { Vision } from '../engine-host/vision.js';

export interface ApplicationServices {
  readonly referenceStore: ReferenceStore;
  readonly applications: ApplicationService;
  readonly applicationCounters: ApplicationCounters;
  readonly recognitionCounters: RecognitionCounters;
  readonly signatures: PictureSignatures;
  readonly referenceAddition: ReferenceAddition;
  readonly nearDuplicates: NearDuplicates;
  readonly references: ReferenceService;
  readonly referenceList: ReferenceList;
  readonly referenceSearch: ReferenceSearch;
  readonly duplicates: DuplicateCheck;
  readonly colors: ColorService;
  readonly comparisons: ComparisonService;
  readonly explanations: ExplanationService;
}

export interface ApplicationSurroundings {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly secrets: Secrets;
  readonly vision: Vision;
  readonly decoder: ImageDecoder;
  readonly files: FileStore;
  readonly usage: UsageLimits;
}

export function createApplications(surroundings: ApplicationSurroundings): ApplicationServices {
  const { database, clock, logger, secrets, vision, decoder, files, usage } = surroundings;
  const thumbnails = new ReferenceThumbnails(decoder, files);
  const store = new ReferenceStore(vision, thumbnails, clock);
  const signatures = new PictureSignatures(vision, decoder);
  const filter = new ReferenceFilter(database, store);
  const counters = new ApplicationCounters(database, clock, (error) =>
    logger.error(error, 'Counts of applications could not be written'),
  );
  const recognitions = new RecognitionCounters(database, clock, (error) =>
    logger.error(error, 'Counts of references could not be written'),
  );
  const views = new ReferenceViews(recognitions);
  const nearDuplicates = new NearDuplicates(database, vision);
  const addition = new ReferenceAddition({ database, store, signatures, thumbnails, counters, usage });
  const references = new ReferenceService({ database, store, addition, nearDuplicates, counters, views });
  return {
    referenceStore: store,
    applications: new ApplicationService(database, secrets, store, clock),
    applicationCounters: counters,
    recognitionCounters: recognitions,
    signatures,
    referenceAddition: addition,
    nearDuplicates,
    references,
    referenceList: new ReferenceList(database, views),
    referenceSearch: new ReferenceSearch({
      database,
      clock,
      filter,
      vision,
      signatures,
      references,
      counters,
      recognitions,
      usage,
    }),
    duplicates: new DuplicateCheck(database, nearDuplicates, views),
    colors: new ColorService({ vision, signatures, references, filter, counters }),
    comparisons: new ComparisonService(vision, decoder, counters),
    explanations: new ExplanationService({
      vision,
      decoder,
      signatures,
      references,
      counters,
      nearDuplicates,
    }),
  };
}
