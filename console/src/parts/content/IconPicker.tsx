/** The icon of an action: one of those at the element and above it, or a new one. */
import { Button, FileButton, Group, Input, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconBan, IconUpload } from '../icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../api/graphql';
import { sendUpload } from '../../api/upload';
import { UploadFailed } from '../../api/upload-failed';
import { ProblemNotice } from '../ProblemNotice';
import type { ContentIcon } from './documents';

const CREATE_ICON = `mutation CreateContentIcon($nodeId: ID!, $name: String, $file: Upload!) {
  createIcon(input: { nodeId: $nodeId, name: $name, file: $file }) {
    __typename
    ... on Icon { id nodeId name url }
    ... on Problem { code message }
    ... on ValidationProblem { fields { path messages } }
  }
}`;

interface Props {
  readonly nodeId: string;
  readonly icons: readonly ContentIcon[];
  readonly value: string | null;
  readonly onChange: (iconId: string | null) => void;
  /** The icons have to be read again. */
  readonly onMade: () => void;
}

export function IconPicker({ nodeId, icons, value, onChange, onMade }: Props) {
  const { t } = useTranslation('content');
  const [problem, setProblem] = useState<Problem | null>(null);
  const send = async (file: File | null) => {
    if (file === null) return;
    setProblem(null);
    try {
      const variables = { nodeId, name: file.name.replace(/\.[^.]+$/, '').slice(0, 60) };
      const signal = new AbortController().signal;
      const icon = await sendUpload(CREATE_ICON, variables, file, { onSent: () => undefined, signal });
      onMade();
      onChange(String(icon['id']));
    } catch (error) {
      if (error instanceof UploadFailed) setProblem(error.problem);
    }
  };
  return (
    <Input.Wrapper label={t('icon')} description={t('iconText')} labelElement="div">
      <Group gap="xs" mt={6} role="radiogroup" aria-label={t('icon')}>
        <UnstyledButton
          role="radio"
          aria-checked={value === null}
          aria-label={t('noIcon')}
          className="icon-choice"
          onClick={() => onChange(null)}
        >
          <IconBan size={20} aria-hidden />
        </UnstyledButton>
        {icons.map(({ id, name, url }) => (
          <Tooltip key={id} label={name ?? t('icon')}>
            <UnstyledButton
              role="radio"
              aria-checked={value === id}
              aria-label={name ?? t('icon')}
              className="icon-choice"
              onClick={() => onChange(id)}
            >
              <img src={url} alt="" width={28} height={28} />
            </UnstyledButton>
          </Tooltip>
        ))}
        <FileButton accept="image/png,image/jpeg,image/gif" onChange={(file) => void send(file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconUpload size={14} aria-hidden />}>
              {t('newIcon')}
            </Button>
          )}
        </FileButton>
      </Group>
      {problem !== null && (
        <Text component="div" mt="xs">
          <ProblemNotice problem={problem} />
        </Text>
      )}
    </Input.Wrapper>
  );
}
