/** Adds a provider of single sign-on, or changes what it is and whom its rules let in. */
import { Button, Fieldset, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
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

interface Props {
  readonly organization: SignInData;
  /** null for a new one. */
  readonly provider: SignInProvider | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const FIELDS = ['name', 'issuer', 'clientId', 'clientSecret'] as const;
const ROLES = ['ADMINISTRATOR', 'EDITOR', 'VIEWER'] as const;
const NEW_RULE: SignInRule = { claim: 'groups', value: '', role: 'EDITOR', organizationId: null };

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
      <Rules organization={organization} rules={rules} onChange={setRules} />
    </FormDialog>
  );
}

interface RulesProps {
  readonly organization: SignInData;
  readonly rules: readonly SignInRule[];
  readonly onChange: (rules: readonly SignInRule[]) => void;
}

function Rules({ organization, rules, onChange }: RulesProps) {
  const { t } = useTranslation('administration');
  const below = organization.organizations.nodes;
  const set = (at: number, patch: Partial<SignInRule>) =>
    onChange(rules.map((rule, index) => (index === at ? { ...rule, ...patch } : rule)));
  return (
    <Fieldset legend={t('signIn.rules')}>
      <Stack gap="md">
        {rules.map((rule, at) => (
          <Stack key={at} gap={6} role="group" aria-label={t('signIn.rule', { number: at + 1 })}>
            <Group grow gap="xs">
              <TextInput
                label={t('signIn.claim')}
                value={rule.claim}
                onChange={(event) => set(at, { claim: event.currentTarget.value })}
              />
              <TextInput
                label={t('signIn.value')}
                value={rule.value}
                onChange={(event) => set(at, { value: event.currentTarget.value })}
              />
            </Group>
            <Group grow gap="xs" align="flex-end">
              <Select
                label={t('signIn.role')}
                value={rule.role}
                onChange={(role) => set(at, { role: ROLES.find((each) => each === role) ?? rule.role })}
                data={ROLES.map((role) => ({ value: role, label: t(`common:roles.${role}`) }))}
                allowDeselect={false}
              />
              {below.length > 0 && (
                <Select
                  label={t('signIn.place')}
                  value={rule.organizationId ?? organization.id}
                  onChange={(id) => set(at, { organizationId: id === organization.id ? null : id })}
                  data={[
                    { value: organization.id, label: t('signIn.here') },
                    ...below.map(({ id, name }) => ({ value: id, label: name.slice(0, 100) })),
                  ]}
                  allowDeselect={false}
                />
              )}
              <Button
                variant="default"
                aria-label={t('signIn.removeRule', { number: at + 1 })}
                onClick={() => onChange(rules.filter((_, index) => index !== at))}
              >
                {t('signIn.remove')}
              </Button>
            </Group>
          </Stack>
        ))}
        <Button variant="default" onClick={() => onChange([...rules, NEW_RULE])}>
          {t('signIn.addRule')}
        </Button>
      </Stack>
    </Fieldset>
  );
}
