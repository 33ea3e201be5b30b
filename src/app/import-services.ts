/** Wires imports of references, which are jobs. */
import { join } from 'node:path';
import { ImportArchives } from '../applications/imports/import-archive.js';
import { ImportService } from '../applications/imports/import.service.js';
import type { JobRunner } from '../jobs/job-runner.js';
import type { CoreServices, Foundations } from './foundations.js';

export interface ImportServices {
  readonly referenceImports: ImportService;
}

export function createImports(
  { config, database, clock }: Foundations,
  {
    uploads,
    references,
    blobs,
    fileStore,
  }: Pick<CoreServices, 'uploads' | 'references' | 'blobs' | 'fileStore'>,
  jobs: JobRunner,
): ImportServices {
  const archives = new ImportArchives(join(config.dataFolder, 'imports'), blobs);
  const { maxFileBytes } = config.limits;
  const imports = { database, clock, jobs, uploads, archives, references, maxFileBytes };
  const referenceImports = new ImportService(imports);
  fileStore.alsoOwned(async (ids) => referenceImports.waitingAmong(ids));
  return { referenceImports };
}
