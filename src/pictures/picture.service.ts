/**
 * Picture mode: single pictures of an organization, recognized by the thousands. A picture is a reference of the
 * organization's own second application; beyond its signature and a thumbnail no image is kept.
 */
import type { UsageLimits } from '../access/usage-limits.js';
import type { Viewer } from '../access/viewer.js';
import type { PictureSignatures } from '../engine/references/pictures/picture-signatures.js';
import { recognizabilityOf, toGradedRow } from '../engine/references/recognizability.js';
import type { ReferenceStore } from '../engine/references/reference-store.js';
import { nameOf, type OperationLog, type OperationSubject } from '../audit/operation-log.js';
import type { Clock } from '../kernel/clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { type Keyset, type KeysetOrder, keysetQuery } from '../db/keyset.js';
import { requireUnchanged } from '../db/entities.js';
import { badInput, notFound } from '../kernel/errors.js';
import { type GuardedNodes, shown } from '../tree/guarded-nodes.js';
import { Node, TrashEntry } from '../tree/node.entity.js';
import { isId, newId } from '../kernel/ids.js';
import type { FileStore } from '../media/blobs/file-store.js';
import type { ImageDecoder } from '../media/pictures/image-decoder.js';
import { BIG_THUMBNAIL_PX } from '../media/pictures/thumbnailer.js';
import type { UploadedFile } from '../media/uploads/received-file.js';
import { laterThan, type Precondition, stateOf } from '../kernel/precondition.js';
import { type PictureApplications, readPictures } from './picture.reader.js';
import { Picture } from './picture.entity.js';
import type { PictureTrash } from './picture-trash.js';
import {
  firstPassing,
  isFiltering,
  objectIdsPassing,
  type PictureFilter,
  rangeOf,
} from './picture-filter.js';
import * as rules from './picture.rules.js';
import type { PictureView } from './views.js';

export interface PictureInput {
  readonly organizationId: string;
  /** May be the caller's own identifier; it need not be unique. */
  readonly name: string;
  readonly data?: string | null;
  readonly keywords?: readonly string[] | null;
}

export type PictureReplacement = Omit<PictureInput, 'organizationId'>;

const order: KeysetOrder<Picture> = [{ property: 'objectId', direction: 'asc' }];

export interface PictureServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly applications: PictureApplications;
  readonly references: ReferenceStore;
  readonly decoder: Pick<ImageDecoder, 'jpeg'>;
  readonly signatures: Pick<PictureSignatures, 'ofPicture'>;
  readonly files: FileStore;
  readonly operations: OperationLog;
  readonly trash: PictureTrash;
  readonly usage: UsageLimits;
}

export class PictureService {
  constructor(private readonly parts: PictureServiceParts) {}

  /**
   * Adds a picture; searches that start after this find it. One with too little detail is kept and says so. The
   * caller discards the file.
   *
   * @throws LoupeError BAD_USER_INPUT, NOT_FOUND, FORBIDDEN, RATE_LIMITED, and those of an unusable picture
   */
  async create(viewer: Viewer, input: PictureInput, file: UploadedFile): Promise<PictureView> {
    const { database, guarded, applications, references, decoder, files, operations, clock, signatures } =
      this.parts;
    const fields = checked(input);
    const requirePlace = (em: EntityManager) =>
      guarded.requireOfType(em, viewer, 'picture:write', input.organizationId, 'Organization');
    await requirePlace(database.reader());
    await this.parts.usage.upload(viewer);
    const bytes = await file.bytes();
    const signature = await signatures.ofPicture(bytes);
    const graded = toGradedRow(recognizabilityOf(signature));
    const thumbnail = await files.stage(await decoder.jpeg(bytes, BIG_THUMBNAIL_PX), 'image/jpeg');
    let isAttached = false;
    try {
      return await database.transaction(async (transaction) => {
        const { em } = transaction;
        const { id: organizationId } = await requirePlace(em);
        const now = clock.now();
        const id = newId();
        const objectId = newId().replaceAll('-', '');
        const dates = { dateCreated: now, dateModified: now };
        const picture = em.create(Picture, { id, objectId, organizationId, ...fields, ...graded, ...dates });
        const owner = { ownerId: id, documentId: null, organizationId, kind: 'BigThumbnail' } as const;
        isAttached = true;
        files.attach(transaction, thumbnail, owner);
        operations.write(em, viewer, 'picture:create', pictureSubject(picture));
        await em.flush();
        const { keywords } = fields;
        const applicationId = await applications.requireFor(em, organizationId);
        if (!signature.isRecognizable) return this.viewOf(em, picture);
        await references.write(transaction, applicationId, [
          { kind: 'put', externalId: id, signature, keywords, isPresent: true },
        ]);
        return this.viewOf(em, picture);
      });
    } catch (error) {
      if (!isAttached) await files.drop([thumbnail]);
      throw error;
    }
  }

