/** Two pictures, and what differs between them. */
import { Alert, Button, Checkbox, SimpleGrid } from '@mantine/core';
import { IconArrowsExchange, IconPhotoX, IconSquareDashed } from '../../parts/icons/icons';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { problemOf } from '../../api/change';
import { useRights } from '../../api/session';
import { Screen } from '../../parts/Screen';
import { useTell } from '../../parts/tell';
import './compare.css';
import { Approvals } from './approvals/Approvals';
import { Comparing, USUAL } from './Comparing';
import { comparedPage, isPdf, type Settings, type Side, sideOfPage } from './comparison';
import { Options } from './Options';
import { PdfComparing } from './PdfComparing';
import { PictureSlot } from './PictureSlot';
import type { IgnoredZone } from './settings/Sheet';
import { ZonesDialog } from './settings/ZonesDialog';
import { SharedLinks } from './SharedLinks';

type Sides = readonly [first: Side | null, second: Side | null];

export function CompareScreen() {
  const { t } = useTranslation('compare');
  const { mayWrite } = useRights();
  const [sides, setSides] = useSides();
  const [first, second] = sides;
  const [settings, setSettings] = useState(USUAL);
  const [profile, setProfile] = useState<string | null>(null);
  const [zones, setZones] = useState<readonly IgnoredZone[]>([]);
  const [isSheet, setSheet] = useState(false);
  const hasBoth = first !== null && second !== null;

  const set = (at: 0 | 1) => (side: Side | null) => {
    setSides((before) => (at === 0 ? [side, before[1]] : [before[0], side]));
    // Places belong to the pages that they were drawn on.
    if (at === 0) setZones([]);
  };
  const key = JSON.stringify([first?.url, second?.url, settings, profile, zones, isSheet]);
  return (
    <Screen
      title={t('title')}
      text={t('text')}
      actions={
        hasBoth && (
          <Button
            variant="default"
            leftSection={<IconArrowsExchange size={18} aria-hidden />}
            onClick={() => {
              setSides([second, first]);
              setZones([]);
            }}
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
      {!hasBoth && mayWrite && <SharedLinks />}
      {!hasBoth && <Approvals />}
      {first !== null && isPdf(first) && (
        <Zones key={first.url} file={first.file} zones={zones} onChange={setZones} />
      )}
      {hasBoth && (
        <Options
          settings={settings}
          onChange={setSettings}
          profile={profile}
          onProfile={isPdf(first) && isPdf(second) ? setProfile : null}
        />
      )}
      {hasBoth && isPdf(first) && isPdf(second) && (
        <Checkbox
          mb="lg"
          label={t('sheet.label')}
          description={t('sheet.text')}
          checked={isSheet}
          onChange={({ currentTarget: { checked } }) => setSheet(checked)}
        />
      )}
      {hasBoth && <Compared key={key} sides={[first, second]} {...{ settings, profile, zones, isSheet }} />}
    </Screen>
  );
}

/** Two sides, at first the pages that another screen leads here with. */
function useSides() {
  const client = useClient();
  const { tellProblem } = useTell();
  const asked: { first?: string; second?: string } = useSearch({ strict: false });
  const [sides, setSides] = useState<Sides>([null, null]);
  useEffect(() => {
    let isOver = false;
    const load = async (id: string | undefined) => {
      if (id === undefined) return null;
      const { data, error } = await client.query(comparedPage, { id }).toPromise();
      if (error !== undefined && !isOver) tellProblem(problemOf(error));
      return data?.node?.__typename === 'Image' ? sideOfPage(data.node) : null;
    };
    void Promise.all([load(asked.first), load(asked.second)]).then(([first, second]) => {
      if (!isOver && (first !== null || second !== null)) setSides([first, second]);
    });
    return () => {
      isOver = true;
    };
  }, [client, asked.first, asked.second, tellProblem]);
  return [sides, setSides] as const;
}

interface ZonesProps {
  readonly file: File;
  readonly zones: readonly IgnoredZone[];
  readonly onChange: (zones: readonly IgnoredZone[]) => void;
}

/** The way to the places that are left out, also before there is a second file. */
function Zones({ file, zones, onChange }: ZonesProps) {
  const { t } = useTranslation('compare');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        mb="md"
        leftSection={<IconSquareDashed size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {zones.length === 0 ? t('zones.open') : t('zones.openMany', { count: zones.length })}
      </Button>
      {isOpen && (
        <ZonesDialog
          file={file}
          zones={zones}
          onDone={(next) => {
            onChange(next);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface ComparedProps {
  readonly sides: readonly [Side, Side];
  readonly settings: Settings;
  readonly profile: string | null;
  readonly zones: readonly IgnoredZone[];
  readonly isSheet: boolean;
}

/** Two PDFs page by page, two pictures at once. */
function Compared({ sides, settings, profile, zones, isSheet }: ComparedProps) {
  const { t } = useTranslation('compare');
  const [first, second] = sides;
  if (isPdf(first) && isPdf(second))
    return <PdfComparing sides={[first, second]} {...{ settings, profile, zones, isSheet }} />;
  if (!isPdf(first) && !isPdf(second)) return <Comparing sides={sides} settings={settings} />;
  return (
    <Alert color="orange" variant="light" icon={<IconPhotoX aria-hidden />} title={t('pdf.mixed')}>
      {t('pdf.mixedText')}
    </Alert>
  );
}
