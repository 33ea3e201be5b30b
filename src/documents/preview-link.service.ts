/**
 * Links to show a document to somebody without an account, as readers would get it: good for seven days, revoked by those who may
 * change the document. The code is kept as a hash alone.
 */
import { MS_PER_DAY, type Clock } from '../kernel/clock.js';
import type { Secrets } from '../access/secrets.js';
import type { Viewer } from '../access/viewer.js';
import { nameOf, type OperationLog, userIdOf } from '../audit/operation-log.js';
import type { TitleWriter } from '../content/titles/title-writer.js';
import { readDraft } from './drafts/draft-contents.js';
import { Draft } from './drafts/draft.entity.js';
import { plannedZones } from './drafts/drafted-zones.js';
import type { ZoneState } from './zones/zone.states.js';
import type { Database, EntityManager } from '../db/database.js';
import { badInput, LoupeError } from '../kernel/errors.js';
import { Document, PreviewGuest, PreviewLink } from './document.entity.js';
import { type GuardedNodes, shown } from '../tree/guarded-nodes.js';
import type { Node } from '../tree/node.entity.js';
import type { NodeStore } from '../tree/node.store.js';
import { isId, newId } from '../kernel/ids.js';
import type { DocumentReader } from './document-reader.js';
import { ofActiveMakers } from './links/link-makers.js';
import type { ImageView } from './views.js';

const LIFE_MS = 7 * MS_PER_DAY;
/** Of a document, at a time. */
const MOST_LINKS = 20;

export interface PreviewLinkView {
  readonly id: string;
  readonly user: string;
  readonly dateCreated: Date;
  readonly dateExpires: Date;
  /** Whether those who have it may comment. */
  readonly mayComment: boolean;
}

/** Somebody without an account who has given a name to comment. */
export interface LinkGuest {
  readonly name: string;
  readonly dateCreated: Date;
}

/** The view of somebody who was given a link. */
export interface SharedDocument {
  readonly name: string;
  readonly dateExpires: Date;
  readonly link: PreviewLinkView & { readonly userId: string | null };
  /** Hand the whole to `PreviewLinkService.languages`, `pages` and `preview`. */
  readonly node: Node;
}

export interface SharedPage {
  readonly page: ImageView;
  readonly zones: readonly ZoneState[];
  /** Those of the page once the draft is published; without a draft the same. */
  readonly draftedZones: readonly ZoneState[];
}

/** Answers what a reader would get of an element. */
interface Previews<Preview, Place extends { readonly node: Node }> {
  find(em: EntityManager, elementId: string, options: { readonly inDraft: boolean }): Promise<Place | null>;
  of(
    em: EntityManager,
    place: Place,
    wanted: string | null,
    options: { readonly inDraft: boolean },
  ): Promise<Preview>;
}

export interface PreviewLinkServiceParts<Preview, Place extends { readonly node: Node }> {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'hash' | 'newSecret'>;
  readonly nodes: NodeStore;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
  readonly reader: DocumentReader;
  readonly titles: Pick<TitleWriter, 'languagesOf'>;
  readonly previews: Previews<Preview, Place>;
}

export class PreviewLinkService<Preview, Place extends { readonly node: Node }> {
  constructor(private readonly parts: PreviewLinkServiceParts<Preview, Place>) {}

  /** @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT (too many links) */
  async create(
    viewer: Viewer,
    documentId: string,
    { mayComment = false }: { readonly mayComment?: boolean } = {},
  ): Promise<PreviewLinkView & { readonly code: string }> {
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
        userId: userIdOf(viewer),
        dateCreated: now,
        dateExpires: new Date(now.getTime() + LIFE_MS),
        mayComment,
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
    return (await ofActiveMakers(em, links)).map(viewOf);
  }

  /** Guests of a link of `list`, the first one first. */
  async guests({ id }: PreviewLinkView): Promise<readonly LinkGuest[]> {
    const em = this.parts.database.reader();
    const guests = await em.find(PreviewGuest, { linkId: id }, { orderBy: { id: 'asc' } });
    return guests.map(({ name, dateCreated }) => ({ name, dateCreated }));
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

  /** The document of a link, for anybody who has its code. @throws LoupeError NOT_FOUND: unknown, revoked, too old, or of a user who is not active any more */
  async open(code: string): Promise<SharedDocument> {
    const { database, secrets, clock, nodes } = this.parts;
    const em = database.reader();
    const codeHash = secrets.hash(code);
    const found = await em.find(PreviewLink, { codeHash, dateExpires: { $gt: clock.now() } });
    const [link = null] = await ofActiveMakers(em, found);
    const node = link === null ? null : await nodes.loadOfType(em, link.documentId, 'Document');
    if (link === null || node === null) {
      throw new LoupeError(
        'NOT_FOUND',
        'This preview link is unknown, was revoked or is too old. Ask for a new one.',
      );
    }
    const seen = { ...viewOf(link), userId: link.userId ?? null };
    return { name: node.name, dateExpires: link.dateExpires, link: seen, node };
  }

  async defaultLanguage({ node }: SharedDocument): Promise<string> {
    return (await this.parts.database.reader().findOneOrFail(Document, { id: node.id })).defaultLanguage;
  }

  async languages({ node }: SharedDocument): Promise<readonly string[]> {
    const { database, titles } = this.parts;
    return titles.languagesOf(database.reader(), node.id);
  }

  /** Whether changes wait to be published. */
  async hasDraft({ node }: SharedDocument): Promise<boolean> {
    return (await this.parts.database.reader().count(Draft, { documentId: node.id })) > 0;
  }

  /** The pages in order, with their zones now and as the draft has them. */
  async pages({ node }: SharedDocument): Promise<readonly SharedPage[]> {
    const { database, reader } = this.parts;
    const em = database.reader();
    const pages = await reader.images(em, await reader.pageNodes(em, node.id));
    const ids = pages.map(({ id }) => id);
    const now = await plannedZones(em, ids, new Map());
    const draft = await readDraft(em, node.id);
    const drafted = draft === null ? now : await plannedZones(em, ids, draft.zones);
    const statesOf = (zones: typeof now, id: string) => (zones.get(id) ?? []).map(({ state }) => state);
    return pages.map((page) => ({
      page,
      zones: statesOf(now, page.id),
      draftedZones: statesOf(drafted, page.id),
    }));
  }

  /** The view of a reader on a page or zone of the document. @throws LoupeError BAD_USER_INPUT */
  async preview(
    { node }: SharedDocument,
    elementId: string,
    wanted: string | null,
    options: { readonly inDraft: boolean },
  ): Promise<Preview> {
    const { database, previews } = this.parts;
    const em = database.reader();
    const place = await previews.find(em, elementId, options);
    if (place?.node.path.startsWith(node.path) !== true) {
      throw badInput('elementId', 'must be a page or a zone of this document');
    }
    return previews.of(em, place, wanted, options);
  }
}

function viewOf({ id, user, dateCreated, dateExpires, mayComment }: PreviewLink): PreviewLinkView {
  return { id, user, dateCreated, dateExpires, mayComment };
}