  /** @throws LoupeError NOT_FOUND */
  async get(viewer: Viewer, id: string): Promise<PictureView> {
    const em = this.parts.database.reader();
    return this.viewOf(em, await this.requirePicture(em, viewer, 'picture:read', id));
  }

  /**
   * The pictures of an organization in order of creation.
   *
   * @param page `after` is the `objectId` of the last picture of the page before; `take` is 1..1000, 100 by default;
   *   `name` is the whole or a part of the name
   * @throws LoupeError NOT_FOUND, BAD_USER_INPUT
   */
  async list(
    viewer: Viewer,
    organizationId: string,
    page: { readonly after?: string | null; readonly take?: number; readonly name?: string | null } = {},
  ): Promise<readonly PictureView[]> {
    const limit = rules.requirePageSize(page.take);
    if (page.after != null && !/^[0-9a-f]{32}$/.test(page.after)) {
      throw badInput('afterObjectId', 'must be the _objectId of a picture');
    }
    const em = this.parts.database.reader();
    const node = await this.requireOrganization(em, viewer, organizationId);
    const objectId = await objectIdsOf(em, node.id, limit, page);
    const where = { organizationId: node.id, ...(objectId === null ? {} : { objectId }) };
    const found = await em.find(Picture, where, { orderBy: { objectId: 'asc' }, limit });
    return readPictures(em, found);
  }

  /**
   * A part of an organization's pictures, in order of creation.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT
   */
  async page(
    viewer: Viewer,
    organizationId: string,
    keyset: Keyset,
    filter: PictureFilter = {},
  ): Promise<readonly PictureView[]> {
    const em = this.parts.database.reader();
    const { id } = await this.requireOrganization(em, viewer, organizationId);
    const { where, ...options } = keysetQuery<Picture>(order, keyset);
    const passing = isFiltering(filter)
      ? { objectId: { $in: await firstPassing(em, id, filter, rangeOf(keyset), keyset.limit) } }
      : {};
    return readPictures(
      em,
      await em.find(Picture, { $and: [{ organizationId: id }, where, passing] }, options),
    );
  }

  /** Pictures of an organization, or those that pass. @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT */
  async count(viewer: Viewer, organizationId: string, filter: PictureFilter = {}): Promise<number> {
    const em = this.parts.database.reader();
    const { id } = await this.requireOrganization(em, viewer, organizationId);
    if (!isFiltering(filter)) return em.count(Picture, { organizationId: id });
    let count = 0;
    for await (const _objectId of objectIdsPassing(em, id, filter)) count += 1;
    return count;
  }

  /** Sets name, data and keywords; what the input leaves out becomes empty. @throws LoupeError as `create` */
  async replace(
    viewer: Viewer,
    id: string,
    input: PictureReplacement,
    precondition?: Precondition,
  ): Promise<PictureView> {
    return this.write(viewer, id, () => checked(input), precondition);
  }

  /** Changes each of name, data and keywords that has a value. @throws LoupeError as `create` */
  async patch(
    viewer: Viewer,
    id: string,
    patch: Partial<PictureReplacement>,
    precondition?: Precondition,
  ): Promise<PictureView> {
    const fieldsOf = ({ name, data, keywords }: Picture) =>
      checked({
        name: patch.name ?? name,
        data: patch.data ?? data ?? null,
        keywords: patch.keywords ?? keywords,
      });
    return this.write(viewer, id, fieldsOf, precondition);
  }

