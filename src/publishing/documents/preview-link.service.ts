/**
 * Links to show a document to somebody without an account, as readers would get it: good for seven days, revoked by those who may
 * change the document. The code is kept as a hash alone.
 */
import type { Secrets } from '../../access/secrets.js';
import type { Viewer } from '../../access/viewer.js';
import { nameOf, type OperationLog } from '../../audit/operation-log.js';
import type { Clock } from '../../kernel/clock.js';
import { DocumentLanguage } from '../../content/document-language.entity.js';
import type { Database, EntityManager } from '../../db/database.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import { Document } from '../../hierarchy/document.entity.js';
import { type GuardedNodes, shown } from '../../hierarchy/guarded-nodes.js';
import { Node } from '../../hierarchy/node.entity.js';
import type { NodeStore } from '../../hierarchy/node.store.js';
import { isId, newId } from '../../kernel/ids.js';
import type { DocumentReader } from './document-reader.js';
import { PreviewLink } from './preview-link.entity.js';
import type { ImageView, ZoneView } from '../views.js';
import { readZones } from '../zones/zone.reader.js';

const LIFE_MS = 7 * 24 * 60 * 60 * 1000;
/** Of a document, at a time. */
const MOST_LINKS = 20;

export interface PreviewLinkView {
  readonly id: string;
  readonly user: string;
  readonly dateCreated: Date;
  readonly dateExpires: Date;
}

/** What somebody sees who was given a link. */
export interface SharedDocument {
  readonly name: string;
  readonly defaultLanguage: string;
  readonly languages: readonly string[];
  readonly dateExpires: Date;
  readonly pages: readonly { readonly page: ImageView; readonly zones: readonly ZoneView[] }[];
  /** Hand it to `PreviewLinkService.preview`. */
  readonly code: string;
}

/** Answers what a reader would get of an element. */
interface Previews<Preview> {
  of(em: EntityManager, node: Node, wanted: string | null): Promise<Preview>;
}

export interface PreviewLinkServiceParts<Preview> {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'hash' | 'newSecret'>;
  readonly nodes: NodeStore;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
  readonly reader: DocumentReader;
  readonly previews: Previews<Preview>;
}

export class PreviewLinkService<Preview> {
  constructor(private readonly parts: PreviewLinkServiceParts<Preview>) {}

  /** @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT (too many links) */
  async create(viewer: Viewer, documentId: string): Promise<PreviewLinkView & { readonly code: string }> {
    const { database, clock, secrets, guarded, operations } = this.parts;
    return database.transaction(async ({ em }) => {
      const node = await guarded.requireOfType(em, viewer, 'content:write', documentId, 'Document');
      const now = clock.now();
      await em.nativeDelete(PreviewLink, { documentId: node.id, dateExpires: { $lte: now } });
      if ((await em.count(PreviewLink, { documentId: node.id })) >= MOST_LINKS) {
        throw badInput('documentId', `has ${MOST_LINKS} preview links already; revoke one first`);
      }
      const code = secrets.newSecret();
      const link = em.create(PreviewLink, {
        id: newId(),
        documentId: node.id,
        codeHash: secrets.hash(code),
        user: nameOf(viewer),
        dateCreated: now,
        dateExpires: new Date(now.getTime() + LIFE_MS),
      });
      operations.write(em, viewer, 'document:share', node);
      return { ...viewOf(link), code };
    });
  }

  /** Those that are good still, the newest first. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async list(viewer: Viewer, documentId: string): Promise<readonly PreviewLinkView[]> {
    const { database, clock, guarded } = this.parts;
    const em = database.reader();
    const { id } = await guarded.requireOfType(em, viewer, 'content:write', documentId, 'Document');
    const where = { documentId: id, dateExpires: { $gt: clock.now() } };
    const links = await em.find(PreviewLink, where, { orderBy: { dateCreated: 'desc', id: 'desc' } });
    return links.map(viewOf);
  }

  /** Ends a link at once. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async revoke(viewer: Viewer, id: string): Promise<void> {
    const { database, guarded, operations } = this.parts;
    await database.transaction(async ({ em }) => {
      const link = isId(id) ? await em.findOne(PreviewLink, { id: id.toLowerCase() }) : null;
      const node = await guarded.requireFor(
        em,
        viewer,
        'content:write',
        link?.documentId ?? null,
        `Preview link ${shown(id)}`,
      );
      operations.write(em, viewer, 'document:unshare', node);
      if (link !== null) em.remove(link);
    });
  }

  /** The document of a link, for anybody who has its code. @throws LoupeError NOT_FOUND: unknown, revoked or too old */
  async open(code: string): Promise<SharedDocument> {
    const em = this.parts.database.reader();
    const { link, node } = await this.requireLink(em, code);
    const { defaultLanguage } = await em.findOneOrFail(Document, { id: node.id });
    const pageNodes = await this.parts.reader.pageNodes(em, node.id);
    const pages = await this.parts.reader.images(em, pageNodes);
    const zoneNodes = await em.find(
      Node,
      { parentId: { $in: pageNodes.map(({ id }) => id) }, type: 'Zone' },
      { orderBy: { order: 'asc', id: 'asc' } },
    );
    const zones = await readZones(em, zoneNodes);
    const languages = await em.find(
      DocumentLanguage,
      { documentId: node.id },
      { orderBy: { languageCode: 'asc' } },
    );
    return {
      code,
      name: node.name,
      defaultLanguage,
      languages: languages.map(({ languageCode }) => languageCode),
      dateExpires: link.dateExpires,
      pages: pages.map((page) => ({ page, zones: zones.filter(({ imageId }) => imageId === page.id) })),
    };
  }

  /** What a reader would get of a page or zone of the link's document. @throws LoupeError as `open`; BAD_USER_INPUT */
  async preview(code: string, elementId: string, wanted: string | null): Promise<Preview> {
    const em = this.parts.database.reader();
    const { node } = await this.requireLink(em, code);
    const element = isId(elementId) ? await this.parts.nodes.load(em, elementId.toLowerCase()) : null;
    if (element?.path.startsWith(node.path) !== true) {
      throw badInput('elementId', 'must be a page or a zone of this document');
    }
    return this.parts.previews.of(em, element, wanted);
  }

  private async requireLink(em: EntityManager, code: string) {
    const { secrets, clock, nodes } = this.parts;
    const codeHash = secrets.hash(code);
    const link = await em.findOne(PreviewLink, { codeHash, dateExpires: { $gt: clock.now() } });
    const node = link === null ? null : await nodes.loadOfType(em, link.documentId, 'Document');
    if (link !== null && node !== null) return { link, node };
    throw new LoupeError(
      'NOT_FOUND',
      'This preview link is unknown, was revoked or is too old. Ask for a new one.',
    );
  }
}

function viewOf({ id, user, dateCreated, dateExpires }: PreviewLink): PreviewLinkView {
  return { id, user, dateCreated, dateExpires };
}
