/** The view of a reader with a language on a page or zone: a phone beside the page, and the reasons. */
import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/query';
import { useFormats } from '../../i18n/format';
import { problemOf } from '../../api/change';
import { LanguageSelect } from '../../parts/LanguageSelect';
import { Loading } from '../../parts/Loading';
import { NotFound } from '../../parts/NotFound';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { PageHead } from '../../parts/page-head/PageHead';
import { Screen } from '../../parts/Screen';
import { HiddenReasons } from './HiddenReasons';
import { LanguageChain } from './LanguageChain';
import { elementQuery, previewQuery } from './preview-documents';
import { Phone } from './Phone';
import { type ReaderKind, ReaderKindChoice } from './ReaderKindChoice';
import { TargetPicker } from './TargetPicker';
import './preview.css';

export function PreviewScreen() {
  const { t } = useTranslation(['preview', 'draft']);
  const { pageId = '' } = useParams({ strict: false });
  const { i18n } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [isDraft, setDraft] = useState(true);
  const [at, setAt] = useState('');
  const [kind, setKind] = useState<ReaderKind>({ platform: null, variant: null });
  const [{ data, error }, readPage] = useQuery({ query: elementQuery, variables: { id: pageId } });
  const page = data?.node?.__typename === 'Image' ? data.node : null;
  const reader = wanted ?? page?.document.defaultLanguage ?? i18n.language;
  // Where zones answer the page itself never does: the first zone is what there is to see.
  const zones = (isDraft ? page?.draftedZones : null) ?? page?.zones ?? [];
  const wantedZone = zones.find(({ id }) => id === chosen) ?? zones[0];
  const zoneId = chosen === WHOLE ? null : (wantedZone?.id ?? null);
  const [{ data: shown, error: failure, stale }, readPreview] = useQuery({
    query: previewQuery,
    variables: {
      elementId: zoneId ?? pageId,
      languageCode: reader,
      inDraft: isDraft,
      at: at === '' ? null : at,
      ...kind,
    },
    pause: page === null,
  });
  const refresh = () => {
    readPage({ requestPolicy: 'network-only' });
    readPreview({ requestPolicy: 'network-only' });
  };
  const broken = error ?? failure;
  if (broken !== undefined) return <ProblemNotice problem={problemOf(broken)} />;
  if (data === undefined) return <Loading shape="page" />;
  if (page === null) return <NotFound />;
  return (
    <Screen
      title={t('title', { order: page.order, name: page.document.name })}
      text={t('text')}
      above={<PageHead pageId={page.id} document={page.document} order={page.order} current="preview" />}
      actions={<ReaderLanguage reader={reader} onWanted={setWanted} page={page} />}
    >
      {page.document.draft !== null && <DraftChoice isDraft={isDraft} onDraft={setDraft} />}
      <div className="preview">
        <TargetPicker page={page} zones={zones} chosenId={zoneId} onChoose={(id) => setChosen(id ?? WHOLE)} />
        <div>
          {shown !== undefined && (
            <HiddenReasons
              reasons={shown.readerPreview.hiddenReasons}
              isDraft={isDraft && page.document.draft !== null}
              page={page}
              onChanged={refresh}
            />
          )}
          <Phone preview={shown?.readerPreview} isOld={stale} />
        </div>
        <Stack gap="md">
          <TimeOfPreview at={at} onAt={setAt} changesAt={shown?.readerPreview.changesAt ?? null} />
          {shown !== undefined && (
            <ReaderKindChoice kind={kind} onKind={setKind} preview={shown.readerPreview} />
          )}
          {shown !== undefined && <LanguageChain preview={shown.readerPreview} wanted={reader} />}
        </Stack>
      </div>
    </Screen>
  );
}

interface TimeProps {
  /** Without a zone; empty for now. */
  readonly at: string;
  readonly onAt: (next: string) => void;
  readonly changesAt: string | null;
}

/** The time whose answer is shown. */
function TimeOfPreview({ at, onAt, changesAt }: TimeProps) {
  const { t } = useTranslation('preview');
  const { dateTime } = useFormats();
  return (
    <div>
      <TextInput
        type="datetime-local"
        label={t('at')}
        description={t('atText')}
        value={at}
        onChange={(event) => onAt(event.currentTarget.value)}
      />
      {changesAt !== null && (
        <Text size="sm" c="dimmed" mt={4} role="status">
          {t('changesAt', { time: dateTime(changesAt) })}
        </Text>
      )}
    </div>
  );
}

interface ReaderLanguageProps {
  readonly reader: string;
  readonly onWanted: (next: string | null) => void;
  readonly page: { readonly document: { readonly languages: readonly string[] } };
}

function ReaderLanguage({ reader, onWanted, page }: ReaderLanguageProps) {
  const { t } = useTranslation(['preview', 'draft']);
  return (
    <LanguageSelect
      label={t('language')}
      value={reader}
      onChange={onWanted}
      first={page.document.languages}
    />
  );
}

function DraftChoice({
  isDraft,
  onDraft,
}: {
  readonly isDraft: boolean;
  readonly onDraft: (next: boolean) => void;
}) {
  const { t } = useTranslation(['preview', 'draft']);
  return (
    <SegmentedControl
      mb="md"
      aria-label={t('draft:choice')}
      value={isDraft ? 'draft' : 'live'}
      onChange={(value) => onDraft(value === 'draft')}
      data={[
        { value: 'draft', label: t('draft:shown') },
        { value: 'live', label: t('draft:live') },
      ]}
    />
  );
}

/** The choice when no zone is selected. */
const WHOLE = 'whole';
