/** Makes packs: gathers the pages, builds their index, signs the file. A later version keeps the segments of the one before. */
import { Readable } from 'node:stream';
import type { Clock } from '../kernel/clock.js';
import { LoupeError } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import type { Database, EntityManager } from '../db/database.js';
import type { JobHandler, RunningJob } from '../jobs/job-runner.js';
import type { FileStore } from '../media/blobs/file-store.js';
import { StoredFile } from '../media/blobs/stored-file.entity.js';
import { readChanges } from '../engine/feed/database-feed.js';
import type { SearchHit } from '../engine-host/types.js';
import { fewerKeypoints } from '../engine-host/indexes/fewer-keypoints.js';
import { readVocabularyId } from '../engine-host/indexes/packed-segment.js';
import type { ImageDecoder } from '../media/pictures/image-decoder.js';
import type { Vision } from '../engine-host/vision.js';
import { CachedTargets } from '../recognition/cached-targets.js';
import { Node } from '../tree/node.entity.js';
import { pathUpTo } from '../tree/node-path.js';
import type { DocumentWatch } from '../documents/document-watch.js';
import type { PackContent, PackElement, PackReference } from './pack-content.js';
import { type AlikeByKey, comparisonsOf, MOST_ALIKE, readPicture } from './pack-comparisons.js';
import { packElement, wantedReferences, type WantedReference } from './pack-elements.js';
import { type NewChunk, ownPack, type OwnPack, packFile, type PackSigner } from './pack-file.js';
import { PackPictures } from './pack-pictures.js';
import { MOST_REFERENCES } from './pack.rules.js';
import { Pack } from './pack.entity.js';

export const MAKE_PACK = 'pack.make';

/** More changes than this share, or more segments, and the index is built again. */
const MOST_CHANGED = 0.25;
const MOST_SEGMENTS = 8;
const BATCH = 100;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Shares of the work until all is gathered, and until relatives are known. */
const GATHERED = 0.4;
const COMPARED = 0.9;

export interface PackMakerParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly files: FileStore;
  readonly vision: Pick<Vision, 'conflicts' | 'segmentOf'>;
  readonly decoder: Pick<ImageDecoder, 'contentPicture' | 'jpeg'>;
  readonly signer: PackSigner;
  readonly watch: Pick<DocumentWatch, 'changed'>;
}

/** Segments of a version, and the place of each reference's among them. */
interface Segments {
  readonly chunks: readonly NewChunk[];
  readonly chunkOf: ReadonlyMap<number, number>;
}

export class PackMaker implements JobHandler {
  private readonly pictures: PackPictures;

  constructor(private readonly parts: PackMakerParts) {
    this.pictures = new PackPictures(parts.files, parts.decoder);
  }

