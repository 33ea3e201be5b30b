/** Conditions of an activation, met or missing, each with a sign. */
import { List, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResultOf } from '../../api/graphql';
import { useFormats } from '../../i18n/format';
import { IconAlertTriangle, IconCircleCheck } from '../icons/icons';
import type { activationQuery } from './activation-documents';

type Plan = ResultOf<typeof activationQuery>['activationPlan'];

export function Checklist({ plan, lookAlikes }: { readonly plan: Plan; readonly lookAlikes: number }) {
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
        {unseen === 0
          ? t('allRecognized', { count: pages })
          : t('unrecognized', { count: unseen, pages: shownNumbers(plan.unrecognizedPages) })}
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

export function Check({ isGood, children }: { readonly isGood: boolean; readonly children: ReactNode }) {
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
