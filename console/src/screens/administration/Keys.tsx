/** Keys: the organization's own, which is a secret, and those that web pages and QR codes carry. */
import {
  ActionIcon,
  Button,
  Code,
  CopyButton,
  Group,
  Modal,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import {
  IconCheck,
  IconCopy,
  IconDownload,
  IconPlus,
  IconQrcode,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useFormats } from '../../i18n/format';
import { Confirm } from '../../parts/Confirm';
import { QrCode } from '../../parts/QrCode';
import { useTell } from '../../parts/tell';
import { saveText } from '../statistics/save';
import {
  type Administered,
  createPublishableKey,
  revokePublishableKey,
  rotateApiKey,
} from './administration';
import { mistakeAt, restOf } from './mistakes';
import { FormDialog } from './FormDialog';

interface Props {
  readonly organization: Administered['organization'];
  readonly onChange: () => void;
}

type PublishableKey = Administered['organization']['publishableKeys'][number];

export function Keys({ organization, onChange }: Props) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  const { tellDone, tellProblem } = useTell();
  const rotate = useChange(rotateApiKey);
  const revoke = useChange(revokePublishableKey);
  const [asked, setAsked] = useState<'rotate' | PublishableKey | null>(null);
  const [isNew, setNew] = useState(false);
  const [shown, setShown] = useState<PublishableKey | null>(null);
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
          <Code fz="md" className="any-text">
            {organization.apiKey ?? '–'}
          </Code>
          <Copy text={organization.apiKey ?? ''} />
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={() => setAsked('rotate')}
          >
            {t('keys.rotate')}
          </Button>
        </Group>
      </Paper>
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
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setNew(true)}>
            {t('keys.new')}
          </Button>
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {organization.publishableKeys.map((key) => (
            <Paper key={key.id} withBorder radius="lg" p="md">
              <Group align="flex-start" wrap="nowrap">
                <QrCode text={key.scanUrl} size={96} label={t('keys.code', { name: key.name })} />
                <div style={{ minWidth: 0, flex: 1 }}>
                  <Text fw={600} className="any-text">
                    {key.name}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {t('keys.facts', {
                      count: key.scansPerMinute,
                      date: formats.date(key.dateCreated),
                    })}
                  </Text>
                  {key.origins.map((origin) => (
                    <Text key={origin} size="sm" className="one-line">
                      {origin}
                    </Text>
                  ))}
                  <Group gap={4} mt="xs">
                    <ActionIcon
                      variant="default"
                      aria-label={t('keys.show', { name: key.name })}
                      onClick={() => setShown(key)}
                    >
                      <IconQrcode size={18} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      variant="default"
                      aria-label={t('keys.revoke', { name: key.name })}
                      onClick={() => setAsked(key)}
                    >
                      <IconTrash size={18} aria-hidden />
                    </ActionIcon>
                  </Group>
                </div>
              </Group>
            </Paper>
          ))}
        </SimpleGrid>
        {organization.publishableKeys.length === 0 && <Text c="dimmed">{t('keys.none')}</Text>}
      </div>
      {isNew && (
        <NewKey
          organizationId={organization.id}
          onClose={() => setNew(false)}
          onDone={() => {
            setNew(false);
            onChange();
          }}
        />
      )}
      {shown !== null && <LargeCode publishable={shown} onClose={() => setShown(null)} />}
      {asked === 'rotate' && (
        <Confirm
          text={t('keys.rotateText')}
          action={t('keys.rotate')}
          onClose={() => setAsked(null)}
          onYes={async () => {
            const outcome = await rotate({ id: organization.id });
            if (outcome.isDone) tellDone(t('keys.rotated'));
            else tellProblem(outcome.problem);
          }}
        />
      )}
      {asked !== null && asked !== 'rotate' && (
        <Confirm
          text={t('keys.revokeText', { name: asked.name })}
          action={t('keys.revokeAction')}
          onClose={() => setAsked(null)}
          onYes={async () => {
            const outcome = await revoke({ id: asked.id });
            if (!outcome.isDone) tellProblem(outcome.problem);
            onChange();
          }}
        />
      )}
    </Stack>
  );
}

export function Copy({ text }: { readonly text: string }) {
  const { t } = useTranslation('administration');
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <ActionIcon variant="default" size="lg" onClick={copy} aria-label={copied ? t('copied') : t('copy')}>
          {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}

function LargeCode({
  publishable,
  onClose,
}: {
  readonly publishable: PublishableKey;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('administration');
  const { name, scanUrl } = publishable;
  const code = useRef<HTMLDivElement>(null);
  return (
    <Modal opened onClose={onClose} title={name} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <Stack align="center">
        <div ref={code}>
          <QrCode text={scanUrl} size={300} label={t('keys.code', { name })} />
        </div>
        <Text ta="center">{t('keys.print')}</Text>
        <Group w="100%" wrap="nowrap">
          <TextInput readOnly value={scanUrl} aria-label={t('keys.address')} style={{ flex: 1 }} />
          <Copy text={scanUrl} />
        </Group>
        <Button
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => saveText(`${name}.svg`, svgOf(code.current), 'image/svg+xml')}
        >
          {t('keys.save')}
        </Button>
      </Stack>
    </Modal>
  );
}

/** The code as a file of its own. */
function svgOf(place: HTMLElement | null): string {
  const svg = place?.querySelector('svg');
  return svg == null ? '' : new XMLSerializer().serializeToString(svg);
}

interface NewKeyProps {
  readonly organizationId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function NewKey({ organizationId, onClose, onDone }: NewKeyProps) {
  const { t } = useTranslation('administration');
  const create = useChange(createPublishableKey);
  const [name, setName] = useState('');
  const [origins, setOrigins] = useState<string[]>([]);
  const [scans, setScans] = useState<number | string>(120);
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <FormDialog
      title={t('keys.new')}
      action={t('keys.create')}
      isReady={name.trim() !== ''}
      problem={restOf(problem, ['name', 'origins', 'scansPerMinute'])}
      onClose={onClose}
      onSend={async () => {
        const input = { organizationId, name: name.trim(), origins, scansPerMinute: Number(scans) };
        const outcome = await create({ input });
        if (outcome.isDone) onDone();
        else setProblem(outcome.problem);
      }}
    >
      <TextInput
        label={t('keys.name')}
        description={t('keys.nameText')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={mistakeAt(problem, 'name')}
        dir="auto"
        data-autofocus
      />
      <TagsInput
        label={t('keys.origins')}
        description={t('keys.originsText')}
        value={origins}
        onChange={setOrigins}
        error={mistakeAt(problem, 'origins')}
      />
      <NumberInput
        label={t('keys.scans')}
        min={1}
        max={6000}
        allowDecimal={false}
        value={scans}
        onChange={setScans}
        error={mistakeAt(problem, 'scansPerMinute')}
      />
    </FormDialog>
  );
}
