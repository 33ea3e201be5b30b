/** The way from a document as it stands back to a version of its history. */
import { DocumentLanguage } from '../../content/languages/document-language.entity.js';
import { Icon } from '../../content/icons/icon.entity.js';
import type { EntityManager } from '../../db/entities.js';
import { Document } from '../document.entity.js';
import { DocumentChange } from './document-change.entity.js';
import { placesOf } from './element-places.js';
import { replacedBy, type Replacements } from './replacements.js';
import { readTextStates, type Replaced } from './text-states.js';
import { wayBack } from './way-back.js';
import { wayBackOfLanguages, wayBackOfZones } from './way-back-of-elements.js';

export interface WholeWayBack extends Replacements {
  readonly leftOut: number;
}

export async function wayBackTo(
  em: EntityManager,
  { id, documentId }: DocumentChange,
  isBefore: boolean,
): Promise<WholeWayBack> {
  const kept = [{ texts: { $ne: null } }, { zones: { $ne: null } }, { languages: { $ne: null } }];
  const rows = await em.find(
    DocumentChange,
    { documentId, $or: kept, id: isBefore ? { $gte: id } : { $gt: id } },
    { orderBy: { id: 'asc' } },
  );
  const since = rows.map(replacedBy);
  const ofZones = await wayBackOfZones(
    em,
    documentId,
    since.flatMap(({ zones }) => zones),
  );
  const zones = ofZones.wanted;
  const coming = new Set(zones.flatMap(({ before, after }) => (before === null ? (after?.id ?? []) : [])));
  const going = new Set(zones.flatMap(({ before, after }) => (after === null ? (before?.id ?? []) : [])));
  // The content of a zone that goes stays with it in the trash.
  const replaced = since
    .flatMap(({ texts }) => texts)
    .filter(({ before, after }) => !going.has((before ?? after)?.nodeId ?? ''));
  const nodeIds = replaced.flatMap(({ before, after }) => [before?.nodeId ?? [], after?.nodeId ?? []].flat());
  const places = await placesOf(em, nodeIds);
  const present = new Set(
    nodeIds.filter((nodeId) => places.get(nodeId)?.documentId === documentId || coming.has(nodeId)),
  );
  const now = await readTextStates(em, [...present]);
  const texts = wayBack(replaced, now, present, await presentIcons(em, replaced));
  const { defaultLanguage } = await em.findOneOrFail(Document, { id: documentId });
  const offered = await em.find(DocumentLanguage, { documentId });
  const languages = wayBackOfLanguages(
    since.flatMap((each) => each.languages),
    offered.map(({ languageCode }) => languageCode),
    defaultLanguage,
  );
  return { texts: texts.wanted, zones, languages, leftOut: texts.leftOut + ofZones.leftOut };
}

async function presentIcons(em: EntityManager, replaced: readonly Replaced[]): Promise<ReadonlySet<string>> {
  const ids = replaced.flatMap(({ before }) => (before?.kind === 'action' ? (before.iconId ?? []) : []));
  const icons = await em.find(Icon, { id: { $in: [...new Set(ids)] } }, { fields: ['id'] });
  return new Set(icons.map(({ id }) => id));
}
