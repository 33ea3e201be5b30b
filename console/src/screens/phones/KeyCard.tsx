/** A QR code with what it is for, its address and its bounds. */
import {
  Anchor,
  Button,
  CopyButton,
  Group,
  Modal,
  Paper,
  Stack,
  TagsInput,
  Text,
  Title,
} from '@mantine/core';
import { IconCopy, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useFormats } from '../../i18n/format';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { QrCode } from '../../parts/QrCode';
import { type PhoneKey, revokeKey, updateKey } from './phones-documents';

interface Props {
  readonly phoneKey: PhoneKey;
  readonly onChanged: () => void;
}

export function KeyCard({ phoneKey, onChanged }: Props) {
  const { t } = useTranslation('phones');
  const formats = useFormats();
  const update = useChange(updateKey);
  const revoke = useChange(revokeKey);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { id, name, scanUrl, origins, scansPerMinute, dateCreated } = phoneKey;
  const place = async (next: string[]) => {
    const outcome = await update({ id, patch: { origins: next } });
    setProblem(outcome.isDone ? null : outcome.problem);
  };
  const remove = async () => {
    setAsking(false);
    const outcome = await revoke({ id });
    if (outcome.isDone) onChanged();
    else setProblem(outcome.problem);
  };
  return (
    <Paper withBorder p="lg" radius="lg" component="section" aria-label={name} className="phones-key">
      <Stack align="center" gap="xs">
        <Title order={2} size="h4" className="any-text">
          {name}
        </Title>
        <QrCode text={scanUrl} label={t('code', { name })} />
        <Anchor href={scanUrl} target="_blank" rel="noopener" size="sm" className="phones-tools">
          {t('open')}
        </Anchor>
        <Text size="sm" c="dimmed" className="phones-tools">
          {t('facts', { count: scansPerMinute, date: formats.date(dateCreated) })}
        </Text>
        <Group gap="xs" className="phones-tools" justify="center">
          <CopyButton value={scanUrl}>
            {({ copied, copy }) => (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconCopy size={15} aria-hidden />}
                onClick={copy}
              >
                {copied ? t('copied') : t('copy')}
              </Button>
            )}
          </CopyButton>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPrinter size={15} aria-hidden />}
            onClick={(event) => printOnly(event.currentTarget.closest('.phones-key'))}
          >
            {t('print')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('revoke')}
          </Button>
        </Group>
        <TagsInput
          label={t('origins')}
          value={[...origins]}
          onChange={(next) => void place(next)}
          w="100%"
          className="phones-tools"
        />
        {problem !== null && <ProblemNotice problem={problem} />}
      </Stack>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title={t('revokeTitle', { name })} centered>
        <Stack>
          <Text size="sm">{t('revokeText')}</Text>
          <Button color="red" onClick={() => void remove()}>
            {t('revoke')}
          </Button>
        </Stack>
      </Modal>
    </Paper>
  );
}

/** Prints one card and nothing around it. */
function printOnly(card: Element | null): void {
  card?.setAttribute('data-printed', 'true');
  document.documentElement.dataset['printing'] = 'one';
  window.print();
  delete document.documentElement.dataset['printing'];
  card?.removeAttribute('data-printed');
}
