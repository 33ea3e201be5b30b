/** Screens among what the search finds: by their names, and all of them before anything is typed. */
import { Text } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRights } from '../../api/session';
import { folded } from '../../i18n/language-names';
import { navigation } from '../frame/navigation';
import type { Icon } from '../icons/Icon';
import { IconSettings } from '../icons/icons';

export interface NamedScreen {
  readonly path: string;
  readonly name: string;
  readonly icon: Icon;
}

/** Parts of the administration that people look for by name. */
const PARTS = ['users', 'roles', 'organization', 'keys', 'log', 'privacy', 'webhooks'] as const;

/** @param text what is typed; everything fits an empty one */
export function useScreensNamed(text: string): readonly NamedScreen[] {
  const { t } = useTranslation(['common', 'administration']);
  const { mayWrite, mayAdminister } = useRights();
  const mayUse = (who: 'administrator' | 'writer' | undefined) =>
    who === undefined || (who === 'administrator' ? mayAdminister : mayWrite);
  const screens = navigation
    .filter((entry) => mayUse(entry.for))
    .map(({ name, path, icon }): NamedScreen => ({ path, name: t(`navigation.${name}`), icon }));
  const parts = mayAdminister
    ? PARTS.map((name): NamedScreen => ({
        path: `/administration?tab=${name}`,
        name: t(`administration:tab.${name}`),
        icon: IconSettings,
      }))
    : [];
  const own: NamedScreen = {
    path: '/administration?tab=own',
    name: t('administration:tab.own'),
    icon: IconSettings,
  };
  const wanted = folded(text);
  if (wanted === '') return screens;
  return [...screens, ...parts, own].filter(({ name }) => folded(name).includes(wanted));
}

interface Props {
  readonly screen: Pick<NamedScreen, 'name' | 'icon'>;
  /** Below its name. */
  readonly detail: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

export function ScreenAction({ screen: { name, icon: Sign }, detail, isChosen, onChoose }: Props) {
  const action = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isChosen) action.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <Spotlight.Action ref={action} onClick={onChoose} data-selected={isChosen || undefined}>
      <Sign size={22} stroke={1.5} aria-hidden className="search-sign" />
      <div style={{ minWidth: 0, flex: 1 }}>
        <Text className="one-line">{name}</Text>
        <Text size="xs" className="one-line search-detail">
          {detail}
        </Text>
      </div>
    </Spotlight.Action>
  );
}