  /** Throws a picture away; searches that start after this do not find it. @throws LoupeError NOT_FOUND */
  async delete(viewer: Viewer, id: string, precondition?: Precondition): Promise<void> {
    const { database, trash, operations, clock } = this.parts;
    await database.transaction(async (transaction) => {
      const { em } = transaction;
      const picture = await this.requirePicture(em, viewer, 'picture:write', id);
      await requireUnchanged(em, precondition, picture, stateOf);
      const { organizationId } = picture;
      operations.write(em, viewer, 'picture:delete', pictureSubject(picture));
      const organization = await em.findOneOrFail(Node, { id: organizationId });
      const dateTrashed = clock.now();
      em.create(TrashEntry, {
        id: picture.id,
        organizationId,
        type: 'Picture',
        name: picture.name,
        parentId: null,
        place: [organization.name],
        user: nameOf(viewer),
        dateTrashed,
      });
      await trash.hide(transaction, picture, dateTrashed);
    });
  }

  private async write(
    viewer: Viewer,
    id: string,
    fieldsOf: (picture: Picture) => ReturnType<typeof checked>,
    precondition?: Precondition,
  ): Promise<PictureView> {
    const { database, applications, references, operations, clock } = this.parts;
    return database.transaction(async (transaction) => {
      const { em } = transaction;
      const picture = await this.requirePicture(em, viewer, 'picture:write', id);
      await requireUnchanged(em, precondition, picture, stateOf);
      const { organizationId } = picture;
      const dateModified = laterThan(picture.dateModified, clock.now());
      em.assign(picture, { ...fieldsOf(picture), dateModified });
      operations.write(em, viewer, 'picture:write', pictureSubject(picture));
      await em.flush();
      const { keywords } = picture;
      await references.write(transaction, await applications.requireFor(em, organizationId), [
        { kind: 'tag', externalId: picture.id, keywords },
      ]);
      return this.viewOf(em, picture);
    });
  }

  private requireOrganization(em: EntityManager, viewer: Viewer, id: string) {
    return this.parts.guarded.requireOfType(em, viewer, 'picture:read', id, 'Organization');
  }

  private async requirePicture(
    em: EntityManager,
    viewer: Viewer,
    operation: 'picture:read' | 'picture:write',
    id: string,
  ): Promise<Picture> {
    const picture = isId(id) ? await em.findOne(Picture, { id: id.toLowerCase() }) : null;
    const what = `Picture ${shown(id)}`;
    await this.parts.guarded.requireFor(em, viewer, operation, picture?.organizationId ?? null, what);
    if (picture === null) throw notFound(what);
    return picture;
  }

  private async viewOf(em: EntityManager, picture: Picture): Promise<PictureView> {
    const [view] = await readPictures(em, [picture]);
    if (view === undefined) throw notFound(`Picture ${picture.id}`);
    return view;
  }
}

/** Which pictures are on a page of a list; null for the first ones. */
async function objectIdsOf(
  em: EntityManager,
  organizationId: string,
  limit: number,
  { after = null, name = null }: { readonly after?: string | null; readonly name?: string | null },
) {
  if (name === null) return after === null ? null : { $gt: after };
  return { $in: await firstPassing(em, organizationId, { name }, { after }, limit) };
}

/** The fields as they are stored. @throws LoupeError BAD_USER_INPUT */
function checked({ name, data, keywords }: PictureReplacement) {
  return {
    name: rules.requirePictureName(name),
    data: data == null ? null : rules.requireData(data),
    keywords: rules.requirePictureKeywords(keywords ?? []),
  };
}

/** A picture as the operation log names it. */
function pictureSubject({ id, organizationId, name }: Picture): OperationSubject {
  return { id: null, organizationId, other: { type: 'Picture', id, name } };
}
