/** Titles and actions of a zone, beside the page, in each language of the document. */
import { Drawer, Tabs } from '@mantine/core';
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
  const { language } = useFormats();
  const { languages, defaultLanguage } = document;
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
        <Tabs.List mb="md">
          {languages.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {language(each)}
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
