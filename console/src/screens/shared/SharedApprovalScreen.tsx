/** For people who were given the link of an approval: who approved what, page by page. */
import { Alert, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { EmptyState } from '../../parts/EmptyState';
import { IconCircleCheck, IconZoomExclamation } from '../../parts/icons/icons';
import { Loading } from '../../parts/Loading';
import { useTabTitle } from '../../parts/Screen';
import '../compare/compare.css';
import { PdfResult } from '../compare/PdfResult';
import { useReportLanguage } from '../compare/use-report-language';
import { readApprovalReport, readSharedApproval, type SharedApproval } from './shared-approval';
import { SharedFrame } from './SharedFrame';

export function SharedApprovalScreen() {
  const { t } = useTranslation('compare');
  const [code] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('code') ?? '');
  const [shared, setShared] = useState<SharedApproval | null | undefined>(undefined);
  const language = useReportLanguage();
  useEffect(() => {
    readSharedApproval(code, language).then(setShared, () => setShared(null));
  }, [code, language]);
  useTabTitle(t('approve.approval'));
  return (
    <SharedFrame>
      {shared === undefined && <Loading height={400} />}
      {shared === null && (
        <EmptyState
          icon={IconZoomExclamation}
          title={t('approve.gone')}
          text={t('approve.goneText')}
          isWholePage
        />
      )}
      {shared != null && <Shown code={code} shared={shared} />}
    </SharedFrame>
  );
}

function Shown({ code, shared }: { readonly code: string; readonly shared: SharedApproval }) {
  const { t } = useTranslation('compare');
  const { dateTime } = useFormats();
  const language = useReportLanguage();
  const { approval, comparison } = shared;
  return (
    <>
      <div>
        <Title order={1} size="h3" className="any-text">
          {t('share.about', { first: approval.referenceName, second: approval.queryName })}
        </Title>
      </div>
      <Alert
        color="green"
        variant="light"
        role="note"
        my="md"
        icon={<IconCircleCheck aria-hidden />}
        title={t('approve.by', { user: approval.user, date: dateTime(approval.createdAt) })}
      >
        {approval.comment !== '' && <Text className="any-text">{approval.comment}</Text>}
        <Text size="sm">{t('approve.never')}</Text>
      </Alert>
      <PdfResult
        found={comparison}
        review={{ decisions: comparison.decisions, decide: null, problem: null }}
        onReport={(format) => readApprovalReport({ code, format, language })}
        mayIgnore={false}
      />
    </>
  );
}
