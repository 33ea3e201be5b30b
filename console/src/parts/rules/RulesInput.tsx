/** Where some readers are led instead of an action's own address: rules by platform first, then shares. */
import { ActionIcon, Button, Chip, Group, NumberInput, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconTrash } from '../icons/icons';
import { type Platform, platforms, type Rule } from './rules';

interface Props {
  readonly value: readonly Rule[];
  readonly mistake: string | undefined;
  readonly onChange: (value: readonly Rule[]) => void;
}

/** A is the action's own address. */
const LETTERS = 'BCDEFGHIJK';

export function RulesInput({ value, mistake, onChange }: Props) {
  const { t } = useTranslation('rules');
  const taken = value.flatMap((rule) => rule.platforms);
  const free = platforms.filter((platform) => !taken.includes(platform));
  const put = (at: number, what: Partial<Rule>) =>
    onChange(value.map((rule, place) => (place === at ? { ...rule, ...what } : rule)));
  const firstShare = value.findIndex(({ percent }) => percent !== null);
  const addPlatform = () =>
    onChange(
      value.toSpliced(firstShare < 0 ? value.length : firstShare, 0, {
        platforms: free.slice(0, 1),
        percent: null,
        variant: null,
        url: '',
      }),
    );
  const addShare = () => {
    const names = value.map(({ variant }) => variant ?? '');
    const variant = [...LETTERS].find((letter) => !names.includes(letter)) ?? '';
    onChange([...value, { platforms: [], percent: firstShare < 0 ? 50 : 20, variant, url: '' }]);
  };
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('text')}
      </Text>
      {value.map((rule, at) => (
        <RuleRow
          key={at}
          rule={rule}
          place={at + 1}
          free={free}
          onChange={(what) => put(at, what)}
          onRemove={() => onChange(value.filter((_, place) => place !== at))}
        />
      ))}
      <Group gap="xs">
        <Button size="compact-sm" variant="subtle" onClick={addPlatform} disabled={free.length === 0}>
          {t('addPlatform')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={addShare}>
          {t('addShare')}
        </Button>
      </Group>
      {mistake !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {mistake}
        </Text>
      )}
    </Stack>
  );
}

interface RowProps {
  readonly rule: Rule;
  readonly place: number;
  readonly free: readonly Platform[];
  readonly onChange: (what: Partial<Rule>) => void;
  readonly onRemove: () => void;
}

function RuleRow({ rule, place, free, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('rules');
  return (
    <Paper withBorder p="xs" radius="md" role="group" aria-label={t('rule', { place })}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
          {rule.percent === null ? (
            <Platforms rule={rule} free={free} onChange={onChange} />
          ) : (
            <Group gap="xs" wrap="nowrap" align="flex-end">
              <NumberInput
                label={t('percent')}
                value={rule.percent}
                onChange={(percent) =>
                  onChange({ percent: typeof percent === 'number' ? Math.round(percent) : 1 })
                }
                min={1}
                max={99}
                suffix=" %"
                w={130}
              />
              <TextInput
                label={t('variant')}
                placeholder="B"
                value={rule.variant ?? ''}
                onChange={(event) => onChange({ variant: event.currentTarget.value })}
                w={120}
              />
            </Group>
          )}
          <ActionIcon variant="subtle" color="gray" aria-label={t('remove', { place })} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
        <TextInput
          label={t('url')}
          type="url"
          placeholder={t('urlForm')}
          value={rule.url}
          onChange={(event) => onChange({ url: event.currentTarget.value })}
        />
      </Stack>
    </Paper>
  );
}

function Platforms({ rule, free, onChange }: Pick<RowProps, 'rule' | 'free' | 'onChange'>) {
  const { t } = useTranslation('rules');
  return (
    <Chip.Group
      multiple
      value={[...rule.platforms]}
      onChange={(chosen) => onChange({ platforms: platforms.filter((each) => chosen.includes(each)) })}
    >
      <Group gap={6}>
        {platforms.map((platform) => (
          <Chip
            key={platform}
            value={platform}
            size="xs"
            disabled={!rule.platforms.includes(platform) && !free.includes(platform)}
          >
            {t(`platforms.${platform}`)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
