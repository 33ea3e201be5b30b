/** Reads pictures for services: views of them, how many organizations have, and the applications that hold them. */
import type { EntityManager } from '../db/database.js';
import { marks } from '../db/rows.js';
import type { Organization } from '../organizations/organization.entity.js';
import type { ApplicationService } from '../engine/application.service.js';
import { readRecognizability } from '../engine/references/recognizability.js';
import { StoredFile } from '../media/blobs/stored-file.entity.js';
import type { Picture } from './picture.entity.js';
import type { PictureView } from './views.js';

/**
 * In the order of the organizations. Counted for those in Pictures mode only, which is the account type of that name,
 * or having pictures under another; null for the others.
 */
export async function countPictures(
  em: EntityManager,
  organizations: readonly Pick<Organization, 'id' | 'accountType'>[],
): Promise<readonly (number | null)[]> {
  if (organizations.length === 0) return [];
  const rows = await em.execute<{ id: string; count: number | string }[]>(
    `select organization_id as id, count(*) as count
       from picture
      where organization_id in (${marks(organizations)}) and date_trashed is null
      group by organization_id`,
    organizations.map(({ id }) => id),
  );
  const counts = new Map(rows.map(({ id, count }) => [id, Number(count)]));
  return organizations.map(
    ({ id, accountType }) => counts.get(id) ?? (accountType === 'Pictures' ? 0 : null),
  );
}

/** The applications that hold the pictures of organizations; one is made with an organization's first picture. */
export class PictureApplications {
  constructor(private readonly applications: Pick<ApplicationService, 'createFor' | 'idsOf'>) {}

  /** Id of the organization's application, made in the caller's transaction when there is none yet. */
  async requireFor(em: EntityManager, organizationId: string): Promise<string> {
    const [known] = await this.applications.idsOf(em, [organizationId], 'pictures');
    return known ?? (await this.applications.createFor(em, organizationId, 'pictures')).id;
  }
}

/** SQL databases limit the values of one statement. */
const BATCH = 500;

export async function readPictures(em: EntityManager, pictures: readonly Picture[]): Promise<PictureView[]> {
  const thumbnails = new Map<string, string>();
  for (let from = 0; from < pictures.length; from += BATCH) {
    const ids = pictures.slice(from, from + BATCH).map(({ id }) => id);
    const files = await em.find(
      StoredFile,
      { ownerId: { $in: ids }, kind: 'BigThumbnail' },
      { fields: ['id', 'ownerId'] },
    );
    for (const file of files) thumbnails.set(file.ownerId, file.id);
  }
  return pictures.map((picture) => ({
    id: picture.id,
    objectId: picture.objectId,
    organizationId: picture.organizationId,
    name: picture.name,
    data: picture.data ?? null,
    keywords: picture.keywords,
    recognizability: readRecognizability(picture),
    bigThumbnailFileId: thumbnails.get(picture.id) ?? null,
    dateCreated: picture.dateCreated,
    dateModified: picture.dateModified,
  }));
}
