/** A link to hand to somebody, who sets their password by it: it works once, and is shown once. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { Dialog } from '../../parts/dialogs/Dialog';
import { change } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useFormats } from '../../i18n/format';
import { Copy } from '../../parts/Copy';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { createPasswordLink } from './invitations';

interface Props {
  readonly user: { readonly id: string; readonly mail: string; readonly hasPassword: boolean };
  readonly name: string;
  /** Whether the server has sent a mail, too. */
  readonly wasMailed: boolean;
  readonly onClose: () => void;
}

interface MadeLink {
  readonly url: string;
  readonly expiresAt: string;
}

export function InvitationDialog({ user, name, wasMailed, onClose }: Props) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  const client = useClient();
  const [link, setLink] = useState<MadeLink | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { id, mail, hasPassword } = user;
  useEffect(() => {
    let isOver = false;
    void change(client, createPasswordLink, { userId: id }).then((outcome) => {
      if (isOver) return;
      if (outcome.isDone) setLink(outcome.value);
      else setProblem(outcome.problem);
    });
    return () => {
      isOver = true;
    };
  }, [client, id]);
  return (
    <Dialog
      onClose={onClose}
      title={t(hasPassword ? 'invitation.newPasswordOf' : 'invitation.of', { name: name.slice(0, 100) })}
    >
      <Stack gap="sm">
        <Text size="sm" className="any-text">
          {wasMailed ? t('invitation.mailed', { mail }) : t('invitation.handOn')}
        </Text>
        {problem !== null && <ProblemNotice problem={problem} />}
        {link === null && problem === null && <Loading height={60} />}
        {link !== null && (
          <>
            <Group wrap="nowrap" gap="xs">
              <TextInput
                readOnly
                value={link.url}
                aria-label={t('invitation.link')}
                style={{ flex: 1 }}
                onFocus={(event) => event.currentTarget.select()}
              />
              <Copy text={link.url} />
            </Group>
            <Text size="sm" c="dimmed">
              {t('invitation.until', { date: formats.dateTime(link.expiresAt) })}
            </Text>
          </>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('common:close')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
