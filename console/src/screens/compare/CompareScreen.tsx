/** Two pictures, and what differs between them. */
import { Button, SimpleGrid } from '@mantine/core';
import { IconArrowsExchange } from '../../parts/icons/icons';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { Screen } from '../../parts/Screen';
import './compare.css';
import { Comparing } from './Comparing';
import { comparedPage, type Side, sideOfPage } from './comparison';
import { PictureSlot } from './PictureSlot';

type Sides = readonly [first: Side | null, second: Side | null];

export function CompareScreen() {
  const { t } = useTranslation('compare');
  const client = useClient();
  const asked: { first?: string; second?: string } = useSearch({ strict: false });
  const [sides, setSides] = useState<Sides>([null, null]);
  const [first, second] = sides;
  const hasBoth = first !== null && second !== null;

  // Other screens lead here with pages.
  useEffect(() => {
    let isOver = false;
    const load = async (id: string | undefined) => {
      if (id === undefined) return null;
      const { data } = await client.query(comparedPage, { id }).toPromise();
      return data?.node?.__typename === 'Image' ? sideOfPage(data.node) : null;
    };
    void Promise.all([load(asked.first), load(asked.second)]).then(([first, second]) => {
      if (!isOver && (first !== null || second !== null)) setSides([first, second]);
    });
    return () => {
      isOver = true;
    };
  }, [client, asked.first, asked.second]);

  const set = (at: 0 | 1) => (side: Side | null) =>
    setSides((before) => (at === 0 ? [side, before[1]] : [before[0], side]));
  return (
    <Screen
      title={t('title')}
      text={t('text')}
      actions={
        hasBoth && (
          <Button
            variant="default"
            leftSection={<IconArrowsExchange size={18} aria-hidden />}
            onClick={() => setSides([second, first])}
          >
            {t('exchange')}
          </Button>
        )
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} mb="lg" className={hasBoth ? 'slots-small' : ''}>
        <PictureSlot label={t('first')} side={first} onChange={set(0)} />
        <PictureSlot label={t('second')} side={second} onChange={set(1)} />
      </SimpleGrid>
      {hasBoth && <Comparing key={`${first.url} ${second.url}`} sides={[first, second]} />}
    </Screen>
  );
}
