/** The fields of one shape of action. */
import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  NumberInput,
  Select,
  Stack,
  Switch,
  Textarea,
  type TextInputProps,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconTrash } from '../icons/icons';
import { useTranslation } from 'react-i18next';
import {
  type ActionType,
  type Content,
  type Field,
  FREQUENCIES,
  type ListField,
  type Mistakes,
  rowsOf,
  shapes,
} from './shapes';

interface Props {
  readonly type: ActionType;
  readonly content: Content;
  readonly mistakes: Mistakes;
  readonly onChange: (content: Content) => void;
}

export function ActionFields({ type, content, mistakes, onChange }: Props) {
  const { t } = useTranslation('content');
  if (type === 'RAW') return null;
  const converted = ['vCard', 'iCalendar'].find((name) => typeof content[name] === 'string');
  const { fields, lists = [] } = shapes[type];
  if (converted !== undefined) {
    return (
      <Textarea
        label={t('converted')}
        value={String(content[converted])}
        onChange={(event) => onChange({ ...content, [converted]: event.currentTarget.value })}
        autosize
        minRows={6}
      />
    );
  }
  return (
    <Stack gap="sm">
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={content[field.name]}
          mistake={mistakes[field.name]}
          label={t(`fields.${field.name}`)}
          onChange={(value) => onChange({ ...content, [field.name]: value })}
        />
      ))}
      {lists.map((list) => (
        <RowsInput key={list.name} list={list} content={content} mistakes={mistakes} onChange={onChange} />
      ))}
      {type === 'VCALENDAR' && <Recurrence content={content} onChange={onChange} />}
    </Stack>
  );
}

interface InputProps {
  readonly field: Field;
  readonly value: unknown;
  readonly mistake: string | undefined;
  readonly label: string;
  readonly onChange: (value: unknown) => void;
}

function FieldInput({ field, value, mistake, label, onChange }: InputProps) {
  const { t } = useTranslation('content');
  const error =
    mistake === undefined ? undefined : t(`mistakes.${mistake}`, { min: field.min, max: field.max });
  const common = {
    label,
    error,
    required: field.isRequired === true,
    withAsterisk: field.isRequired === true,
  };
  const text = typeof value === 'string' ? value : '';
  switch (field.kind) {
    case 'flag':
      return (
        <Switch
          label={label}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
          decimalScale={7}
          hideControls
        />
      );
    case 'texts':
      return (
        <Textarea
          {...common}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          autosize
          minRows={3}
          maxRows={12}
          dir="auto"
        />
      );
    case 'instant':
      return (
        <TextInput
          {...common}
          type="datetime-local"
          description={t('timeZone', { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
          value={localOf(text)}
          onChange={(event) => onChange(utcOf(event.currentTarget.value))}
        />
      );
    case 'address':
    case 'webAddress':
    case 'mail':
    case 'phone':
    case 'text':
      return <LineInput {...common} kind={field.kind} value={text} onChange={onChange} />;
  }
}

interface LineInputProps extends Pick<TextInputProps, 'error' | 'label' | 'required' | 'withAsterisk'> {
  readonly kind: keyof typeof MODES;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function LineInput({ kind, onChange, ...field }: LineInputProps) {
  return (
    <TextInput
      {...field}
      inputMode={MODES[kind]}
      onChange={(event) => onChange(event.currentTarget.value)}
      dir={kind === 'text' ? 'auto' : 'ltr'}
      {...(kind === 'address' ? { placeholder: ADDRESS } : {})}
    />
  );
}

const ADDRESS = 'https://';
const MODES = { address: 'url', webAddress: 'url', mail: 'email', phone: 'tel', text: 'text' } as const;

/** An instant in UTC as the browser's field for local time takes it. */
function localOf(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function utcOf(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z');
}

interface RowsProps {
  readonly list: ListField;
  readonly content: Content;
  readonly mistakes: Mistakes;
  readonly onChange: (content: Content) => void;
}

function RowsInput({ list, content, mistakes, onChange }: RowsProps) {
  const { t } = useTranslation('content');
  const rows = rowsOf(content, list.name);
  const set = (next: readonly Content[]) => onChange({ ...content, [list.name]: next });
  return (
    <Fieldset legend={t(`fields.${list.name}`)} p="sm">
      <Stack gap="xs">
        {rows.map((row, index) => (
          <Group key={index} gap="xs" align="flex-end" wrap="wrap">
            <Select
              label={t('kind')}
              value={typeof row['type'] === 'string' ? row['type'] : null}
              data={list.types.map((value) => ({ value, label: t(`kinds.${value}`) }))}
              onChange={(value) => set(rows.with(index, { ...row, type: value }))}
              allowDeselect={false}
              w={120}
            />
            {list.fields.map((field) => (
              <FieldInput
                key={field.name}
                field={field}
                value={row[field.name]}
                mistake={mistakes[`${list.name}.${index}.${field.name}`]}
                label={t(`fields.${field.name}`)}
                onChange={(value) => set(rows.with(index, { ...row, [field.name]: value }))}
              />
            ))}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('removeRow')}
              onClick={() => set(rows.toSpliced(index, 1))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => set([...rows, { type: list.types[0] }])}
          style={{ alignSelf: 'flex-start' }}
        >
          {t(`add.${list.name}`)}
        </Button>
      </Stack>
    </Fieldset>
  );
}

function Recurrence({ content, onChange }: Pick<Props, 'content' | 'onChange'>) {
  const { t } = useTranslation('content');
  const rule = content['recurrence'] as { frequency?: string; interval?: number } | null | undefined;
  const set = (next: object | null) => onChange({ ...content, recurrence: next });
  return (
    <Group gap="xs" align="flex-end">
      <Select
        label={t('fields.recurrence')}
        value={rule?.frequency ?? 'NEVER'}
        data={['NEVER', ...FREQUENCIES].map((value) => ({ value, label: t(`frequencies.${value}`) }))}
        onChange={(value) =>
          set(
            value === 'NEVER' || value === null ? null : { frequency: value, interval: rule?.interval ?? 1 },
          )
        }
        allowDeselect={false}
      />
      {rule?.frequency !== undefined && (
        <NumberInput
          label={t('fields.interval')}
          value={rule.interval ?? 1}
          min={1}
          max={10_000}
          w={110}
          onChange={(value) => set({ ...rule, interval: typeof value === 'number' ? value : 1 })}
        />
      )}
    </Group>
  );
}
