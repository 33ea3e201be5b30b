/** Codes for readers: keys that web pages and QR codes carry, with their limits. */
import { ActionIcon, Badge, Button, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { IconPencil, IconPlus, IconQrcode, IconTrash } from '../../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/change';
import { useFormats } from '../../../i18n/format';
import { Confirm } from '../../../parts/dialogs/Confirm';
import { LargeCode } from '../../../parts/codes/LargeCode';
import { phoneTroubleOf } from '../../../parts/phone-address';
import { QrCode } from '../../../parts/QrCode';
import { useTell } from '../../../parts/tell';
import { revokePublishableKey } from './key-documents';
import { type PublishableKey, PublishableKeyDialog } from './PublishableKeyDialog';

interface Props {
  readonly organizationId: string;
  readonly keys: readonly PublishableKey[];
  readonly onChange: () => void;
}

interface Open {
  readonly what: 'edit' | 'show' | 'revoke';
  /** null for a new one. */
  readonly key: PublishableKey | null;
}

export function PublishableKeys({ organizationId, keys, onChange }: Props) {
  const { t } = useTranslation('administration');
  const { tellProblem } = useTell();
  const revoke = useChange(revokePublishableKey);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const key = open?.key ?? null;
  return (
    <div>
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2} size="h4">
            {t('keys.publishable')}
          </Title>
          <Text c="dimmed" size="sm">
            {t('keys.publishableText')}
          </Text>
        </div>
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setOpen({ what: 'edit', key: null })}
        >
          {t('keys.new')}
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {keys.map((each) => (
          <KeyCard key={each.id} publishable={each} onOpen={(what) => setOpen({ what, key: each })} />
        ))}
      </SimpleGrid>
      {keys.length === 0 && <Text c="dimmed">{t('keys.none')}</Text>}
      {open?.what === 'edit' && (
        <PublishableKeyDialog
          organizationId={organizationId}
          publishable={key}
          onClose={close}
          onDone={() => {
            close();
            onChange();
          }}
        />
      )}
      {open?.what === 'show' && key !== null && (
        <LargeCode name={key.name} scanUrl={key.scanUrl} onClose={close} />
      )}
      {open?.what === 'revoke' && key !== null && (
        <Confirm
          text={t('keys.revokeText', { name: key.name })}
          action={t('keys.revokeAction')}
          onClose={close}
          onYes={async () => {
            const outcome = await revoke({ id: key.id });
            if (!outcome.isDone) tellProblem(outcome.problem);
            onChange();
          }}
        />
      )}
    </div>
  );
}

interface CardProps {
  readonly publishable: PublishableKey;
  readonly onOpen: (what: Open['what']) => void;
}

function KeyCard({ publishable, onOpen }: CardProps) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  const { name, scanUrl, scansPerMinute, createdAt, origins } = publishable;
  const tools = [
    { what: 'show', label: t('keys.show', { name }), Icon: IconQrcode },
    { what: 'edit', label: t('keys.editOf', { name }), Icon: IconPencil },
    { what: 'revoke', label: t('keys.revoke', { name }), Icon: IconTrash },
  ] as const;
  return (
    <Paper withBorder radius="lg" p="md">
      <Group align="flex-start" wrap="nowrap">
        <QrCode text={scanUrl} size={96} label={t('keys.code', { name })} />
        <div style={{ minWidth: 0, flex: 1 }}>
          <Text fw={600} className="any-text">
            {name}
          </Text>
          {phoneTroubleOf(scanUrl) !== null && (
            <Badge color="red" variant="light" tt="none">
              {t('keys.notForPhones')}
            </Badge>
          )}
          <Text size="sm" c="dimmed">
            {t('keys.facts', { count: scansPerMinute, date: formats.date(createdAt) })}
          </Text>
          {origins.map((origin) => (
            <Text key={origin} size="sm" className="one-line">
              {origin}
            </Text>
          ))}
          <Group gap={4} mt="xs">
            {tools.map(({ what, label, Icon }) => (
              <ActionIcon
                key={what}
                variant="default"
                title={label}
                aria-label={label}
                onClick={() => onOpen(what)}
              >
                <Icon size={18} aria-hidden />
              </ActionIcon>
            ))}
          </Group>
        </div>
      </Group>
    </Paper>
  );
}
