/** Counters: of accounts against their ledger, of elements against a recount row by row. */
import { CreditTransfer, PageMovement } from '../credits/credit-movements.entity.js';
import { Action } from '../content/actions/action.entity.js';
import { Image } from '../documents/pages/image.entity.js';
import { countActions, countChildren } from '../documents/nodes/element-counts.js';
import { Organization } from '../organizations/organization.entity.js';
import { compare, type Difference, inBatches, nodesOfType, type Subject } from './difference.js';

/** ActivationCumul, DeactivationCumul, TotalCredit and TotalDebit are the sums of what was noted. */
export async function checkAccount(subject: Subject): Promise<readonly Difference[]> {
  const { em, organization: node } = subject;
  const organization = await em.findOneOrFail(Organization, { id: node.id });
  const movements = await em.find(PageMovement, { organizationId: node.id });
  const sumOf = (kind: PageMovement['kind']) =>
    sum(movements.filter((movement) => movement.kind === kind).map(({ pages }) => pages));
  const given = await em.find(CreditTransfer, { targetOrganizationId: node.id });
  const taken = await em.find(CreditTransfer, { sourceOrganizationId: node.id });
  const images = await inBatches(
    nodesOfType(subject, 'Image').map(({ id }) => id),
    (ids) => em.find(Image, { id: { $in: ids }, firstActivatedAt: { $ne: null } }, { fields: ['id'] }),
  );
  const name = (member: string) => `Organization.${member}`;
  return [
    ...compare(name('ActivationCumul'), node.id, organization.activationCumul, sumOf('Activation')),
    ...compare(name('DeactivationCumul'), node.id, organization.deactivationCumul, sumOf('Deactivation')),
    ...compare(name('TotalCredit'), node.id, organization.totalCredit, sum(given.map(amountOf))),
    ...compare(name('TotalDebit'), node.id, organization.totalDebit, sum(taken.map(amountOf))),
    ...compare(name('ActivatedPages'), node.id, images.length <= organization.activationCumul, true),
  ];
}

/** Pages, ZoneCount and ActionCount as they are answered. */
export async function checkCounts(subject: Subject): Promise<readonly Difference[]> {
  const { em, childrenOf } = subject;
  const counted = [...subject.nodes.values()].filter(
    ({ type }) => type !== 'Organization' && type !== 'Folder',
  );
  const ids = counted.map(({ id }) => id);
  const actions = await inBatches(ids, (batch) =>
    em.find(Action, { nodeId: { $in: batch } }, { fields: ['nodeId'] }),
  );
  const own = new Map<string, number>();
  for (const { nodeId } of actions) own.set(nodeId, (own.get(nodeId) ?? 0) + 1);
  const total = (id: string): number =>
    (own.get(id) ?? 0) + sum((childrenOf.get(id) ?? []).map((child) => total(child.id)));
  const told = {
    actions: await countActions(em, ids),
    pages: await countChildren(em, ids, 'Image'),
    zones: await countChildren(em, ids, 'Zone'),
  };
  return counted.flatMap(({ id, type }) => {
    const children = childrenOf.get(id)?.length ?? 0;
    return [
      ...compare(`${type}.ActionCount`, id, told.actions.get(id) ?? 0, total(id)),
      ...(type === 'Document' ? compare('Document.Pages', id, told.pages.get(id) ?? 0, children) : []),
      ...(type === 'Image' ? compare('Image.ZoneCount', id, told.zones.get(id) ?? 0, children) : []),
    ];
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function amountOf({ amount }: CreditTransfer): number {
  return amount;
}
