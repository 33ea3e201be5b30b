/**
 * Packs of documents as their drafts have them: made for users who try the draft out with a camera, valid for an hour, and kept
 * nowhere. They hold what readers will get once the draft is published and the document is active.
 */
import type { Viewer } from '../access/viewer.js';
import type { Clock } from '../kernel/clock.js';
import { LoupeError } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import type { Database, EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import type { DocumentReader } from '../documents/document-reader.js';
import { readDraft } from '../documents/drafts/draft-contents.js';
import { plannedZones } from '../documents/drafts/drafted-zones.js';
import type { PageImages } from '../documents/pages/page-images.js';
import type { PageSignatures } from '../documents/pages/page-signatures.js';
import type { SharedDocument } from '../documents/preview-link.service.js';
import type { ZoneState } from '../documents/zones/zone.states.js';
import { readVocabularyId } from '../engine-host/indexes/packed-segment.js';
import type { Vision } from '../engine-host/vision.js';
import type { Place } from '../engine-host/plane.js';
import { readLanguages } from '../recognition/enriched-element.js';
import { loadPreviewed, type PreviewPlace } from '../recognition/previewed-element.js';
import type { FileStore } from '../media/blobs/file-store.js';
import type { ImageDecoder } from '../media/pictures/image-decoder.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import { Node } from '../tree/node.entity.js';
import type { DraftRelatives, StoredReferences } from './draft-relatives.js';
import { comparisonsOf, readPicture } from './pack-comparisons.js';
import type { PackContent, PackElement, PackReference } from './pack-content.js';
import { shownElement } from './pack-elements.js';
import { PackPictures } from './pack-pictures.js';
import { packFile, type PackSigner } from './pack-file.js';

/** The user sees what readers will get. */
const PICTURES = { withIcons: true, withThumbnails: true };
const VALID_MS = 60 * 60 * 1000;
/** Pages and zones: the user waits for the pack. */
const MOST_ELEMENTS = 200;

/** A pack that nobody keeps. */
export interface DraftPack {
  readonly file: Buffer;
  readonly pageCount: number;
  readonly dateExpires: Date;
}

export interface DraftPackParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly reader: Pick<DocumentReader, 'pageNodes'>;
  readonly pageImages: Pick<PageImages, 'crop'>;
  readonly pageSignatures: Pick<PageSignatures, 'of'>;
  readonly vision: Pick<Vision, 'segmentOf'>;
  readonly files: Pick<FileStore, 'read'>;
  readonly decoder: Pick<ImageDecoder, 'contentPicture' | 'jpeg'>;
  readonly signer: PackSigner;
  readonly relatives: Pick<DraftRelatives, 'of'>;
}

/** An element of the draft. */
interface Drafted {
  readonly place: PreviewPlace;
  readonly id: string;
  /** Of a zone on its page; null of a page. */
  readonly onPage: Place | null;
  /** Where the draft adds it, or puts it: its picture is not that of its reference. null of anything else. */
  readonly cut: ZoneState | null;
}

/** How an element of the draft is recognized. */
interface Signature {
  readonly dna: Buffer;
  /** For its small content; null where none is kept. */
  readonly picture: () => Promise<Buffer | null>;
}

interface Signed extends Signature {
  readonly element: PackElement;
}

/** Signatures that the document is searched by, before the draft is published. */
interface KeptSignatures extends StoredReferences {
  readonly signatureOf: ReadonlyMap<string, Signature>;
}

export class DraftPackService {
  constructor(private readonly parts: DraftPackParts) {}

  /** @throws LoupeError NOT_FOUND, CONFLICT: no page can be recognized, or there are too many */
  async ofDocument(viewer: Viewer, documentId: string): Promise<DraftPack> {
    const { database, guarded } = this.parts;
    const em = database.reader();
    return this.of(em, await guarded.requireOfType(em, viewer, 'content:read', documentId, 'Document'));
  }

  /** For guests who have the preview link that was opened. @throws LoupeError CONFLICT as `ofDocument` */
  async ofShared({ node }: SharedDocument): Promise<DraftPack> {
    return this.of(this.parts.database.reader(), node);
  }

