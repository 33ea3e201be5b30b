/** The colors that pictures are searched by: each with its share, to be changed, added and taken away. */
import { ActionIcon, Group, Select, Text } from '@mantine/core';
import { IconPlus, IconX } from '../../parts/icons/icons';
import { useTranslation } from 'react-i18next';
import { ColorField } from '../../parts/ColorField';
import { useFormats } from '../../i18n/format';
import type { ChosenColor } from './use-picture-search';

const MOST = 6;
const SHARES = [10, 25, 50, 75, 90];
const SWATCHES = [
  '#C92A2A',
  '#E8590C',
  '#F2C14E',
  '#2B8A3E',
  '#1098AD',
  '#1C4E9A',
  '#862E9C',
  '#8A5A3B',
  '#F5F1E8',
  '#808080',
  '#111111',
];

interface Props {
  readonly colors: readonly ChosenColor[];
  readonly onChange: (colors: readonly ChosenColor[]) => void;
}

export function ColorChoice({ colors, onChange }: Props) {
  const { t } = useTranslation('pictures');
  const put = (at: number, part: Partial<ChosenColor>) =>
    onChange(colors.map((color, index) => (index === at ? { ...color, ...part } : color)));
  return (
    <Group gap="sm" role="group" aria-label={t('byColors')}>
      {colors.map((color, at) => (
        <OneColor
          key={at}
          color={color}
          number={at + 1}
          onChange={(part) => put(at, part)}
          onRemove={() => onChange(colors.filter((_, index) => index !== at))}
        />
      ))}
      {colors.length < MOST && (
        <ActionIcon
          variant="default"
          size="lg"
          title={t('addColor')}
          aria-label={t('addColor')}
          onClick={() => onChange([...colors, { hex: '1C4E9A', percentage: null }])}
        >
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
      )}
      {colors.length === 0 && <Text c="dimmed">{t('noColor')}</Text>}
    </Group>
  );
}

interface ColorProps {
  readonly color: ChosenColor;
  /** From 1. */
  readonly number: number;
  readonly onChange: (part: Partial<ChosenColor>) => void;
  readonly onRemove: () => void;
}

function OneColor({ color: { hex, percentage }, number, onChange, onRemove }: ColorProps) {
  const { t } = useTranslation('pictures');
  const formats = useFormats();
  const shares = [...new Set([...SHARES, ...(percentage === null ? [] : [percentage])])].sort(
    (a, b) => a - b,
  );
  return (
    <Group gap={4} wrap="nowrap" className="picture-color">
      <ColorField
        aria-label={t('color', { at: number })}
        size="sm"
        widthPx={142}
        value={`#${hex}`}
        swatches={SWATCHES}
        swatchesPerRow={6}
        onChange={(chosen) => {
          if (chosen !== null) onChange({ hex: chosen.slice(1).toUpperCase() });
        }}
      />
      <Select
        aria-label={t('share', { at: number })}
        size="sm"
        w={112}
        allowDeselect={false}
        value={String(percentage ?? 'any')}
        data={[
          { value: 'any', label: t('anyShare') },
          ...shares.map((each) => ({ value: String(each), label: formats.percent(each / 100) })),
        ]}
        onChange={(value) =>
          onChange({ percentage: value === 'any' || value === null ? null : Number(value) })
        }
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('removeColor', { at: number })}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
