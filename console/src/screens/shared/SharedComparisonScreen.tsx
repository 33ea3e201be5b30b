/** For people who were given a link to a comparison: what differs between two PDFs, page by page. */
import { Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { EmptyState } from '../../parts/EmptyState';
import { IconZoomExclamation } from '../../parts/icons/icons';
import { Loading } from '../../parts/Loading';
import { useTabTitle } from '../../parts/Screen';
import '../compare/compare.css';
import { PdfResult } from '../compare/PdfResult';
import { useReportLanguage } from '../compare/use-report-language';
import { readSharedComparison, readSharedReport, type SharedComparison } from './shared-comparison';
import { SharedFrame } from './SharedFrame';

export function SharedComparisonScreen() {
  const { t } = useTranslation('compare');
  const [code] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('code') ?? '');
  const [shared, setShared] = useState<SharedComparison | null | undefined>(undefined);
  const language = useReportLanguage();
  useEffect(() => {
    readSharedComparison(code, language).then(setShared, () => setShared(null));
  }, [code, language]);
  useTabTitle(t('title'));
  return (
    <SharedFrame>
      {shared === undefined && <Loading height={400} />}
      {shared === null && (
        <EmptyState
          icon={IconZoomExclamation}
          title={t('share.gone')}
          text={t('share.goneText')}
          isWholePage
        />
      )}
      {shared != null && <Shown code={code} shared={shared} />}
    </SharedFrame>
  );
}

function Shown({ code, shared }: { readonly code: string; readonly shared: SharedComparison }) {
  const { t } = useTranslation('compare');
  const { dateTime } = useFormats();
  const language = useReportLanguage();
  const { referenceName, queryName, createdAt, expiresAt, ignoredCount, comparison } = shared;
  return (
    <>
      <div>
        <Title order={1} size="h3" className="any-text">
          {t('share.about', { first: referenceName, second: queryName })}
        </Title>
        <Text size="sm" c="dimmed">
          {t('share.until', { date: dateTime(createdAt), until: dateTime(expiresAt) })}
        </Text>
        {ignoredCount > 0 && <Text size="sm">{t('share.ignored', { count: ignoredCount })}</Text>}
      </div>
      <PdfResult
        found={comparison}
        review={{ decisions: comparison.decisions, decide: null, problem: null }}
        onReport={(format) => readSharedReport({ code, format, language })}
        mayIgnore={false}
      />
    </>
  );
}
