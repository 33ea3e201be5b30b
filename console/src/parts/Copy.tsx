/** Copies a text, and shows that it did. */
import { ActionIcon, CopyButton, Group, TextInput } from '@mantine/core';
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

/** An address that can be selected and copied. */
export function CopyField({ label, url }: { readonly label: string; readonly url: string }) {
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      <TextInput
        label={label}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        style={{ flex: 1 }}
      />
      <Copy text={url} />
    </Group>
  );
}
