/** The hierarchy: places, orders, dates, and titles in every language of a document. */
import { DocumentLanguage } from '../content/languages/document-language.entity.js';
import { Title } from '../content/titles/title.entity.js';
import type { Node } from '../tree/node.entity.js';
import { childPath } from '../tree/node-path.js';
import { parentTypes } from '../tree/node.rules.js';
import { compare, type Difference, inBatches, nodesOfType, type Subject } from './difference.js';

/** Paths, organizations and kinds of parents follow from the parent; dates run forward. */
export async function checkPlaces({ organization, nodes }: Subject): Promise<readonly Difference[]> {
  return Promise.resolve(
    [...nodes.values()].flatMap((node) => {
      const parent = nodes.get(node.parentId ?? '');
      const isForward = node.dateModified >= node.dateCreated;
      const dates = compare(`${node.type}.DateModified`, node.id, isForward, true);
      if (node.id === organization.id || parent === undefined) return dates;
      return [
        ...dates,
        ...compare(`${node.type}.Path`, node.id, node.path, childPath(parent.path, node.id)),
        ...compare(`${node.type}.OrganizationId`, node.id, node.organizationId, organization.id),
        ...compare(`${node.type}.ParentType`, node.id, parentTypes[node.type].includes(parent.type), true),
      ];
    }),
  );
}

/** Pages and zones are numbered from 1 without a gap. */
export async function checkOrders(subject: Subject): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  for (const parent of subject.nodes.values()) {
    if (parent.type !== 'Document' && parent.type !== 'Image') continue;
    const children = [...(subject.childrenOf.get(parent.id) ?? [])].sort((a, b) => a.order - b.order);
    for (const [index, child] of children.entries()) {
      differences.push(...compare(`${child.type}.Order`, child.id, child.order, index + 1));
    }
  }
  return Promise.resolve(differences);
}

/** Every element of a document has a title in every language of the document. */
export async function checkTitles(subject: Subject): Promise<readonly Difference[]> {
  const documents = nodesOfType(subject, 'Document');
  const languages = await inBatches(
    documents.map(({ id }) => id),
    (ids) => subject.em.find(DocumentLanguage, { documentId: { $in: ids } }),
  );
  const elements = documents.flatMap((document) =>
    elementsOf(subject, document).map((element) => ({ element, document })),
  );
  const titles = await inBatches(
    elements.map(({ element }) => element.id),
    (ids) => subject.em.find(Title, { nodeId: { $in: ids } }, { fields: ['nodeId', 'languageCode'] }),
  );
  const present = new Set(titles.map(({ nodeId, languageCode }) => `${nodeId} ${languageCode}`));
  return elements.flatMap(({ element, document }) =>
    languages
      .filter(({ documentId }) => documentId === document.id)
      .flatMap(({ languageCode }) => {
        const has = present.has(`${element.id} ${languageCode}`);
        return compare(`${element.type}.Title[${languageCode}]`, element.id, has, true);
      }),
  );
}

/** A document with its pages and zones. */
function elementsOf({ childrenOf }: Subject, document: Node): readonly Node[] {
  const pages = childrenOf.get(document.id) ?? [];
  return [document, ...pages, ...pages.flatMap((page) => childrenOf.get(page.id) ?? [])];
}
