/** The page, and what of it the reader photographs: the whole page or one of its zones. */
import { Stack, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageWithZones } from './PageWithZones';
import type { PreviewedPage } from './preview-documents';

interface Props {
  readonly page: PreviewedPage;
  /** null for the whole page. */
  readonly chosenId: string | null;
  readonly onChoose: (id: string | null) => void;
}

export function TargetPicker({ page, chosenId, onChoose }: Props) {
  const { t } = useTranslation('preview');
  return (
    <Stack gap="xs">
      <PageWithZones
        order={page.order}
        pictureUrl={page.bigThumbnailUrl}
        zones={page.zones}
        chosenId={chosenId}
        onChoose={onChoose}
      />
      {page.zones.length > 0 && (
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
