/** Before a document is activated: what it takes, what is missing, and which pages could be taken for others. */
import { Button, Group, List, Modal, Stack, Text, ThemeIcon } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../api/change';
import type { ResultOf } from '../../api/graphql';
import { useQuery } from '../../api/query';
import { useFormats } from '../../i18n/format';
import { IconAlertTriangle, IconCircleCheck } from '../icons/icons';
import { Loading } from '../Loading';
import { ProblemNotice } from '../ProblemNotice';
import { activationQuery } from './activation-documents';
import { LookAlikes } from './LookAlikes';

interface Props {
  readonly documentId: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly onActivate: () => Promise<void>;
}

export function ActivateDialog({ documentId, name, onClose, onActivate }: Props) {
  const { t } = useTranslation('activation');
  const [isBusy, setBusy] = useState(false);
  const [{ data, error }, again] = useQuery({
    query: activationQuery,
    variables: { documentId },
    requestPolicy: 'network-only',
  });
  const plan = data?.activationPlan;
  const send = async () => {
    setBusy(true);
    await onActivate();
    onClose();
  };
  const isShort = plan !== undefined && plan.remainingCredit !== null && plan.credits > plan.remainingCredit;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title', { name: name.slice(0, 100) })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="sm">
        {data === undefined && error === undefined && <Loading height={120} />}
        {error !== undefined && (
          <ProblemNotice
            problem={problemOf(error)}
            onRetry={() => again({ requestPolicy: 'network-only' })}
          />
        )}
        {plan !== undefined && <Checklist plan={plan} lookAlikes={data?.activationWarnings.length ?? 0} />}
        {data !== undefined && <LookAlikes warnings={data.activationWarnings} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button loading={isBusy} disabled={plan === undefined || isShort} onClick={() => void send()}>
            {t('activate')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type Plan = ResultOf<typeof activationQuery>['activationPlan'];

function Checklist({ plan, lookAlikes }: { readonly plan: Plan; readonly lookAlikes: number }) {
  const { t } = useTranslation('activation');
  const formats = useFormats();
  const { pages, recognizedPages, credits, remainingCredit, pagesWithoutActions, languages } = plan;
  const names = formats.languages(languages.map(({ code }) => code));
  const unseen = pages - recognizedPages;
  return (
    <List spacing={6} listStyleType="none" aria-label={t('checklist')} center>
      <Check isGood={remainingCredit === null || credits <= remainingCredit}>
        {remainingCredit === null
          ? t('free')
          : t('credits', { count: credits, left: formats.number(remainingCredit) })}
      </Check>
      <Check isGood={unseen === 0}>
        {unseen === 0 ? t('allRecognized', { count: pages }) : t('unrecognized', { count: unseen })}
      </Check>
      <Check isGood={pagesWithoutActions.length === 0}>
        {pagesWithoutActions.length === 0
          ? t('allOffer')
          : t('withoutActions', {
              count: pagesWithoutActions.length,
              pages: shownNumbers(pagesWithoutActions),
            })}
      </Check>
      {languages.map(({ code, pagesWithActions }) => (
        <Check key={code} isGood={pagesWithActions === pages}>
          {pagesWithActions === pages
            ? t('languageWhole', { language: names.get(code) })
            : t('languagePart', { language: names.get(code), count: pagesWithActions, pages })}
        </Check>
      ))}
      <Check isGood={lookAlikes === 0}>
        {lookAlikes === 0 ? t('noLookAlikes') : t('lookAlikes', { count: lookAlikes })}
      </Check>
    </List>
  );
}

const MOST_NUMBERS = 12;

function shownNumbers(numbers: readonly number[]): string {
  const shown = numbers.slice(0, MOST_NUMBERS).join(', ');
  return numbers.length > MOST_NUMBERS ? `${shown}, …` : shown;
}

function Check({ isGood, children }: { readonly isGood: boolean; readonly children: ReactNode }) {
  return (
    <List.Item
      icon={
        <ThemeIcon size={24} radius="xl" variant="light" color={isGood ? 'teal' : 'orange'} aria-hidden>
          {isGood ? <IconCircleCheck size={16} /> : <IconAlertTriangle size={16} />}
        </ThemeIcon>
      }
    >
      <Text span size="sm">
        {children}
      </Text>
    </List.Item>
  );
}
