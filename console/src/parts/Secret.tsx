/** A secret: hidden until somebody asks for it, and copied without being shown. */
import { Button, Code, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Copy } from './Copy';

interface Props {
  readonly text: string;
  /** Names it for people who cannot see the screen. */
  readonly label: string;
}

/** A fixed number of dots, so that the secret's length stays hidden. */
const HIDDEN = '\u2022'.repeat(16);

export function Secret({ text, label }: Props) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <Group gap="xs">
      <Code fz="md" className="any-text">
        {isShown ? text : HIDDEN}
      </Code>
      <Button
        size="compact-sm"
        variant="default"
        aria-pressed={isShown}
        aria-label={t(isShown ? 'secret.hideOf' : 'secret.showOf', { label })}
        onClick={() => setShown(!isShown)}
      >
        {t(isShown ? 'secret.hide' : 'secret.show')}
      </Button>
      <Copy text={text} />
    </Group>
  );
}
