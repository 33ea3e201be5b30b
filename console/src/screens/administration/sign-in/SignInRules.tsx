/** The rules of a provider: a claim with a value gives a role, and maybe one that the organization made. */
import { Button, Fieldset, Group, Select, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SignInData, SignInRule } from './sign-in-documents';

const ROLES = ['ADMINISTRATOR', 'EDITOR', 'VIEWER'] as const;
export const NEW_RULE: SignInRule = {
  claim: 'groups',
  value: '',
  role: 'EDITOR',
  madeRoleId: null,
  organizationId: null,
};

interface Props {
  readonly organization: SignInData;
  readonly rules: readonly SignInRule[];
  readonly onChange: (rules: readonly SignInRule[]) => void;
}

export function SignInRules({ organization, rules, onChange }: Props) {
  const { t } = useTranslation('administration');
  const set = (at: number, patch: Partial<SignInRule>) =>
    onChange(rules.map((rule, index) => (index === at ? { ...rule, ...patch } : rule)));
  return (
    <Fieldset legend={t('signIn.rules')}>
      <Stack gap="md">
        {rules.map((rule, at) => (
          <RuleFields
            key={at}
            organization={organization}
            rule={rule}
            number={at + 1}
            onSet={(patch) => set(at, patch)}
            onRemove={() => onChange(rules.filter((_, index) => index !== at))}
          />
        ))}
        <Button variant="default" onClick={() => onChange([...rules, NEW_RULE])}>
          {t('signIn.addRule')}
        </Button>
      </Stack>
    </Fieldset>
  );
}

interface RuleFieldsProps {
  readonly organization: SignInData;
  readonly rule: SignInRule;
  /** From 1. */
  readonly number: number;
  readonly onSet: (patch: Partial<SignInRule>) => void;
  readonly onRemove: () => void;
}

function RuleFields({ organization, rule, number, onSet, onRemove }: RuleFieldsProps) {
  const { t } = useTranslation('administration');
  const below = organization.organizations.nodes;
  return (
    <Stack gap={6} role="group" aria-label={t('signIn.rule', { number })}>
      <Group grow gap="xs">
        <TextInput
          label={t('signIn.claim')}
          value={rule.claim}
          onChange={(event) => onSet({ claim: event.currentTarget.value })}
        />
        <TextInput
          label={t('signIn.value')}
          value={rule.value}
          onChange={(event) => onSet({ value: event.currentTarget.value })}
        />
      </Group>
      <Group grow gap="xs" align="flex-end">
        <Select
          label={t('signIn.role')}
          value={rule.role}
          onChange={(role) => onSet({ role: ROLES.find((each) => each === role) ?? rule.role })}
          data={ROLES.map((role) => ({ value: role, label: t(`common:roles.${role}`) }))}
          allowDeselect={false}
        />
        {below.length > 0 && (
          <Select
            label={t('signIn.place')}
            value={rule.organizationId ?? organization.id}
            onChange={(id) =>
              onSet(
                id === organization.id ? { organizationId: null } : { organizationId: id, madeRoleId: null },
              )
            }
            data={[
              { value: organization.id, label: t('signIn.here') },
              ...below.map(({ id, name }) => ({ value: id, label: name.slice(0, 100) })),
            ]}
            allowDeselect={false}
          />
        )}
        <Button variant="default" aria-label={t('signIn.removeRule', { number })} onClick={onRemove}>
          {t('signIn.remove')}
        </Button>
      </Group>
      {rule.organizationId === null && organization.madeRoles.length > 0 && (
        <Select
          label={t('signIn.madeRole')}
          value={rule.madeRoleId}
          onChange={(id) => onSet({ madeRoleId: id })}
          data={organization.madeRoles.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={t('signIn.noMadeRole')}
          clearable
          clearButtonProps={{
            'aria-label': t('signIn.noMadeRoleOf', { number }),
            tabIndex: 0,
            'aria-hidden': false,
          }}
        />
      )}
    </Stack>
  );
}
