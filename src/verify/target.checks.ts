/** Pages and zones: what statuses say, what searches see, what accounts count, and the files that belong to them. */
import { Application } from '../engine/application.entity.js';
import { Reference } from '../engine/references/reference.entity.js';
import { Document } from '../documents/document.entity.js';
import { Image } from '../documents/pages/image.entity.js';
import { Zone } from '../documents/zones/zone.entity.js';
import { StoredFile } from '../media/blobs/stored-file.entity.js';
import { compare, type Difference, inBatches, nodesOfType, type Subject } from './difference.js';

/** A blank page may be active; nobody recognizes it, and it costs nothing. */
const isWanted = ({ status, isRecognizable }: Pick<Image | Zone, 'status' | 'isRecognizable'>) =>
  status === 'Active' && isRecognizable;

/** Searches see exactly the active pages and zones, and the account counts exactly the active pages. */
export async function checkTargets(subject: Subject): Promise<readonly Difference[]> {
  const { em, nodes } = subject;
  const idsOf = (type: 'Document' | 'Image' | 'Zone') => nodesOfType(subject, type).map(({ id }) => id);
  const documents = await inBatches(idsOf('Document'), (ids) => em.find(Document, { id: { $in: ids } }));
  const images = await inBatches(idsOf('Image'), (ids) => em.find(Image, { id: { $in: ids } }));
  const zones = await inBatches(idsOf('Zone'), (ids) => em.find(Zone, { id: { $in: ids } }));
  const documentOf = new Map(documents.map((document) => [document.id, document]));
  const pageIdOf = (zone: Zone) => nodes.get(zone.id)?.parentId ?? '';
  const documentOfPage = (id: string) => documentOf.get(nodes.get(id)?.parentId ?? '');
  const isLive = (pageId: string) => {
    const document = documentOfPage(pageId);
    return document?.status === 'Active' && document.processing === 'Ready';
  };
  const shown = await presentTargets(subject);
  const withZones = new Set(zones.map(pageIdOf));
  const activeZonePages = new Set(zones.filter(isWanted).map(pageIdOf));
  const seen = (member: string, id: string, isActive: boolean) =>
    shown.has(id) ? compare(member, id, shown.get(id) ?? false, isActive) : [];
  return [
    ...images.flatMap((image) => {
      const { id, status, isCountedActive } = image;
      const isTarget = isWanted(image) && isLive(id);
      const isActive = isTarget || (activeZonePages.has(id) && isLive(id));
      const isSettled = documentOfPage(id)?.processing === 'Ready';
      return [
        ...seen('Image.IsSearched', id, isTarget),
        ...(isSettled ? compare('Image.IsCounted', id, isCountedActive, isActive) : []),
        ...(withZones.has(id) ? compare('Image.Status', id, status, 'Inactive') : []),
      ];
    }),
    ...zones.flatMap((zone) => seen('Zone.IsSearched', zone.id, isWanted(zone) && isLive(pageIdOf(zone)))),
  ];
}

/** Whether searches see each target that has a reference; pictures without detail have none. */
async function presentTargets({ em, organization, nodes }: Subject): Promise<ReadonlyMap<string, boolean>> {
  const application = await em.findOne(Application, { organizationId: organization.id, purpose: 'content' });
  if (application === null) return new Map();
  const references = await inBatches([...nodes.keys()], (ids) =>
    em.find(
      Reference,
      { applicationId: application.id, externalId: { $in: ids } },
      { fields: ['externalId', 'isPresent'] },
    ),
  );
  return new Map(references.map(({ externalId, isPresent }) => [externalId ?? '', isPresent]));
}

/** Nothing refers to a page or zone that is gone: no reference, no file of a document. */
export async function checkLeftovers({
  em,
  organization,
  nodes,
  trashed,
}: Subject): Promise<readonly Difference[]> {
  const isThere = (id: string) => nodes.has(id) || trashed.has(id);
  const application = await em.findOne(Application, { organizationId: organization.id, purpose: 'content' });
  const references = await em.find(
    Reference,
    { applicationId: application?.id ?? organization.id, externalId: { $ne: null } },
    { fields: ['externalId', 'isPresent'] },
  );
  const files = await em.find(
    StoredFile,
    { organizationId: organization.id, documentId: { $ne: null }, kind: { $ne: 'Archive' } },
    { fields: ['id', 'ownerId'] },
  );
  return [
    ...references.flatMap(({ externalId, isPresent }) => [
      ...compare('Reference.Element', externalId ?? '', isThere(externalId ?? ''), true),
      ...compare('Trash.IsSearched', externalId ?? '', isPresent && trashed.has(externalId ?? ''), false),
    ]),
    ...files.flatMap(({ id, ownerId }) => compare('File.Element', id, isThere(ownerId), true)),
  ];
}
