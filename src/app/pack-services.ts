/** Wires packs: pages that phones recognize without a network. */
import type { Secrets } from '../access/secrets.js';
import type { OperationLog } from '../audit/operation-log.js';
import type { JobRunner } from '../jobs/job-runner.js';
import type { DocumentWatch } from '../documents/document-watch.js';
import { PackMaker, MAKE_PACK } from '../packs/pack-maker.js';
import { PackService } from '../packs/pack.service.js';
import { PackSigner } from '../packs/pack-file.js';
import type { PublishableKeyService } from '../users/publishable-key.service.js';
import type { TreeBasics } from './content-services.js';
import type { CoreServices, Foundations } from './core-services.js';

export interface PackServices {
  readonly packs: PackService;
}

interface Surroundings {
  readonly core: CoreServices;
  readonly tree: TreeBasics;
  readonly secrets: Secrets;
  readonly operations: OperationLog;
  readonly jobs: JobRunner;
  readonly watch: DocumentWatch;
  readonly publishableKeys: PublishableKeyService;
}

export function createPacks(
  { database, clock }: Pick<Foundations, 'database' | 'clock'>,
  { core, tree, secrets, operations, jobs, watch, publishableKeys }: Surroundings,
): PackServices {
  const { fileStore: files, vision } = core;
  const signer = new PackSigner(secrets.packSeed);
  jobs.register(MAKE_PACK, new PackMaker({ database, clock, files, vision, signer, watch }));
  const { guardedNodes: guarded } = tree;
  return {
    packs: new PackService({ database, clock, guarded, operations, jobs, files, signer, publishableKeys }),
  };
}
