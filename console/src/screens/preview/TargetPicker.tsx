/** The page, and what of it the reader photographs: the whole page or one of its zones. */
import { Stack, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
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
      <div className="preview-page" role="group" aria-label={t('aim')}>
        {page.bigThumbnailUrl !== null && (
          <img src={page.bigThumbnailUrl} alt={t('page', { order: page.order })} />
        )}
        {page.zones.map((zone) => (
          <button
            key={zone.id}
            type="button"
            className="preview-zone"
            aria-pressed={zone.id === chosenId}
            aria-label={t('zone', { name: zone.name })}
            onClick={() => onChoose(zone.id)}
            style={{
              left: `${zone.positionXPercent}%`,
              top: `${zone.positionYPercent}%`,
              width: `${zone.widthPercent}%`,
              height: `${zone.heightPercent}%`,
            }}
          />
        ))}
      </div>
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