  private async of(em: EntityManager, document: Node): Promise<DraftPack> {
    const { clock, vision, signer, files, decoder, relatives } = this.parts;
    const now = clock.now();
    const languages = await readLanguages(em, document.id);
    const elements: PackElement[] = [];
    const signed: Signed[] = [];
    const { drafted: all, ids } = await this.elementsOf(em, document.id);
    const kept = await keptSignatures(em, document.organizationId, ids);
    for (const drafted of all) {
      const { element, texts, status } = await loadPreviewed(em, drafted.place, { inDraft: true, at: now });
      if (!element.isOpen || !status.isActive || status.hasZones) continue;
      const shown = await shownElement(em, element, drafted.onPage, languages, PICTURES, texts);
      elements.push(shown);
      const { cut } = drafted;
      const signature = cut === null ? kept.signatureOf.get(drafted.id) : await this.signatureOf(cut);
      if (signature != null) signed.push({ ...signature, element: shown });
    }
    if (signed.length === 0)
      throw new LoupeError(
        'CONFLICT',
        'No page of this document can be recognized yet. Wait until its pages are ready, or see what its preview says.',
      );
    const { chunks: pictureChunks, pictures } = await new PackPictures(files, decoder).of(elements, null);
    const dnas = signed.map(({ dna }) => dna);
    const compared = await comparisonsOf(
      signed.map((_, i) => ({ key: i + 1, sequence: 0 })),
      await relatives.of(dnas, kept),
      { decoder, pictureOf: async (key) => signed[key - 1]?.picture() ?? null, before: null },
    );
    const content: PackContent = {
      pictures,
      elements,
      references: signed.map(({ element }, i): PackReference => ({
        key: i + 1,
        sequence: 0,
        chunk: 0,
        element: elements.indexOf(element),
        ...compared.saidOf(i + 1),
      })),
      ...(compared.chunks.length === 0 ? {} : { comparisons: compared.comparisons }),
    };
    const segment = await vision.segmentOf(inOnePart(dnas.map((dna, i) => ({ key: i + 1, dna }))));
    const dateExpires = new Date(now.getTime() + VALID_MS);
    const pageCount = new Set(elements.map(({ pageId }) => pageId)).size;
    const facts = {
      id: newId(),
      version: 1,
      organizationId: document.organizationId,
      name: document.name,
      madeAt: now.toISOString(),
      expiresAt: dateExpires.toISOString(),
      vocabularyId: readVocabularyId(),
      languages,
      pageCount,
    };
    const chunks = [
      { kind: 'segment', bytes: segment },
      { kind: 'content', bytes: Buffer.from(JSON.stringify(content)) },
      ...pictureChunks,
      ...compared.chunks,
    ] as const;
    return { file: Buffer.concat(packFile(facts, chunks, signer)), pageCount, dateExpires };
  }

  /** Pages of the document and the zones that they have once the draft is published; and the ids of those that they have now. */
  private async elementsOf(
    em: EntityManager,
    documentId: string,
  ): Promise<{ readonly drafted: readonly Drafted[]; readonly ids: readonly string[] }> {
    const pages = await this.parts.reader.pageNodes(em, documentId);
    const draft = await readDraft(em, documentId);
    const ids = pages.map(({ id }) => id);
    const zones = await plannedZones(em, ids, draft?.zones ?? new Map());
    const known = await em.find(Node, { parentId: { $in: ids }, type: 'Zone' });
    const nodes = new Map(known.map((node) => [node.id, node]));
    const drafted = pages.flatMap((page) => [
      { place: { node: page, added: null }, id: page.id, onPage: null, cut: null },
      ...(zones.get(page.id) ?? []).map(({ state, isRecognizable }): Drafted => {
        const node = nodes.get(state.id);
        const place = node === undefined ? { node: page, added: state } : { node, added: null };
        const onPage = {
          x: state.positionXPercent / 100,
          y: state.positionYPercent / 100,
          width: state.widthPercent / 100,
          height: state.heightPercent / 100,
        };
        return { place, id: state.id, onPage, cut: isRecognizable === null ? state : null };
      }),
    ]);
    if (drafted.length <= MOST_ELEMENTS) return { drafted, ids: [...ids, ...nodes.keys()] };
    throw new LoupeError(
      'CONFLICT',
      `A draft of more than ${MOST_ELEMENTS} pages and zones cannot be tried with the camera. Look at its previews instead.`,
    );
  }

  /** null where it cannot be recognized. */
  private async signatureOf(cut: ZoneState): Promise<Signature | null> {
    const { pageImages, pageSignatures } = this.parts;
    const crop = await pageImages.crop(cut.pageId, {
      xPercent: cut.positionXPercent,
      yPercent: cut.positionYPercent,
      widthPercent: cut.widthPercent,
      heightPercent: cut.heightPercent,
    });
    const { signature } = await pageSignatures.of(crop);
    return signature && { dna: signature.dna, picture: () => Promise.resolve(signature.picture ?? null) };
  }
}

/** Signatures of the references of pages and zones. */
async function keptSignatures(
  em: EntityManager,
  organizationId: string,
  ids: readonly string[],
): Promise<KeptSignatures> {
  const rows = await readRows<{
    readonly id: string;
    readonly key: number | string;
    readonly application_id: string;
    readonly dna: Uint8Array;
  }>(
    em,
    `select r.external_id as id, r."key", r.application_id, r.dna
       from reference r join application a on a.id = r.application_id
      where r.external_id in (${marks(ids)}) and a.purpose = 'content'
        and a.organization_id = ? and r.dna is not null`,
    [...ids, organizationId],
  );
  return {
    signatureOf: new Map(
      rows.map(({ id, key, dna }) => [
        id,
        { dna: Buffer.from(dna), picture: () => readPicture(em, Number(key)) },
      ]),
    ),
    indexIds: [...new Set(rows.map(({ application_id: indexId }) => indexId))],
    keys: new Set(rows.map(({ key }) => Number(key))),
  };
}

async function* inOnePart<T>(part: readonly T[]): AsyncGenerator<readonly T[]> {
  yield part;
}
