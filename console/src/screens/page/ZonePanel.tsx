/** The zones as a list in reading order; of the chosen one its name and its place in numbers. */
import {
  ActionIcon,
  Button,
  Collapse,
  Group,
  NumberInput,
  Stack,
  Text,
  TextInput,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconListDetails,
  IconTrash,
} from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../parts/editing/composing';
import { useFormDraft } from '../../parts/editing/form-draft';
import { WindowButton } from '../../parts/window/WindowDialog';
import { adjusted, type Rect } from './geometry';
import type { ShownZone, Zones } from './use-zones';

interface Props {
  readonly zones: Zones;
  readonly chosenId: string | null;
  readonly mayWrite: boolean;
  readonly onChoose: (id: string) => void;
  /** Opens titles and actions of a zone. */
  readonly onContent: (zone: ShownZone) => void;
  readonly onRemove: (zone: ShownZone) => void;
}

export function ZonePanel({ zones, chosenId, mayWrite, onChoose, onContent, onRemove }: Props) {
  const { t } = useTranslation('page');
  const ordered = [...zones.zones].sort((a, b) => a.order - b.order);
  const [isPlaceOpen, setPlaceOpen] = useState(false);
  return (
    <Stack gap={6} component="ol" p={0} m={0} aria-label={t('zones')} style={{ listStyle: 'none' }}>
      {ordered.map((zone, index) => (
        <li key={zone.id} className="zone-row" data-chosen={zone.id === chosenId}>
          <Row
            zone={zone}
            isChosen={zone.id === chosenId}
            onChoose={() => onChoose(zone.id)}
            moves={mayWrite && !zones.isDraft ? { index, last: ordered.length - 1, to: zones.reorder } : null}
          />
          {zone.id === chosenId && (
            <Group px="xs" pb="xs" className="zone-to-content">
              <Button
                variant="light"
                size="compact-sm"
                leftSection={<IconListDetails size={16} aria-hidden />}
                onClick={() => onContent(zone)}
              >
                {t('content')}
              </Button>
            </Group>
          )}
          {zone.id === chosenId && mayWrite && (
            <ZoneForm
              key={zone.id}
              zone={zone}
              zones={zones}
              isPlaceOpen={isPlaceOpen}
              onPlaceOpen={setPlaceOpen}
              onRemove={() => onRemove(zone)}
            />
          )}
        </li>
      ))}
    </Stack>
  );
}

interface RowProps {
  readonly zone: ShownZone;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** Its place in the order, counted from 0; null where it stays. */
  readonly moves: { readonly index: number; readonly last: number; readonly to: Zones['reorder'] } | null;
}

function Row({ zone, isChosen, onChoose, moves }: RowProps) {
  const { t } = useTranslation('page');
  return (
    <Group wrap="nowrap" gap={4} px="xs" py={6}>
      <UnstyledButton onClick={onChoose} aria-expanded={isChosen} style={{ flex: 1, minWidth: 0 }}>
        <Group gap="xs" wrap="nowrap">
          <span className="zone-sign" data-chosen={isChosen}>
            {zone.order}
          </span>
          <Text className="one-line">{zone.name}</Text>
          <Text size="sm" c="dimmed" className="one-line zone-state">
            {t('actions', { count: zone.actionCount })}
            {zone.isChanged && ` · ${t(zone.isNew ? 'inDraft.new' : 'inDraft.changed')}`}
          </Text>
        </Group>
        {zone.isRecognizable === false && (
          <Text size="sm" c="var(--loupe-warning)" pl={34}>
            {t('tooPlain')}
          </Text>
        )}
      </UnstyledButton>
      {moves !== null && (
        <>
          <Move
            label={t('earlier', { name: zone.name })}
            icon={IconArrowUp}
            isOff={moves.index === 0}
            onClick={() => void moves.to(zone.id, moves.index)}
          />
          <Move
            label={t('later', { name: zone.name })}
            icon={IconArrowDown}
            isOff={moves.index === moves.last}
            onClick={() => void moves.to(zone.id, moves.index + 2)}
          />
        </>
      )}
    </Group>
  );
}

interface MoveProps {
  readonly label: string;
  readonly icon: typeof IconArrowUp;
  readonly isOff: boolean;
  readonly onClick: () => void;
}

function Move({ label, icon: Icon, isOff, onClick }: MoveProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" aria-label={label} disabled={isOff} onClick={onClick}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

const MEMBERS = ['x', 'y', 'width', 'height'] as const satisfies readonly (keyof Rect)[];

interface FormProps {
  readonly zone: ShownZone;
  readonly zones: Zones;
  /** Whether the place is shown in numbers. */
  readonly isPlaceOpen: boolean;
  readonly onPlaceOpen: (next: boolean) => void;
  readonly onRemove: () => void;
}

function ZoneForm({ zone, zones, isPlaceOpen, onPlaceOpen, onRemove }: FormProps) {
  const { t } = useTranslation('page');
  const form = useFormDraft(`zone:${zone.id}`, { name: zone.name });
  const { name } = form.values;
  const save = async () => {
    if (name.trim() === '') return form.giveUp();
    await form.sendIfChanged(async (typed) => zones.rename(zone.id, typed.name));
  };
  return (
    <Stack gap="xs" p="xs" pt={0}>
      <TextInput
        label={t('name')}
        value={name}
        maxLength={255}
        onChange={(event) => form.set({ name: event.currentTarget.value })}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) void save();
        }}
      />
      <Group gap={4}>
        <WindowButton
          window={zone.timeWindow}
          onSave={async (timeWindow) => zones.set(zone.id, { timeWindow })}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isPlaceOpen}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => onPlaceOpen(!isPlaceOpen)}
        >
          {t('placeAndSize')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          ml="auto"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onRemove}
        >
          {t('remove')}
        </Button>
      </Group>
      <Collapse expanded={isPlaceOpen}>
        <PlaceFields zone={zone} onPlace={(rect) => zones.place(zone.id, rect, false)} />
      </Collapse>
      <Text size="xs" c="dimmed" role="status">
        {zone.isPending ? t('saving') : t(zones.isDraft ? 'inDraft.saved' : 'saved')}
      </Text>
    </Stack>
  );
}

interface PlaceProps {
  readonly zone: ShownZone;
  readonly onPlace: (rect: Rect) => void;
}

/** The place of a zone in percent of its page. */
function PlaceFields({ zone, onPlace }: PlaceProps) {
  const { t } = useTranslation('page');
  return (
    <Group grow gap="xs">
      {MEMBERS.map((member) => (
        <NumberInput
          key={member}
          label={t(`place.${member}`)}
          value={zone.rect[member]}
          min={member === 'width' || member === 'height' ? 2 : 0}
          max={100}
          allowDecimal={false}
          suffix={PERCENT}
          hideControls
          onChange={(value) => {
            if (typeof value === 'number') onPlace(adjusted(zone.rect, member, value));
          }}
        />
      ))}
    </Group>
  );
}

const PERCENT = ' %';
