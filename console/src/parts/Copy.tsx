/** Copies a text, and shows that it did. */
import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from './icons/icons';
import { useTranslation } from 'react-i18next';

export function Copy({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <ActionIcon variant="default" size="lg" onClick={copy} aria-label={copied ? t('copied') : t('copy')}>
          {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
