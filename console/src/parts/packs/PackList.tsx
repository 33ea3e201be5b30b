/** Packs of one element, each with its state and what can be done with it. */
import { ActionIcon, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { useRights } from '../../api/session';
import { useFormats } from '../../i18n/format';
import { sentenceOf } from '../../i18n/server-words';
import { IconQrcode, IconRefresh, IconTrash } from '../icons/icons';
import { type Pack, packProgress } from './pack-documents';

export type PackWork = 'code' | 'remake' | 'revoke';

interface Props {
  readonly packs: readonly Pack[];
  readonly onWork: (work: PackWork, pack: Pack) => void;
}

export function PackList({ packs, onWork }: Props) {
  const { t } = useTranslation('packs');
  return (
    <Stack component="ul" gap="xs" className="plain-list" aria-label={t('list')}>
      {packs.map((pack) => (
        <PackRow key={pack.id} pack={pack} onWork={onWork} />
      ))}
    </Stack>
  );
}

/** Less is shown as a tenth of a megabyte. */
const LEAST_SHOWN = 100_000;
/** Of a page in a pack that is not made small. */
export const ALL_KEYPOINTS = 500;

interface RowProps {
  readonly pack: Pack;
  readonly onWork: Props['onWork'];
}

function PackRow({ pack, onWork }: RowProps) {
  const { t } = useTranslation('packs');
  const { mayWrite, mayAdminister } = useRights();
  const formats = useFormats();
  const { isBeingMade, progress, failureReason, version, pageCount, sizeBytes, expiresAt, languages } = pack;
  const { pictureBytes, comparisonBytes, keypoints } = pack;
  useProgress(pack);
  const name = t('pack', { date: expiresAt === null ? '–' : formats.date(expiresAt) });
  const tools = [
    { work: 'code', label: t('code'), Icon: IconQrcode, isOffered: mayAdminister && version > 0 },
    { work: 'remake', label: t('remake'), Icon: IconRefresh, isOffered: mayWrite && !isBeingMade },
    { work: 'revoke', label: t('revoke'), Icon: IconTrash, isOffered: mayWrite },
  ] as const;
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0, flex: 1 }}>
          {version > 0 && (
            <>
              <Text size="sm" fw={600}>
                {t('pages', { count: pageCount })}, {formats.bytes(Math.max(sizeBytes, LEAST_SHOWN))}
              </Text>
              {expiresAt !== null && <Text size="sm">{t('until', { date: formats.date(expiresAt) })}</Text>}
              <Text size="sm" c="dimmed">
                {t('version', { version })}
                {languages.length > 0 && ` · ${languages.map(formats.language).join(', ')}`}
                {pictureBytes > 0 &&
                  ` · ${t('pictures', { size: formats.bytes(Math.max(pictureBytes, LEAST_SHOWN)) })}`}
                {comparisonBytes > 0 &&
                  ` · ${t('comparison', { size: formats.bytes(Math.max(comparisonBytes, LEAST_SHOWN)) })}`}
                {keypoints < ALL_KEYPOINTS && ` · ${t('small')}`}
              </Text>
            </>
          )}
          {isBeingMade && (
            <div role="status">
              <Text size="sm">{t('making', { share: formats.percent(progress) })}</Text>
              <Progress value={progress * 100} aria-label={t('progress')} mt={4} />
            </div>
          )}
          {failureReason !== null && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {t('failed', { reason: sentenceOf('', failureReason) })}
            </Text>
          )}
        </div>
        <Group gap={4} wrap="nowrap">
          {tools
            .filter(({ isOffered }) => isOffered)
            .map(({ work, label, Icon }) => (
              <ActionIcon
                key={work}
                variant="default"
                title={label}
                aria-label={`${label}: ${name}`}
                onClick={() => onWork(work, pack)}
              >
                <Icon size={18} aria-hidden />
              </ActionIcon>
            ))}
        </Group>
      </Group>
    </Paper>
  );
}

/** Follows its making; the cache keeps what comes. */
function useProgress({ id, isBeingMade }: Pack): void {
  const client = useClient();
  useEffect(() => {
    if (!isBeingMade) return undefined;
    const following = client.subscription(packProgress, { id }).subscribe(() => undefined);
    return () => following.unsubscribe();
  }, [client, id, isBeingMade]);
}
