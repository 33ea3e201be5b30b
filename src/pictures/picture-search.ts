/**
 * Finds pictures by a photo, by colors, or by the colors of another picture: for readers within the organization of their
 * ApiKey and below, for users within one of theirs and below.
 */
import { raw } from '@mikro-orm/core';
import { requireScan } from '../access/access.js';
import type { Viewer } from '../access/viewer.js';
import type { Database, EntityManager } from '../db/database.js';
import type { ApplicationService } from '../engine/application.service.js';
import type { PictureSignatures } from '../engine/references/pictures/picture-signatures.js';
import { ReferenceKeyword, Reference } from '../engine/references/reference.entity.js';
import { withVision } from '../engine/engine-failures.js';
import { badInput, notFound } from '../kernel/errors.js';
import { isId } from '../kernel/ids.js';
import type { ImageDecoder } from '../media/pictures/image-decoder.js';
import type { UploadedFile } from '../media/uploads/received-file.js';
import { sessionOf } from '../access/session.rules.js';
import { type GuardedNodes, shown } from '../tree/guarded-nodes.js';
import { Node } from '../tree/node.entity.js';
import { inSubtree } from '../tree/node-path.js';
import { parseColor, type PictureColor, type WantedColor } from '../engine-host/appearance/color.js';
import { isRecognized } from '../engine-host/types.js';
import { EngineError } from '../engine-host/engine-error.js';
import type { Vision } from '../engine-host/vision.js';
import { Picture } from './picture.entity.js';
import { readPictures } from './picture.reader.js';
import { requirePictureKeywords, requireResultCount } from './picture.rules.js';
import type { PictureSearchResult, PictureView } from './views.js';
import type { ColorHit } from '../engine-host/appearance/appearance-table.js';

const MAX_COLORS = 10;

export interface PictureQuery {
  /** Only pictures that hold all of these. */
  readonly keywords?: readonly string[];
  /** Instead of the ApiKey's organization: one whose pictures the viewer, a user, may read. */
  readonly organizationId?: string | null;
  /** Results at most, 1..1000; 10 by default. */
  readonly take?: number;
  readonly sessionId?: string | null;
  /** Ends the search when the caller has left. */
  readonly signal?: AbortSignal;
}

interface KeyHit {
  readonly key: number;
  readonly distance: number;
}

export interface PictureSearchParts {
  readonly database: Database;
  readonly guarded: GuardedNodes;
  readonly applications: Pick<ApplicationService, 'idsOf'>;
  readonly decoder: Pick<ImageDecoder, 'picture'>;
  readonly signatures: Pick<PictureSignatures, 'colorsOfUpload'>;
  readonly vision: Pick<Vision, 'search'>;
  readonly colors: PictureColors;
}

export class PictureSearch {
  constructor(private readonly parts: PictureSearchParts) {}

  /**
   * The pictures that a photo shows, best first. The caller discards the file.
   *
   * @throws LoupeError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, BAD_USER_INPUT, UNSUPPORTED_MEDIA, INVALID_IMAGE,
   *   PAYLOAD_TOO_LARGE, OVERLOADED
   */
  async byPhoto(viewer: Viewer, photo: UploadedFile, query: PictureQuery = {}): Promise<PictureSearchResult> {
    const { decoder, vision, database } = this.parts;
    const em = database.reader();
    const scope = await this.scopeOf(em, viewer, query);
    const { keywords, limit, sessionId } = checked(query);
    const picture = decoder.picture(await photo.bytes());
    const applicationIds = await this.applicationsIn(em, scope);
    if (applicationIds.length === 0) {
      await picture.luma('query'); // A picture that cannot be read is refused also here.
      return { sessionId, pictures: [] };
    }
    const options = {
      limit,
      ...(keywords.length === 0 ? {} : { filter: { keywords } }),
      ...(query.signal ? { signal: query.signal } : {}),
    };
    const { hits } = await withVision(() => vision.search(applicationIds, picture, options));
    const recognized = hits.filter(isRecognized);
    return { sessionId, pictures: await this.resolve(em, recognized) };
  }

  /** The pictures whose colors are most like those of a given picture, best first. @throws LoupeError as `byPhoto` */
  async byColorOfPhoto(
    viewer: Viewer,
    photo: UploadedFile,
    query: PictureQuery = {},
  ): Promise<PictureSearchResult> {
    const em = this.parts.database.reader();
    const scope = await this.scopeOf(em, viewer, query);
    const colors = await this.parts.signatures.colorsOfUpload(photo, query.signal);
    return this.byColors(em, scope, colors, query, null);
  }

  /**
   * The pictures that hold the wanted colors best, best first.
   *
   * @param colors 1..10, as `FF6633` or `FF6633@40`: the share in percent that it is to have
   * @throws LoupeError as `byPhoto`
   */
  async byWantedColors(
    viewer: Viewer,
    colors: readonly string[],
    query: PictureQuery = {},
  ): Promise<PictureSearchResult> {
    const em = this.parts.database.reader();
    const scope = await this.scopeOf(em, viewer, query);
    return this.byColors(em, scope, wantedColors(colors), query, null);
  }

  /** The dominant colors of a picture, largest share first; none when no photo can find it. @throws LoupeError NOT_FOUND */
  async colorsOf({ id, organizationId }: PictureView): Promise<readonly PictureColor[]> {
    const { database, applications, colors } = this.parts;
    const em = database.reader();
    const row = await this.referenceOf(em, id, await applications.idsOf(em, [organizationId], 'pictures'));
    return row === null ? [] : withVision(() => colors.colorsOf(row.applicationId, row.key));
  }

