/** Organizations as services answer them, several at once. */
import { allowed } from '../access/access.js';
import type { Secrets } from '../access/secrets.js';
import type { Viewer } from '../access/viewer.js';
import type { EntityManager } from '../db/database.js';
import type { Node } from '../tree/node.entity.js';
import { Organization } from './organization.entity.js';
import { StoredFile } from '../media/blobs/stored-file.entity.js';
import { toOrganizationView } from './organization.rules.js';
import type { OrganizationView } from '../documents/views.js';

export class OrganizationReader {
  constructor(private readonly secrets: Secrets) {}

  /** Views in the order of the nodes, with the ApiKey for viewers that may see it. */
  async views(
    em: EntityManager,
    viewer: Viewer,
    nodes: readonly Node[],
  ): Promise<readonly OrganizationView[]> {
    if (nodes.length === 0) return [];
    const ids = { $in: nodes.map(({ id }) => id) };
    const rows = new Map((await em.find(Organization, { id: ids })).map((row) => [row.id, row]));
    const logos = await em.find(
      StoredFile,
      { ownerId: ids, kind: 'Logo' },
      { fields: ['id', 'ownerId'], orderBy: { id: 'asc' } },
    );
    const logoOf = new Map(logos.map((file) => [file.ownerId, file.id]));
    const keys = allowed(viewer, 'organization:rotateKey', nodes);
    return nodes.flatMap((node) => {
      const row = rows.get(node.id);
      if (row === undefined) return [];
      return toOrganizationView(node, row, {
        apiKey: keys.has(node.id) ? this.secrets.decrypt(row.apiKeyCipher) : null,
        logoFileId: logoOf.get(node.id) ?? null,
      });
    });
  }
}

/** The language of an organization: what is made in it begins in that one. */
export async function languageOfOrganization(em: EntityManager, organizationId: string): Promise<string> {
  return (await em.findOneOrFail(Organization, { id: organizationId })).languageCode;
}
