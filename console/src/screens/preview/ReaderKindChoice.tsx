/** The device and the share of the preview's reader: shown where rules of an action ask for them. */
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Platform, platforms } from '../../parts/rules/rules';
import type { PreviewData } from './preview-documents';

export interface ReaderKind {
  readonly platform: Platform | null;
  readonly variant: string | null;
}

interface Props {
  readonly kind: ReaderKind;
  readonly onKind: (next: ReaderKind) => void;
  readonly preview: PreviewData;
}

const UNKNOWN = 'UNKNOWN';

export function ReaderKindChoice({ kind, onKind, preview }: Props) {
  const { t } = useTranslation('rules');
  if (preview.actions.every(({ choice }) => choice === null)) return null;
  const [first = ''] = preview.variants;
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500}>
        {t('device')}
      </Text>
      <SegmentedControl
        aria-label={t('device')}
        value={kind.platform ?? UNKNOWN}
        onChange={(value) => onKind({ ...kind, platform: platforms.find((each) => each === value) ?? null })}
        data={[
          { value: UNKNOWN, label: t('unknown') },
          ...platforms.map((platform) => ({ value: platform, label: t(`platforms.${platform}`) })),
        ]}
        fullWidth
        orientation="vertical"
      />
      {preview.variants.length > 0 && (
        <>
          <Text size="sm" fw={500}>
            {t('inShare')}
          </Text>
          <SegmentedControl
            aria-label={t('inShare')}
            value={kind.variant ?? first}
            onChange={(variant) => onKind({ ...kind, variant })}
            data={[...preview.variants]}
            fullWidth
          />
        </>
      )}
    </Stack>
  );
}