  /** As `byColorOfPhoto`, with a picture that is stored already and is left out. @throws LoupeError NOT_FOUND */
  async byColorOf(viewer: Viewer, pictureId: string, query: PictureQuery = {}): Promise<PictureSearchResult> {
    const em = this.parts.database.reader();
    const scope = await this.scopeOf(em, viewer, query);
    const row = await this.referenceOf(em, pictureId, await this.applicationsIn(em, scope));
    if (row === null) throw notFound(`Picture ${shown(pictureId)}`);
    const wanted = await this.parts.colors.colorsOf(row.applicationId, row.key);
    return this.byColors(em, scope, wanted, query, row.key);
  }

  private async byColors(
    em: EntityManager,
    scope: string,
    wanted: readonly WantedColor[],
    query: PictureQuery,
    self: number | null,
  ): Promise<PictureSearchResult> {
    const { keywords, limit, sessionId } = checked(query);
    const hits: KeyHit[] = [];
    for (const applicationId of await this.applicationsIn(em, scope)) {
      const keys = keywords.length === 0 ? {} : { keys: await keysWith(em, applicationId, keywords) };
      const options = { limit: limit + 1, ...keys, signal: query.signal };
      hits.push(...(await withVision(() => this.parts.colors.rank(applicationId, wanted, options))));
    }
    const others = hits.filter(({ key }) => key !== self);
    const best = others.sort((a, b) => a.distance - b.distance || a.key - b.key).slice(0, limit);
    return { sessionId, pictures: await this.resolve(em, best) };
  }

  /** Path of the organization that is searched, with all below it. @throws LoupeError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN */
  private async scopeOf(
    em: EntityManager,
    viewer: Viewer,
    { organizationId }: PictureQuery,
  ): Promise<string> {
    if (organizationId == null) {
      requireScan(viewer);
      return viewer.organizationPath;
    }
    const place = [viewer, 'picture:read', organizationId, 'Organization'] as const;
    return (await this.parts.guarded.requireOfType(em, ...place)).path;
  }

  private async applicationsIn(em: EntityManager, path: string): Promise<readonly string[]> {
    const organizations = await em.find(
      Node,
      { type: 'Organization', path: inSubtree(path) },
      { fields: ['id'] },
    );
    const ids = organizations.map(({ id }) => id);
    return this.parts.applications.idsOf(em, ids, 'pictures');
  }

  /** The reference of a picture; null when there is none in these applications. */
  private async referenceOf(em: EntityManager, pictureId: string, applicationIds: readonly string[]) {
    if (!isId(pictureId)) return null;
    return em.findOne(Reference, {
      externalId: pictureId.toLowerCase(),
      applicationId: { $in: [...applicationIds] },
    });
  }

  /** Joins hits to pictures that are still there. */
  private async resolve(em: EntityManager, hits: readonly KeyHit[]) {
    if (hits.length === 0) return [];
    const references = await em.find(
      Reference,
      { key: { $in: hits.map(({ key }) => key) }, externalId: { $ne: null } },
      { fields: ['key', 'externalId'] },
    );
    const idOf = new Map(references.map((row) => [row.key, row.externalId ?? '']));
    const rows = await em.find(Picture, { id: { $in: [...idOf.values()] } });
    const views = new Map((await readPictures(em, rows)).map((view) => [view.id, view]));
    return hits.flatMap(({ key, distance }) => {
      const view = views.get(idOf.get(key) ?? '');
      return view === undefined ? [] : [{ ...view, score: Math.min(1, Math.max(0, 1 - distance)) }];
    });
  }
}

/** References that hold all the keywords: only numbers are read, since they may be many. */
async function keysWith(
  em: EntityManager,
  applicationId: string,
  keywords: readonly string[],
): Promise<Uint32Array> {
  const rows: { readonly reference_key: number }[] = await em
    .createQueryBuilder(ReferenceKeyword)
    .select('referenceKey')
    .where({ applicationId, keyword: { $in: [...keywords] } })
    .groupBy('referenceKey')
    .having({ [raw('count(*)')]: keywords.length })
    .execute('all', false);
  return Uint32Array.from(rows, (row) => row.reference_key);
}

/** @throws LoupeError BAD_USER_INPUT */
function wantedColors(notations: readonly string[]): readonly WantedColor[] {
  if (notations.length === 0 || notations.length > MAX_COLORS) {
    throw badInput('colors', `must be 1 to ${MAX_COLORS}`);
  }
  try {
    return notations.map(parseColor);
  } catch (error) {
    if (error instanceof EngineError) throw badInput('colors', error.message);
    throw error;
  }
}

function checked({ keywords = [], take, sessionId = null }: PictureQuery) {
  if (keywords.length > 20) throw badInput('keywords', 'a search filters by at most 20 keywords');
  return {
    keywords: requirePictureKeywords(keywords),
    limit: requireResultCount(take),
    sessionId: sessionOf(sessionId),
  };
}

/** Ranks an organization's pictures by color. */
export class PictureColors {
  constructor(private readonly vision: Pick<Vision, 'descriptorTable'>) {}

  /** The references that hold the wanted colors best, nearest first. @param keys only these, when given */
  async rank(
    applicationId: string,
    wanted: readonly WantedColor[],
    options: { readonly limit: number; readonly keys?: Uint32Array; readonly signal?: AbortSignal },
  ): Promise<readonly ColorHit[]> {
    const table = await this.vision.descriptorTable(applicationId);
    return (await table.rankByColors(wanted, options)).hits;
  }

  /** The dominant colors of a reference, as wanted colors of a search. */
  async colorsOf(applicationId: string, key: number): Promise<readonly PictureColor[]> {
    return (await this.vision.descriptorTable(applicationId)).colorsOf(key);
  }
}
