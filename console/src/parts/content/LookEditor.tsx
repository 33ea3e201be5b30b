/** Colors and weight of a button or title, with how it will look. */
import { Button, Group, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ColorField } from '../ColorField';
import type { GivenLook } from './looks';
import { cssOf, isForeign, isHardToRead, type Look, lookOf, PLAIN, styleOf } from './look';

interface Props {
  readonly style: string | null;
  /** The look that holds while there is none of its own; null where nothing above has one either. */
  readonly inherited?: GivenLook | null;
  /** The text that the look is shown on. */
  readonly sample: string;
  readonly onChange: (style: string | null) => void;
}

const SWATCHES = ['#20242f', '#4054d6', '#0a7f66', '#b42323', '#c2570c', '#8a3ab9', '#f5d90a', '#ffffff'];

export function LookEditor({ style, inherited, sample, onChange }: Props) {
  const { t } = useTranslation('content');
  const look = lookOf(style);
  const isOwn = style !== null && style !== '';
  const shown = isOwn ? style : (inherited?.style ?? null);
  const change = (what: Partial<Look>) => onChange(styleOf({ ...look, ...what }, style));
  return (
    <div>
      <Group gap="sm" align="flex-end">
        <ColorField
          label={t('look.background')}
          value={look.background}
          onChange={(background) => change({ background })}
          mayBeEmpty
          swatches={SWATCHES}
          size="xs"
          widthPx={150}
        />
        <ColorField
          label={t('look.color')}
          value={look.color}
          onChange={(color) => change({ color })}
          mayBeEmpty
          swatches={SWATCHES}
          size="xs"
          widthPx={150}
        />
        <Switch
          label={t('look.bold')}
          checked={look.isBold}
          onChange={(event) => change({ isBold: event.currentTarget.checked })}
        />
        <Switch
          label={t('look.italic')}
          checked={look.isItalic}
          onChange={(event) => change({ isItalic: event.currentTarget.checked })}
        />
        <Button size="compact-sm" variant="subtle" onClick={() => onChange(styleOf(PLAIN, null))}>
          {t('look.none')}
        </Button>
      </Group>
      <Notes style={style} inherited={isOwn ? null : inherited} shown={shown} />
      <div className="look-sample any-text" style={cssOf(shown)} aria-hidden>
        {sample.slice(0, 60) || t('look.sample')}
      </div>
    </div>
  );
}

interface NotesProps extends Pick<Props, 'style' | 'inherited'> {
  /** The style that readers see. */
  readonly shown: string | null;
}

/** Where a look comes from, and whether it can be read. */
function Notes({ style, inherited, shown }: NotesProps) {
  const { t } = useTranslation('content');
  return (
    <>
      {isForeign(style) && (
        <Text size="xs" c="dimmed" mt={6}>
          {t('look.foreign')}
        </Text>
      )}
      {inherited != null && (
        <Text size="xs" c="dimmed" mt={6} className="any-text">
          {t('look.inherited', {
            place: `${t(`elements.${inherited.from.type}`)} ${inherited.from.name.slice(0, 100)}`,
          })}
        </Text>
      )}
      {isHardToRead(lookOf(shown)) && (
        <Text size="xs" c="var(--mantine-color-error)" mt={6} role="status">
          {t('look.hardToRead')}
        </Text>
      )}
    </>
  );
}
