/** The phone of a reader with its answer. */
import { Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ownNameOfPage } from '../../parts/page-name';
import { ReaderCard } from '../../parts/reader/ReaderCard';
import { PhoneFrame } from './PhoneFrame';
import type { PreviewData } from './preview-documents';
import { WhyAddress } from './WhyAddress';

interface PhoneProps {
  readonly preview: PreviewData | undefined;
  readonly isOld: boolean;
}

/** The card as a reader gets it, also while nobody gets it yet. */
export function Phone({ preview, isOld }: PhoneProps) {
  return (
    <PhoneFrame languageCode={preview?.languageCode ?? null} isOld={isOld}>
      {preview !== undefined && (
        <ReaderCard
          title={preview.title}
          titleStyle={preview.titleStyle}
          actions={preview.actions}
          about={(action) => <Source preview={preview} actionId={action.id} />}
        />
      )}
    </PhoneFrame>
  );
}

function Source({ preview, actionId }: { readonly preview: PreviewData; readonly actionId: string }) {
  const { t } = useTranslation('preview');
  const action = preview.actions.find(({ id }) => id === actionId);
  if (action === undefined) return null;
  return (
    <Paper bg="transparent" px="xs" py={2}>
      <Text size="xs" c="dimmed" className="any-text">
        {ownNameOfPage(action.source.name) === ''
          ? t('fromPage')
          : t(`from.${action.source.type}`, { name: action.source.name })}
        {!action.hasOwnStyle && action.style !== null && ` · ${t('inheritedStyle')}`}
        {!action.hasOwnIcon && action.iconUrl !== null && ` · ${t('inheritedIcon')}`}
      </Text>
      {action.choice !== null && <WhyAddress choice={action.choice} />}
    </Paper>
  );
}
