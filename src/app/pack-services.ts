/** Wires packs: pages that phones recognize without a network. */
import type { ReaderThrottle } from '../access/reader-throttle.js';
import type { Secrets } from '../access/secrets.js';
import type { OperationLog } from '../audit/operation-log.js';
import type { DocumentWatch } from '../documents/document-watch.js';
import { DocumentReader } from '../documents/document-reader.js';
import { Vision } from '../engine-host/vision.js';
import { DraftPackService } from '../packs/draft-pack.service.js';
import { DraftRelatives } from '../packs/draft-relatives.js';
import { PackMaker, MAKE_PACK } from '../packs/pack-maker.js';
import { PackService } from '../packs/pack.service.js';
import { PackSigner } from '../packs/pack-file.js';
import { PackUses } from '../packs/pack-uses.js';
import type { ClickService } from '../readers/click.service.js';
import { MatchWriter } from '../recognition/match-writer.js';
import type { PublishableKeyService } from '../users/publishable-key.service.js';
import type { TreeBasics } from './content-services.js';
import type { CoreServices, Foundations } from './core-services.js';
import type { DocumentBasics } from './document-services.js';

export interface PackServices {
  readonly packs: PackService;
  readonly packUses: PackUses;
  readonly draftPacks: DraftPackService;
}

interface Surroundings {
  readonly core: CoreServices;
  readonly tree: TreeBasics;
  readonly secrets: Secrets;
  readonly operations: OperationLog;
  readonly documentBasics: DocumentBasics;
  readonly watch: DocumentWatch;
  readonly publishableKeys: PublishableKeyService;
  readonly clicks: ClickService;
  readonly throttle: ReaderThrottle;
}

export function createPacks(
  { config, database, clock }: Pick<Foundations, 'config' | 'database' | 'clock'>,
  { core, tree, secrets, operations, documentBasics, watch, publishableKeys, clicks, throttle }: Surroundings,
): PackServices {
  const { fileStore: files, vision, imageDecoder: decoder } = core;
  const { jobs, pageImages, pageSignatures } = documentBasics;
  const signer = new PackSigner(secrets.packSeed);
  jobs.register(MAKE_PACK, new PackMaker({ database, clock, files, vision, decoder, signer, watch }));
  const { guardedNodes: guarded, nodeStore: nodes } = tree;
  const matches = new MatchWriter(database, clock);
  const { threads } = config.vision;
  const relatives = new DraftRelatives({
    vision,
    openIndex: (feed) => new Vision({ feed, snapshotFolder: null, ...(threads === null ? {} : { threads }) }),
  });
  return {
    packs: new PackService({ database, clock, guarded, operations, jobs, files, signer, publishableKeys }),
    packUses: new PackUses({ database, clock, nodes, matches, clicks, throttle }),
    draftPacks: new DraftPackService({
      ...{ database, clock, guarded, vision, signer, files, decoder, pageImages, pageSignatures },
      ...{ reader: new DocumentReader(files), relatives },
    }),
  };
}
