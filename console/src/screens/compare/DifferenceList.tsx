/** The differences as a numbered list; the chosen one is shown large, as it was and as it is. */
import { Badge, Button, Paper, ScrollArea, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Outcome } from '../../api/change';
import { IconEyeOff } from '../../parts/icons/icons';
import { ShowMore } from '../../parts/ShowMore';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decision, ListedDifference } from './comparison';
import { Crop } from './Crop';
import { withSurroundings } from './geometry';
import { PlaceDecision } from './review/PlaceDecision';
import type { ChangedDecision } from './review/use-review';

/** Decisions about the places of a page, by their numbers. */
export interface Deciding {
  readonly decisionOf: (number: number) => Decision | undefined;
  /** null for those who only look. */
  readonly onDecide: ((number: number, change: ChangedDecision) => Promise<Outcome<unknown>>) | null;
  /** Names what is typed about a place. */
  readonly draftName: string;
}

interface Props extends Partial<Deciding> {
  readonly differences: readonly ListedDifference[];
  readonly first: { readonly url: string };
  readonly second: { readonly url: string };
  readonly chosen: number | null;
  readonly onChoose: (number: number) => void;
  /** null for those who only look. */
  readonly onIgnore: ((number: number) => void) | null;
}

const SHOWN_AT_ONCE = 40;

export function DifferenceList(props: Props) {
  const { differences, first, second, chosen, onChoose, onIgnore } = props;
  const { decisionOf, onDecide = null, draftName = '' } = props;
  const { t } = useTranslation('compare');
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const list = useRef<HTMLOListElement>(null);
  const current = differences.find(({ number }) => number === chosen);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <Stack gap="sm">
      {current !== undefined && (
        <Zoomed chosen={chosen} first={first} current={current} second={second} onIgnore={onIgnore}>
          {decisionOf !== undefined && (
            <PlaceDecision
              key={current.number}
              draftName={`${draftName}:${current.number}`}
              decision={decisionOf(current.number)}
              onDecide={onDecide === null ? null : async (change) => onDecide(current.number, change)}
            />
          )}
        </Zoomed>
      )}
      <ScrollArea.Autosize
        mah={520}
        type="auto"
        viewportProps={{ tabIndex: 0, 'aria-label': t('difference.list') }}
      >
        <ol className="difference-list" ref={list}>
          {differences.slice(0, shown).map((difference) => (
            <Row
              key={difference.number}
              difference={difference}
              verdict={decisionOf?.(difference.number)?.verdict ?? null}
              isChosen={difference.number === chosen}
              onChoose={() => onChoose(difference.number)}
            />
          ))}
        </ol>
        <ShowMore hidden={differences.length - shown} onMore={() => setShown(shown + SHOWN_AT_ONCE)} />
      </ScrollArea.Autosize>
    </Stack>
  );
}

interface RowProps {
  readonly difference: ListedDifference;
  readonly verdict: Decision['verdict'];
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Row({ difference: { number, kind, facts }, verdict, isChosen, onChoose }: RowProps) {
  const { t } = useTranslation('compare');
  const words = [t(`kind.${kind}`), ...(verdict === null ? [] : [t(`decision.is${verdict}`)])];
  return (
    <li>
      <UnstyledButton className="difference" onClick={onChoose} aria-current={isChosen ? 'true' : undefined}>
        <Badge circle size="lg" variant={isChosen ? 'filled' : 'light'}>
          {number}
        </Badge>
        <span>
          <Text size="sm" fw={600} span display="block">
            {words.join(', ')}
          </Text>
          <Text size="xs" c="dimmed" span className="any-text">
            {facts}
          </Text>
        </span>
      </UnstyledButton>
    </li>
  );
}

interface ZoomedProps {
  readonly children: ReactNode;
  readonly chosen: Props['chosen'];
  readonly first: Props['first'];
  readonly current: Props['differences'][number];
  readonly second: Props['second'];
  readonly onIgnore: Props['onIgnore'];
}

function Zoomed({ chosen, first, current, second, onIgnore, children }: ZoomedProps) {
  const { t } = useTranslation('compare');
  return (
    <Paper
      withBorder
      p="sm"
      radius="lg"
      role="region"
      aria-label={t('difference.zoomed', { number: chosen })}
    >
      <SimpleGrid cols={2} spacing="sm">
        {[
          { name: t('first'), url: first.url, box: current.inReference },
          { name: t('second'), url: second.url, box: current.inQuery },
        ].map(({ name, url, box }) => (
          <div key={name}>
            <Text size="sm" c="dimmed" mb={4}>
              {name}
            </Text>
            <Crop url={url} alt={name} part={withSurroundings(box)} marked={box} />
          </div>
        ))}
      </SimpleGrid>
      {children}
      {onIgnore !== null && (
        <Button
          mt="sm"
          size="compact-sm"
          variant="default"
          leftSection={<IconEyeOff size={16} aria-hidden />}
          onClick={() => onIgnore(current.number)}
        >
          {t('difference.ignore')}
        </Button>
      )}
    </Paper>
  );
}
