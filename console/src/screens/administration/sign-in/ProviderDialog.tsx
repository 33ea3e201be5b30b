/** Adds a provider of single sign-on, or changes what it is and whom its rules let in. */
import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { FormDialog } from '../../../parts/dialogs/FormDialog';
import { mistakeAt, restOf } from '../../../parts/editing/mistakes';
import {
  createSignInProvider,
  type SignInData,
  type SignInProvider,
  type SignInRule,
  updateSignInProvider,
} from './sign-in-documents';
import { NEW_RULE, SignInRules } from './SignInRules';

interface Props {
  readonly organization: SignInData;
  /** null for a new one. */
  readonly provider: SignInProvider | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const FIELDS = ['name', 'issuer', 'clientId', 'clientSecret'] as const;

export function ProviderDialog({ organization, provider, onClose, onDone }: Props) {
  const { t } = useTranslation('administration');
  const client = useClient();
  const [values, setValues] = useState({
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? 'https://',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
  });
  const [rules, setRules] = useState<readonly SignInRule[]>(provider?.rules ?? [NEW_RULE]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isNew = provider === null;
  return (
    <FormDialog
      title={isNew ? t('signIn.new') : t('signIn.editOf', { name: provider.name })}
      action={isNew ? t('signIn.create') : t('save')}
      isReady={values.name.trim() !== '' && values.clientId.trim() !== ''}
      problem={restOf(problem, FIELDS)}
      onClose={onClose}
      onSend={async () => {
        const { clientSecret, ...others } = values;
        // An empty secret leaves the one that there is.
        const patch = { ...others, rules: [...rules], ...(clientSecret === '' ? {} : { clientSecret }) };
        const outcome = isNew
          ? await change(client, createSignInProvider, {
              input: { organizationId: organization.id, ...patch },
            })
          : await change(client, updateSignInProvider, { id: provider.id, patch });
        if (!outcome.isDone) return setProblem(outcome.problem);
        onDone();
      }}
    >
      {FIELDS.map((field) => {
        const Input = field === 'clientSecret' ? PasswordInput : TextInput;
        return (
          <Input
            key={field}
            label={t(`signIn.field.${field}`)}
            description={
              field === 'clientSecret' && provider?.hasSecret === true
                ? t('signIn.secretKept')
                : t(`signIn.fieldText.${field}`)
            }
            value={values[field]}
            onChange={(event) => setValues({ ...values, [field]: event.currentTarget.value })}
            error={mistakeAt(problem, field)}
            autoComplete="off"
          />
        );
      })}
      <SignInRules organization={organization} rules={rules} onChange={setRules} />
    </FormDialog>
  );
}
