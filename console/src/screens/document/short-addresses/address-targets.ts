/** Elements and actions that a short address of a document can lead to, in the order of the print. */
import { useTranslation } from 'react-i18next';
import type { Address, Targets } from './short-address-documents';

interface Choice {
  /** `element:…` or `action:…`, with the id. */
  readonly value: string;
  readonly label: string;
}

interface Place {
  readonly id: string;
  readonly name: string;
  readonly actions: Targets['actions'];
}

export function useAddressTargets(targets: Targets | null) {
  const { t } = useTranslation('document');
  const places: readonly Place[] =
    targets === null
      ? []
      : [
          { id: targets.id, name: t('whole'), actions: targets.actions },
          ...targets.images.flatMap(({ id, order, actions, zones }) => {
            const name = t('pageNumber', { number: order });
            const below = zones.map((zone) => ({ ...zone, name: `${name}, ${zone.name}` }));
            return [{ id, name, actions }, ...below];
          }),
        ];
  const choices: readonly Choice[] = places.flatMap(({ id, name, actions }) => [
    { value: `element:${id}`, label: name },
    ...actions.map((action) => ({
      value: `action:${action.id}`,
      label: `${name} → ${action.name} (${action.languageCode})`,
    })),
  ]);
  return {
    choices,
    nameOf: ({ element, actionId, action }: Address): string => {
      const place = places.find(({ id }) => id === element.id)?.name ?? '';
      if (actionId === null) return place;
      return `${place} → ${action?.name ?? t('addresses.actionGone')}`;
    },
  };
}

/** The members of an input that say where an address leads. */
export function targetOf(choice: string): { elementId: string } | { actionId: string } {
  const [kind, id = ''] = choice.split(':');
  return kind === 'action' ? { actionId: id } : { elementId: id };
}
