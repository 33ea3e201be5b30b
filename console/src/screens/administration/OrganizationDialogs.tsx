/** A new organization below, and credits that move there or back. */
import { NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useFormDraft } from '../../parts/editing/form-draft';
import { LanguageSelect } from '../../parts/LanguageSelect';
import { FormDialog } from '../../parts/dialogs/FormDialog';
import { mistakeAt, restOf } from '../../parts/editing/mistakes';
import { type Administered, createOrganization, transferCredit } from './administration';

interface DialogProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function NewOrganization({
  parent,
  onClose,
  onDone,
}: DialogProps & { readonly parent: Administered['organization'] }) {
  const { t } = useTranslation('administration');
  const create = useChange(createOrganization);
  const { i18n } = useTranslation();
  const form = useFormDraft(`new-organization:${parent.id}`, {
    name: '',
    languageCode: languageFor(i18n.language, parent.languageCode),
  });
  const { name, languageCode } = form.values;
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <FormDialog
      title={t('below.new')}
      action={t('below.create')}
      isReady={name.trim() !== ''}
      problem={restOf(problem, ['name', 'languageCode'])}
      onClose={() => {
        form.giveUp();
        onClose();
      }}
      onSend={async () => {
        const { id: parentId, timeZone } = parent;
        const outcome = await form.send(async (typed) =>
          create({
            input: { name: typed.name.trim(), parentId, languageCode: typed.languageCode, timeZone },
          }),
        );
        if (outcome.isDone) onDone();
        else setProblem(outcome.problem);
      }}
    >
      <TextInput
        label={t('below.name')}
        value={name}
        onChange={(event) => form.set({ name: event.currentTarget.value })}
        error={mistakeAt(problem, 'name')}
        dir="auto"
        data-autofocus
      />
      <LanguageSelect
        label={t('below.language')}
        value={languageCode}
        onChange={(code) => form.set({ languageCode: code })}
        error={mistakeAt(problem, 'languageCode')}
        isInDialog
      />
    </FormDialog>
  );
}

/** Of a country, where the browser names none. */
const AT_HOME: Readonly<Record<string, string>> = { de: 'de-DE', en: 'en-US', fr: 'fr-FR' };

/** People who read the console in a language most likely publish in it, too. */
function languageFor(consoleLanguage: string, ofParent: string): string {
  const known = [ofParent, ...navigator.languages].find((code) => code.startsWith(`${consoleLanguage}-`));
  return known ?? AT_HOME[consoleLanguage] ?? ofParent;
}

export function MoveCredits({
  id,
  name,
  onClose,
  onDone,
}: DialogProps & { readonly id: string; readonly name: string }) {
  const { t } = useTranslation('administration');
  const transfer = useChange(transferCredit);
  const [amount, setAmount] = useState<number | string>(100);
  const [direction, setDirection] = useState<'GIVE' | 'TAKE'>('GIVE');
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <FormDialog
      title={t('credits.moveTitle', { name })}
      action={t('credits.move')}
      isReady={Number(amount) >= 1}
      problem={restOf(problem, ['amount'])}
      onClose={onClose}
      onSend={async () => {
        const outcome = await transfer({ organizationId: id, amount: Number(amount), direction });
        if (outcome.isDone) onDone();
        else setProblem(outcome.problem);
      }}
    >
      <Select
        label={t('credits.direction')}
        value={direction}
        onChange={(value) => setDirection(value === 'TAKE' ? 'TAKE' : 'GIVE')}
        data={(['GIVE', 'TAKE'] as const).map((value) => ({ value, label: t(`direction.${value}`) }))}
        allowDeselect={false}
      />
      <NumberInput
        label={t('credits.pages')}
        min={1}
        allowDecimal={false}
        value={amount}
        onChange={setAmount}
        error={mistakeAt(problem, 'amount')}
      />
    </FormDialog>
  );
}
