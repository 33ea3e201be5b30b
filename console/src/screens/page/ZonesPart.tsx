/** The zones of a page, and those that were thrown away. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconStack2 } from '../../parts/icons/icons';
import { useTranslation } from 'react-i18next';
import { useRights } from '../../api/session';
import { useOneAtATime } from '../../parts/one-at-a-time';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { type ShownZone, type Zones } from './use-zones';
import { type ZoneData } from './zone-documents';
import { ZonePanel } from './ZonePanel';

interface ZonesPartProps {
  readonly zones: Zones;
  readonly words: { readonly thrownAway: (name: string) => string };
  readonly stored: readonly ZoneData[];
  readonly chosenId: string | null;
  readonly onChoose: (next: string | null) => void;
  readonly onContent: (zone: ShownZone) => void;
  readonly onRemove: (zone: ShownZone) => Promise<void>;
}

export function ZonesPart({ zones, words, stored, chosenId, onChoose, onContent, onRemove }: ZonesPartProps) {
  const { t } = useTranslation('page');
  const { mayWrite } = useRights();
  const takeBack = useOneAtATime(zones.takeBack);
  return (
    <Stack gap="sm" data-part="zones">
      {zones.problem !== null && <ProblemNotice problem={zones.problem} />}
      {zones.thrownAway !== null && (
        <Alert color="gray" role="status">
          <Group justify="space-between" gap="xs">
            <Text size="sm" className="any-text">
              {words.thrownAway(zones.thrownAway.name)}
            </Text>
            <Button size="compact-sm" variant="light" onClick={takeBack}>
              {t('takeBack')}
            </Button>
          </Group>
        </Alert>
      )}
      <details className="zone-rule" open={stored.length === 0}>
        <summary>
          <IconStack2 size={16} aria-hidden />
          {t(stored.length > 0 ? 'rule.zones' : 'rule.page')}
        </summary>
        <Text size="sm" c="dimmed">
          {stored.length > 0 ? t('rule.zonesText', { count: stored.length }) : t('rule.pageText')}
        </Text>
        {mayWrite && (
          <Text size="sm" c="dimmed" mt={4} id="zone-keys">
            {t('keys')}
          </Text>
        )}
      </details>
      <ZonePanel
        zones={zones}
        chosenId={chosenId}
        mayWrite={mayWrite}
        onChoose={onChoose}
        onContent={onContent}
        onRemove={(zone) => void onRemove(zone)}
      />
    </Stack>
  );
}
