/** Wires imports of references, which are jobs. */
import { join } from 'node:path';
import { ImportArchives } from '../applications/import-archive.js';
import { ImportService } from '../applications/import.service.js';
import type { JobRunner } from '../jobs/job-runner.js';
import type { CoreServices, Foundations } from './foundations.js';

export interface ImportServices {
  readonly referenceImports: ImportService;
}

export function createImports(
  { config, database, clock }: Foundations,
  { uploads, references }: Pick<CoreServices, 'uploads' | 'references'>,
  jobs: JobRunner,
): ImportServices {
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
