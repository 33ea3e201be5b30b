/** A code for readers, as large as it is printed, with its address. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { Dialog } from '../dialogs/Dialog';
import { IconDownload } from '../icons/icons';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Copy } from '../Copy';
import { phoneTroubleOf } from '../phone-address';
import { PhoneTrouble } from '../PhoneTrouble';
import { QrCode } from '../QrCode';
import { savePng, saveText } from '../editing/save';

interface Props {
  readonly name: string;
  readonly scanUrl: string;
  readonly onClose: () => void;
}

export function LargeCode({ name, scanUrl, onClose }: Props) {
  const { t } = useTranslation('administration');
  const code = useRef<HTMLDivElement>(null);
  return (
    <Dialog onClose={onClose} title={name}>
      <Stack align="center">
        <div ref={code}>
          <QrCode text={scanUrl} size={300} label={t('keys.code', { name })} />
        </div>
        <PhoneTrouble address={scanUrl} />
        {phoneTroubleOf(scanUrl) === null && <Text ta="center">{t('keys.print')}</Text>}
        <Group w="100%" wrap="nowrap">
          <TextInput readOnly value={scanUrl} aria-label={t('keys.address')} style={{ flex: 1 }} />
          <Copy text={scanUrl} />
        </Group>
        <Group justify="center">
          <Button
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => saveText(`${name}.svg`, svgOf(code.current), 'image/svg+xml')}
          >
            {t('keys.save')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => void savePng(`${name}.png`, svgOf(code.current))}
          >
            {t('keys.savePng')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The code as a file of its own. */
function svgOf(place: HTMLElement | null): string {
  const svg = place?.querySelector('svg');
  return svg == null ? '' : new XMLSerializer().serializeToString(svg);
}
