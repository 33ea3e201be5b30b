/** Chooses what a role allows, by subject. */
import { Checkbox, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Scope } from './role-documents';
import { useOperationText } from './role-words';

/** Beginnings of operations by subject; the last subject holds all others. */
const SUBJECTS = [
  { name: 'content', nouns: ['NODE', 'CONTENT', 'COMMENT', 'DRAFT', 'PICTURE'] },
  { name: 'readers', nouns: ['MATCH', 'INSIGHT', 'PUBLISHABLE'] },
  { name: 'people', nouns: ['USER', 'OPERATION'] },
  { name: 'organization', nouns: [] },
] as const;
type Subject = (typeof SUBJECTS)[number]['name'];

function subjectOf(scope: string): Subject {
  const [noun = ''] = scope.split('_');
  return SUBJECTS.find(({ nouns }) => nouns.some((each) => each === noun))?.name ?? 'organization';
}

interface Props {
  readonly offered: readonly Scope[];
  readonly chosen: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
  readonly error: string | undefined;
}

export function OperationField({ offered, chosen, onChange, error }: Props) {
  const { t } = useTranslation('roles');
  const textOf = useOperationText();
  return (
    <Checkbox.Group
      label={t('allows')}
      value={[...chosen]}
      onChange={(values) => onChange(offered.filter((scope) => values.includes(scope)))}
      error={error}
    >
      <Stack gap="sm" mt={6}>
        {SUBJECTS.map(({ name }) => {
          const scopes = offered.filter((scope) => subjectOf(scope) === name);
          if (scopes.length === 0) return null;
          return (
            <Stack key={name} gap={6} role="group" aria-label={t(`subject.${name}`)}>
              <Text size="sm" c="dimmed">
                {t(`subject.${name}`)}
              </Text>
              {scopes.map((scope) => (
                <Checkbox key={scope} value={scope} label={textOf(scope)} />
              ))}
            </Stack>
          );
        })}
      </Stack>
    </Checkbox.Group>
  );
}
