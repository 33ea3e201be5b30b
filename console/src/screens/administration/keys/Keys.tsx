/** Keys: the organization's own, which is a secret, and those that web pages and QR codes carry. */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '../../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/change';
import { Confirm } from '../../../parts/dialogs/Confirm';
import { Secret } from '../../../parts/Secret';
import { useTell } from '../../../parts/tell';
import type { Administered } from '../administration';
import { rotateApiKey } from './key-documents';
import { MachineTokens } from './MachineTokens';
import { PublishableKeys } from './PublishableKeys';

interface Props {
  readonly organization: Administered['organization'];
  readonly onChange: () => void;
}

export function Keys({ organization, onChange }: Props) {
  const { t } = useTranslation('administration');
  const { tellDone, tellProblem } = useTell();
  const rotate = useChange(rotateApiKey);
  const [isAsked, setAsked] = useState(false);
  return (
    <Stack gap="lg">
      <Paper withBorder radius="lg" p="md">
        <Title order={2} size="h4">
          {t('keys.own')}
        </Title>
        <Text c="dimmed" size="sm" mb="sm">
          {t('keys.ownText')}
        </Text>
        <Group>
          <Secret text={organization.apiKey ?? ''} label={t('keys.own')} />
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={() => setAsked(true)}
          >
            {t('keys.rotate')}
          </Button>
        </Group>
      </Paper>
      <PublishableKeys
        organizationId={organization.id}
        keys={organization.publishableKeys}
        onChange={onChange}
      />
      <MachineTokens organizationId={organization.id} />
      {isAsked && (
        <Confirm
          text={t('keys.rotateText')}
          action={t('keys.rotate')}
          onClose={() => setAsked(false)}
          onYes={async () => {
            const outcome = await rotate({ id: organization.id });
            if (outcome.isDone) tellDone(t('keys.rotated'));
            else tellProblem(outcome.problem);
          }}
        />
      )}
    </Stack>
  );
}
