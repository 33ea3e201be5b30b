/** The page, and what of it the reader photographs: the whole page or one of its zones. */
import { Stack, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageWithZones } from './PageWithZones';
import type { PreviewedPage } from './preview-documents';

interface Props {
  readonly page: Pick<PreviewedPage, 'order' | 'bigThumbnailUrl'>;
  readonly zones: PreviewedPage['zones'];
  /** null for the whole page. */
  readonly chosenId: string | null;
  readonly onChoose: (id: string | null) => void;
}

export function TargetPicker({ page, zones, chosenId, onChoose }: Props) {
  const { t } = useTranslation('preview');
  return (
    <Stack gap="xs">
      <PageWithZones
        order={page.order}
        pictureUrl={page.bigThumbnailUrl}
        zones={zones}
        chosenId={chosenId}
        onChoose={onChoose}
      />
      {zones.length > 0 && (
        <UnstyledButton
          className="preview-whole"
          aria-pressed={chosenId === null}
          onClick={() => onChoose(null)}
        >
          {t('whole')}
        </UnstyledButton>
      )}
    </Stack>
  );
}