  async run(job: RunningJob): Promise<void> {
    const { database, clock, files, watch } = this.parts;
    const { packId } = job.payload as { packId: string };
    const em = database.reader();
    const pack = await em.findOne(Pack, { id: packId });
    const node = pack && (await em.findOne(Node, { id: pack.elementId }));
    if (pack === null || node === null || pack.jobId !== job.id) return;
    const { references, elements, places } = await this.gather(em, node, pack, job);
    const before = await this.versionBefore(em, pack);
    const segments = await this.segmentsOf(em, references, { before, keypoints: pack.keypoints });
    const { chunks: pictureChunks, pictures } = await this.pictures.of(elements, before);
    const compared = await comparisonsOf(references, await this.relativesOf(em, references, job), {
      decoder: this.parts.decoder,
      pictureOf: (key) => readPicture(em, key),
      before,
    });
    const content: PackContent = {
      elements,
      references: references.map(({ key, sequence, node: { id } }): PackReference => ({
        key,
        sequence,
        chunk: segments.chunkOf.get(key) ?? 0,
        element: places.get(id) ?? 0,
        ...compared.saidOf(key),
      })),
      ...(pictureChunks.length === 0 ? {} : { pictures }),
      ...(compared.chunks.length === 0 ? {} : { comparisons: compared.comparisons }),
    };
    const now = clock.now();
    const expires = new Date(now.getTime() + pack.validDays * DAY_MS);
    const version = pack.version + 1;
    const facts = {
      id: pack.id,
      version,
      organizationId: pack.organizationId,
      name: node.name,
      madeAt: now.toISOString(),
      expiresAt: expires.toISOString(),
      vocabularyId: readVocabularyId(),
      languages: pack.languages,
      pageCount: new Set(elements.map(({ pageId }) => pageId)).size,
    };
    const chunks = [
      ...segments.chunks,
      { kind: 'content' as const, bytes: Buffer.from(JSON.stringify(content)) },
      ...pictureChunks,
      ...compared.chunks,
    ];
    const file = await files.stageStream(
      newId(),
      Readable.from(packFile(facts, chunks, this.parts.signer)),
      'application/octet-stream',
    );
    await database.transaction(async (transaction) => {
      const row = await transaction.em.findOne(Pack, { id: pack.id });
      if (row === null || row.jobId !== job.id) {
        transaction.afterCommit(() => files.drop([file]));
        return;
      }
      await files.removeAllOf(transaction, row.id, 'Pack');
      files.attach(transaction, file, {
        ownerId: row.id,
        documentId: null,
        organizationId: row.organizationId,
        kind: 'Pack',
        originalName: `${row.id}.loupe-pack`,
      });
      Object.assign(row, {
        version,
        pageCount: facts.pageCount,
        sizeBytes: file.sizeBytes,
        pictureBytes: bytesOf(pictureChunks),
        comparisonBytes: bytesOf(compared.chunks),
        fileId: file.id,
        dateMade: now,
        dateExpires: expires,
        dateModified: now,
      });
      transaction.afterCommit(() => watch.changed(job.id));
    });
  }

  /** Everything that readers are shown below an element. */
  private async gather(em: EntityManager, node: Node, choice: Pack, job: RunningJob) {
    const targets = new CachedTargets(this.parts.database);
    const references: WantedReference[] = [];
    const { path } = node;
    const organizationPath = pathUpTo(path, node.organizationId);
    for await (const some of wantedReferences(em, targets, { path, organizationPath })) {
      references.push(...some);
      if (references.length > MOST_REFERENCES)
        throw new LoupeError(
          'CONFLICT',
          `There are more than ${MOST_REFERENCES} pages and zones. Make packs of single folders.`,
        );
      job.signal.throwIfAborted();
    }
    const now = this.parts.clock.now();
    const elements: PackElement[] = [];
    const places = new Map<string, number>();
    const add = async (id: string, elementPath: string, place: PackElement['place']) => {
      if (places.has(id)) return;
      const element = await packElement(this.parts.database.reader(), elementPath, place, choice, now);
      if (element !== null) places.set(id, elements.push(element) - 1);
    };
    for (const [i, { node: target }] of references.entries()) {
      await add(target.id, target.path, target.place);
      const pageId = target.type === 'Zone' ? (target.parent_id ?? target.id) : target.id;
      // Zones without content of their own are found by the pose of the page.
      for (const zone of await targets.zonesOf(pageId)) await add(zone.elementId, zone.path, zone.place);
      if (i % BATCH === 0) {
        job.signal.throwIfAborted();
        await this.tell(job, (GATHERED * i) / references.length);
      }
    }
    const live = references.filter(({ node: { id } }) => places.has(id));
    if (live.length === 0)
      throw new LoupeError('CONFLICT', 'There is no active page. Activate a document first.');
    return { references: live, elements, places };
  }

  private async versionBefore(em: EntityManager, pack: Pack): Promise<OwnPack | null> {
    const file = pack.fileId === null ? null : await em.findOne(StoredFile, { id: pack.fileId });
    return file === null ? null : ownPack(await this.parts.files.read(file));
  }

