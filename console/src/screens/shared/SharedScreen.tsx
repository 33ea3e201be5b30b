/** For people who were given a preview link: the pages of a document, and the phone of a reader beside them. */
import { Anchor, Button, Group, SegmentedControl, Select, Text, Title } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverAddress } from '../../api/own-path';
import { useFormats } from '../../i18n/format';
import { EmptyState } from '../../parts/EmptyState';
import { IconCamera, IconQrcode } from '../../parts/icons/icons';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { ReaderCard } from '../../parts/reader/ReaderCard';
import { useTabTitle } from '../../parts/Screen';
import { PageWithZones } from '../preview/PageWithZones';
import { PhoneFrame } from '../preview/PhoneFrame';
import { useLinked } from './guest-client';
import { SharedComments } from './SharedComments';
import { SharedFrame } from './SharedFrame';
import { readCard, readShared, type SharedPreview } from './shared-preview';

export function SharedScreen() {
  const { t } = useTranslation('preview');
  const [code] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('code') ?? '');
  const linked = useLinked(useCallback(async () => readShared(code), [code]));
  const { answer: shared, problem, retry } = linked;
  useTabTitle(shared?.name ?? t('phone'));
  return (
    <SharedFrame>
      {problem !== null && <ProblemNotice problem={problem} onRetry={retry} />}
      {shared === undefined && problem === null && <Loading height={400} />}
      {shared === null && (
        <EmptyState icon={IconQrcode} title={t('shared.gone')} text={t('shared.goneText')} isWholePage />
      )}
      {shared != null && <Pages code={code} shared={shared} />}
    </SharedFrame>
  );
}

function Pages({ code, shared }: { readonly code: string; readonly shared: SharedPreview }) {
  const { t } = useTranslation('preview');
  const [language, setLanguage] = useState(shared.defaultLanguage);
  const [pageId, setPageId] = useState(shared.pages[0]?.id ?? '');
  const [zoneId, setZoneId] = useState<string | null>(null);
  const [isCommenting, setCommenting] = useState(false);
  const page = shared.pages.find(({ id }) => id === pageId);
  // Where zones answer the page itself never does.
  const elementId = zoneId ?? page?.zones[0]?.id ?? pageId;
  const readShown = useCallback(async () => readCard(code, elementId, language), [code, elementId, language]);
  const { answer: card = null, problem, retry } = useLinked(readShown);
  return (
    <>
      <Head code={code} shared={shared} language={language} onLanguage={setLanguage} />
      {shared.mayComment && (
        <SegmentedControl
          aria-label={t('shared.views')}
          value={isCommenting ? 'comments' : 'preview'}
          onChange={(value) => setCommenting(value === 'comments')}
          data={[
            { value: 'preview', label: t('shared.preview') },
            { value: 'comments', label: t('shared.comments') },
          ]}
        />
      )}
      {!isCommenting && <Text size="sm">{t(shared.hasDraft ? 'shared.draft' : 'shared.text')}</Text>}
      {problem !== null && <ProblemNotice problem={problem} onRetry={retry} />}
      <div className="shared-work">
        <SharedPages shared={shared} pageId={pageId} onPage={setPageId} onZone={setZoneId} />
        {isCommenting && page !== undefined && <SharedComments code={code} page={page} />}
        {!isCommenting && page !== undefined && (
          <PageWithZones
            order={page.order}
            pictureUrl={page.thumbnailUrl}
            zones={page.zones}
            chosenId={elementId}
            onChoose={setZoneId}
          />
        )}
        {!isCommenting && (
          <PhoneFrame languageCode={card?.languageCode ?? null}>
            {card !== null && (
              <ReaderCard title={card.title} titleStyle={card.titleStyle} actions={card.actions} />
            )}
          </PhoneFrame>
        )}
      </div>
    </>
  );
}

interface HeadProps {
  readonly code: string;
  readonly shared: SharedPreview;
  readonly language: string;
  readonly onLanguage: (next: string) => void;
}

function Head({ code, shared, language, onLanguage }: HeadProps) {
  const { t } = useTranslation('preview');
  const { languages, dateTime } = useFormats();
  const names = languages(shared.languages);
  return (
    <Group justify="space-between" align="flex-end">
      <div>
        <Title order={1} size="h3" className="any-text">
          {shared.name}
        </Title>
        <Text size="sm" c="dimmed">
          {t('shared.until', { date: dateTime(shared.expiresAt) })}
        </Text>
      </div>
      <Button
        component="a"
        href={serverAddress(`/scan#preview=${code}`)}
        target="_blank"
        variant="default"
        leftSection={<IconCamera size={16} aria-hidden />}
      >
        {t('shared.try')}
      </Button>
      <Select
        label={t('shared.language')}
        value={language}
        onChange={(value) => value !== null && onLanguage(value)}
        data={shared.languages.map((each) => ({ value: each, label: names.get(each) ?? each }))}
        allowDeselect={false}
      />
    </Group>
  );
}

interface SharedPagesProps {
  readonly shared: SharedPreview;
  readonly pageId: string;
  readonly onPage: (next: string) => void;
  readonly onZone: (next: string | null) => void;
}

function SharedPages({ shared, pageId, onPage, onZone }: SharedPagesProps) {
  const { t } = useTranslation('preview');
  return (
    <nav className="shared-pages" aria-label={t('shared.pages')}>
      {shared.pages.map(({ id, order, thumbnailUrl }) => (
        <Anchor
          key={id}
          component="button"
          type="button"
          aria-current={id === pageId ? 'page' : undefined}
          aria-label={t('page', { order })}
          onClick={() => {
            onPage(id);
            onZone(null);
          }}
        >
          {thumbnailUrl !== null && <img src={thumbnailUrl} alt="" loading="lazy" />}
          <span>{order}</span>
        </Anchor>
      ))}
    </nav>
  );
}
