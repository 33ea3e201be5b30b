/** For people who were given a link to a comparison: what differs between two PDFs, page by page. */
import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { PdfResult } from '../compare/PdfResult';
import { useReportLanguage } from '../compare/use-report-language';
import { readSharedComparison, readSharedReport, type SharedComparison } from './shared-comparison';
import { SharedProof } from './SharedProof';

export function SharedComparisonScreen() {
  const { t } = useTranslation('compare');
  return (
    <SharedProof
      read={readSharedComparison}
      title={t('title')}
      gone={t('share.gone')}
      goneText={t('share.goneText')}
    >
      {(shared, code) => <Shown code={code} shared={shared} />}
    </SharedProof>
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
