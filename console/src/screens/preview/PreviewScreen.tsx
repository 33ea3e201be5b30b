/** What a reader with a language gets of a page or zone now: a phone beside the page, and the reasons. */
import { Alert, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { IconEyeOff } from '../../parts/icons/icons';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/query';
import { problemOf } from '../../api/change';
import { useFormats } from '../../i18n/format';
import { Loading } from '../../parts/Loading';
import { NotFound } from '../../parts/NotFound';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { ReaderCard } from '../../parts/reader/ReaderCard';
import { Screen } from '../../parts/Screen';
import { LanguageChain } from './LanguageChain';
import { elementQuery, type PreviewData, previewQuery } from './preview-documents';
import { TargetPicker } from './TargetPicker';
import './preview.css';

export function PreviewScreen() {
  const { t } = useTranslation('preview');
  const { pageId = '' } = useParams({ strict: false });
  const { i18n } = useTranslation();
  const formats = useFormats();
  const [zoneId, setZoneId] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [{ data, error }] = useQuery({ query: elementQuery, variables: { id: pageId } });
  const page = data?.node?.__typename === 'Image' ? data.node : null;
  const reader = wanted ?? page?.document.defaultLanguage ?? i18n.language;
  const [{ data: shown, error: failure, stale }] = useQuery({
    query: previewQuery,
    variables: { elementId: zoneId ?? pageId, languageCode: reader },
  });
  const choices = useMemo(
    () =>
      (data?.languages ?? [])
        .map(({ code }) => ({ value: code, label: formats.language(code) }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [data?.languages, formats],
  );
  const broken = error ?? failure;
  if (broken !== undefined) return <ProblemNotice problem={problemOf(broken)} />;
  if (data === undefined) return <Loading />;
  if (page === null) return <NotFound />;
  return (
    <Screen
      title={t('title', { order: page.order, name: page.document.name })}
      text={t('text')}
      actions={
        <Select
          label={t('language')}
          data={choices}
          value={reader}
          onChange={setWanted}
          allowDeselect={false}
          searchable
          maxDropdownHeight={320}
          limit={60}
          nothingFoundMessage={t('noLanguage')}
        />
      }
    >
      <div className="preview">
        <TargetPicker page={page} chosenId={zoneId} onChoose={setZoneId} />
        <Phone preview={shown?.readerPreview} isOld={stale} />
        <Stack gap="md">
          {shown !== undefined && <LanguageChain preview={shown.readerPreview} wanted={reader} />}
        </Stack>
      </div>
    </Screen>
  );
}

interface PhoneProps {
  readonly preview: PreviewData | undefined;
  readonly isOld: boolean;
}

function Phone({ preview, isOld }: PhoneProps) {
  const { t } = useTranslation('preview');
  const isAnswered = preview?.hiddenReasons.length === 0;
  return (
    <section className="phone" aria-label={t('phone')} aria-busy={preview === undefined || isOld}>
      <div className="phone-screen">
        {preview === undefined && <Loading />}
        {preview !== undefined && !isAnswered && (
          <Stack gap="sm" justify="center" h="100%" ta="center" p="md">
            <IconEyeOff size={40} stroke={1.4} aria-hidden style={{ margin: '0 auto' }} />
            <Title order={2} size="h4">
              {t('hidden')}
            </Title>
            <Text size="sm">{t('hiddenText')}</Text>
          </Stack>
        )}
        {preview !== undefined && isAnswered && (
          <div lang={preview.languageCode}>
            <ReaderCard
              title={preview.title}
              titleStyle={preview.titleStyle}
              actions={preview.actions}
              about={(action) => <Source preview={preview} actionId={action.id} />}
            />
          </div>
        )}
      </div>
      {preview !== undefined && !isAnswered && (
        <Stack gap="xs" mt="md">
          {preview.hiddenReasons.map((reason) => (
            <Alert key={reason} color="yellow" variant="light" title={t(`reasons.${reason}.title`)}>
              {t(`reasons.${reason}.text`)}
            </Alert>
          ))}
        </Stack>
      )}
    </section>
  );
}

function Source({ preview, actionId }: { readonly preview: PreviewData; readonly actionId: string }) {
  const { t } = useTranslation('preview');
  const action = preview.actions.find(({ id }) => id === actionId);
  if (action === undefined) return null;
  return (
    <Paper bg="transparent" px="xs" py={2}>
      <Text size="xs" c="dimmed" className="any-text">
        {t(`from.${action.source.type}`, { name: action.source.name })}
        {!action.hasOwnStyle && action.style !== null && ` · ${t('inheritedStyle')}`}
        {!action.hasOwnIcon && action.iconUrl !== null && ` · ${t('inheritedIcon')}`}
      </Text>
    </Paper>
  );
}