  /** Segments of the version before with what is gone struck out, and one more for what is new; or one for all. */
  private async segmentsOf(
    em: EntityManager,
    references: readonly WantedReference[],
    { before, keypoints }: { readonly before: OwnPack | null; readonly keypoints: number },
  ): Promise<Segments> {
    const known = new Map(before?.content.references.map((reference) => [reference.key, reference]));
    const isKept = ({ key, sequence }: WantedReference) => known.get(key)?.sequence === sequence;
    const fresh = references.filter((reference) => !isKept(reference));
    const old = before?.chunks.filter(({ kind }) => kind === 'segment') ?? [];
    if (before === null || old.length >= MOST_SEGMENTS || fresh.length > MOST_CHANGED * references.length)
      return this.built([], references, em, keypoints);
    const kept = references.filter(isKept);
    const keys = new Set(kept.map(({ key }) => key));
    const chunks = old.map((chunk, i): NewChunk => {
      const gone = before.content.references.filter((one) => one.chunk === i && !keys.has(one.key));
      return { ...chunk, removed: [...(chunk.removed ?? []), ...gone.map(({ key }) => key)] };
    });
    const chunkOf = new Map(kept.map(({ key }) => [key, known.get(key)?.chunk ?? 0]));
    if (fresh.length === 0) return { chunks, chunkOf };
    const added = await this.built(chunks, fresh, em, keypoints);
    return { chunks: added.chunks, chunkOf: new Map([...chunkOf, ...added.chunkOf]) };
  }

  private async built(
    before: readonly NewChunk[],
    references: readonly WantedReference[],
    em: EntityManager,
    keypoints: number,
  ): Promise<Segments> {
    const bytes = await this.parts.vision.segmentOf(signaturesOf(em, references, keypoints));
    const chunkOf = new Map(references.map(({ key }) => [key, before.length]));
    return { chunks: [...before, { kind: 'segment', bytes }], chunkOf };
  }

  /** Others of the organization that look like a reference, by its key; they come and go with other pages, so all are asked for. */
  private async relativesOf(
    em: EntityManager,
    references: readonly WantedReference[],
    job: RunningJob,
  ): Promise<AlikeByKey> {
    const found = new Map<number, readonly SearchHit[]>();
    const indexIds = [...new Set(references.map(({ applicationId }) => applicationId))];
    let done = 0;
    for (let from = 0; from < references.length; from += BATCH) {
      const some = references.slice(from, from + BATCH);
      const rows = await readChanges(
        em,
        some.map(({ key }) => key),
      );
      const dnas = new Map(rows.map(({ key, dna }) => [key, dna]));
      for (const { key, applicationId: indexId } of some) {
        const dna = dnas.get(key);
        if (dna === undefined) continue;
        const { hits } = await this.parts.vision.conflicts(indexIds, dna, {
          limit: MOST_ALIKE,
          self: { indexId, key },
        });
        found.set(key, hits);
        done++;
      }
      job.signal.throwIfAborted();
      await this.tell(job, GATHERED + ((COMPARED - GATHERED) * done) / references.length);
    }
    return found;
  }

  private async tell(job: RunningJob, fraction: number): Promise<void> {
    await job.progress(fraction);
    this.parts.watch.changed(job.id);
  }
}

const bytesOf = (chunks: readonly NewChunk[]): number =>
  chunks.reduce((sum, { bytes }) => sum + bytes.length, 0);

async function* signaturesOf(em: EntityManager, references: readonly WantedReference[], keypoints: number) {
  for (let from = 0; from < references.length; from += BATCH) {
    const keys = references.slice(from, from + BATCH).map(({ key }) => key);
    const rows = await readChanges(em, keys);
    yield rows.flatMap(({ key, dna }) =>
      dna === undefined ? [] : [{ key, dna: fewerKeypoints(dna, keypoints) }],
    );
  }
}
