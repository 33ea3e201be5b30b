/** The language of the console. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconLanguage } from '../icons/icons';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, languages } from '../../i18n';

export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('frame.language')}>
          <IconLanguage size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map(({ code, name }) => (
          <Menu.Item
            key={code}
            lang={code}
            rightSection={code === i18n.language ? <IconCheck size={14} aria-hidden /> : null}
            onClick={() => void chooseLanguage(code)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
