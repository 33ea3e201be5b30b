/** Titles and actions of a zone, beside the page, in each language of the document. */
import { Badge, Drawer, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { ContentEditor } from '../../parts/content/ContentEditor';
import type { PageData } from './zone-documents';

interface Props {
  readonly zone: { readonly id: string; readonly name: string };
  readonly document: PageData['document'];
  readonly onClose: () => void;
}

export function ZoneContent({ zone, document, onClose }: Props) {
  const { t } = useTranslation('page');
  const formats = useFormats();
  const { defaultLanguage } = document;
  const isDefault = (each: string) => each === defaultLanguage;
  const languages = document.languages.toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
  const names = formats.languages(languages);
  const [code, setCode] = useState(defaultLanguage);
  return (
    <Drawer
      opened
      position="right"
      size="lg"
      onClose={onClose}
      title={zone.name}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Tabs value={code} onChange={(next) => setCode(next ?? defaultLanguage)} keepMounted={false}>
        <Tabs.List mb="md" className="tabs-in-rows">
          {languages.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {names.get(each)}
              {isDefault(each) && (
                <Badge size="xs" variant="light" ml={6} tt="none">
                  {t('default')}
                </Badge>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={code}>
          <ContentEditor nodeId={zone.id} languageCode={code} />
        </Tabs.Panel>
      </Tabs>
    </Drawer>
  );
}
