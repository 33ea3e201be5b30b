/** Links to show something to people without an account: made, copied, revoked. */
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog';
import type { Problem } from '../../api/graphql';
import { CopyField } from '../Copy';
import { type Link, LinkList } from '../LinkList';
import { ProblemNotice } from '../ProblemNotice';

interface Props {
  readonly title: string;
  /** Says what a link shows to whom. */
  readonly text: string;
  /** The address of the link that was just made; null before. */
  readonly url: string | null;
  readonly problem: Problem | null;
  readonly links: readonly Link[];
  /** Another way to the link that was just made. */
  readonly made?: ReactNode;
  /** Says about the next link whether it allows more. */
  readonly choice?: ReactNode;
  readonly onMake: () => void;
  readonly onRevoke: (id: string) => void;
  readonly onClose: () => void;
}

export function LinkDialog({ title, text, url, made, problem, links, choice, ...does }: Props) {
  const { onMake, onRevoke, onClose } = does;
  const { t } = useTranslation('links');
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        {url !== null && (
          <div>
            <CopyField label={t('link')} url={url} />
            <Text size="xs" c="dimmed" mt={4}>
              {t('once')}
            </Text>
            {made}
          </div>
        )}
        {problem !== null && <ProblemNotice problem={problem} />}
        {choice}
        <Group>
          <Button onClick={onMake}>{t('make')}</Button>
        </Group>
        <LinkList links={links} onRevoke={onRevoke} />
      </Stack>
    </Dialog>
  );
}
