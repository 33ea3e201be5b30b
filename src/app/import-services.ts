/** Wires imports of references, which are jobs. */
import { join } from 'node:path';
import { ImportArchives } from '../engine/imports/import-archive.js';
import { ImportService } from '../engine/imports/import.service.js';
import type { JobRunner } from '../jobs/job-runner.js';
import type { CoreServices, Foundations } from './foundations.js';

export interface ImportServices {
  readonly referenceImports: ImportService;
}

export function createImports(
  { config, database, clock }: Foundations,
  {
    uploads,
    referenceAddition,
    nearDuplicates,
    blobs,
    fileStore,
    vision,
  }: Pick<
    CoreServices,
    'uploads' | 'referenceAddition' | 'nearDuplicates' | 'blobs' | 'fileStore' | 'vision'
  >,
  jobs: JobRunner,
): ImportServices {
  const archives = new ImportArchives(join(config.dataFolder, 'imports'), blobs);
  const { maxFileBytes } = config.limits;
  const referenceImports = new ImportService({
    database,
    clock,
    jobs,
    uploads,
    archives,
    addition: referenceAddition,
    nearDuplicates,
    maxFileBytes,
    threads: vision.threads,
  });
  fileStore.alsoOwned(async (ids) => referenceImports.waitingAmong(ids));
  return { referenceImports };
}
