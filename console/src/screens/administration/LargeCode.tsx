/** A code for readers, as large as it is printed, with its address. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload } from '../../parts/icons/icons';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Copy } from '../../parts/Copy';
import { QrCode } from '../../parts/QrCode';
import { saveText } from '../../parts/save';
import type { PublishableKey } from './PublishableKeyDialog';

interface Props {
  readonly publishable: PublishableKey;
  readonly onClose: () => void;
}

export function LargeCode({ publishable, onClose }: Props) {
  const { t } = useTranslation('administration');
  const { name, scanUrl } = publishable;
  const code = useRef<HTMLDivElement>(null);
  return (
    <Modal opened onClose={onClose} title={name} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <Stack align="center">
        <div ref={code}>
          <QrCode text={scanUrl} size={300} label={t('keys.code', { name })} />
        </div>
        <Text ta="center">{t('keys.print')}</Text>
        <Group w="100%" wrap="nowrap">
          <TextInput readOnly value={scanUrl} aria-label={t('keys.address')} style={{ flex: 1 }} />
          <Copy text={scanUrl} />
        </Group>
        <Button
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => saveText(`${name}.svg`, svgOf(code.current), 'image/svg+xml')}
        >
          {t('keys.save')}
        </Button>
      </Stack>
    </Modal>
  );
}

/** The code as a file of its own. */
function svgOf(place: HTMLElement | null): string {
  const svg = place?.querySelector('svg');
  return svg == null ? '' : new XMLSerializer().serializeToString(svg);
}
