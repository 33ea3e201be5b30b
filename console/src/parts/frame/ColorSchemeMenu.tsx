/** Light, dark, or as the machine says. */
import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '../icons/icons';
import { useTranslation } from 'react-i18next';

const SCHEMES = [
  { name: 'light', icon: IconSun },
  { name: 'dark', icon: IconMoon },
  { name: 'auto', icon: IconDeviceDesktop },
] as const;

export function ColorSchemeMenu() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = SCHEMES.find(({ name }) => name === colorScheme)?.icon ?? IconSun;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('frame.colors')}>
          <Current size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ name, icon: Icon }) => (
          <Menu.Item
            key={name}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={name === colorScheme ? <IconCheck size={14} aria-hidden /> : null}
            onClick={() => setColorScheme(name)}
          >
            {t(`colorScheme.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
