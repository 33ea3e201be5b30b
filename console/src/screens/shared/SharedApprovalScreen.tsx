/** For people who were given the link of an approval: who approved what, page by page. */
import { Alert, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { IconCircleCheck } from '../../parts/icons/icons';
import { PdfResult } from '../compare/PdfResult';
import { useReportLanguage } from '../compare/use-report-language';
import { readApprovalReport, readSharedApproval, type SharedApproval } from './shared-approval';
import { SharedProof } from './SharedProof';

export function SharedApprovalScreen() {
  const { t } = useTranslation('compare');
  return (
    <SharedProof
      read={readSharedApproval}
      title={t('approve.approval')}
      gone={t('approve.gone')}
      goneText={t('approve.goneText')}
    >
      {(shared, code) => <Shown code={code} shared={shared} />}
    </SharedProof>
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
