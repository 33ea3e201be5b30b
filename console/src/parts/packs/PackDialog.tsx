/** Packs of an organization, folder or document: pages that phones recognize without a network. */
import { Button, Checkbox, Group, MultiSelect, NumberInput, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialogs/Dialog';
import { useChange, problemOf } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useQuery } from '../../api/query';
import { useRights, useViewer } from '../../api/session';
import { languageChoices } from '../../i18n/language-names';
import { Confirm } from '../dialogs/Confirm';
import { mistakeAt, restOf } from '../editing/mistakes';
import { Loading } from '../Loading';
import { ProblemNotice } from '../ProblemNotice';
import { useTell } from '../tell';
import { createPack, type Pack, packsQuery, remakePack, revokePack } from './pack-documents';
import { PackCode } from './PackCode';
import { ALL_KEYPOINTS, PackList, type PackWork } from './PackList';

interface Props {
  /** An organization, folder or document. */
  readonly elementId: string;
  readonly name: string;
  readonly onClose: () => void;
}

const DAYS = 30;
const MOST_DAYS = 366;
const FEW_KEYPOINTS = 300;

/** Options of a pack, at the cost of its size or of what it recognizes. */
const CHOICES = [
  { name: 'withIcons', label: 'withIcons', text: 'withIconsText' },
  { name: 'withThumbnails', label: 'withThumbnails', text: 'withThumbnailsText' },
  { name: 'isSmall', label: 'isSmall', text: 'isSmallText' },
] as const;

export function PackDialog({ elementId, name, onClose }: Props) {
  const { t } = useTranslation('packs');
  const { mayWrite } = useRights();
  const { packs, codes, problem, readAgain, remake, revoke } = usePacks(elementId);
  const [open, setOpen] = useState<{ readonly work: PackWork; readonly pack: Pack } | null>(null);
  if (open?.work === 'code')
    return <PackCode packId={open.pack.id} name={name} onClose={() => setOpen(null)} />;
  if (open?.work === 'revoke')
    return (
      <Confirm
        text={t('revokeText')}
        action={t('revoke')}
        onClose={() => setOpen(null)}
        onYes={async () => revoke(open.pack.id)}
      />
    );
  return (
    <Dialog onClose={onClose} title={t('title', { name: name.slice(0, 100) })} size="lg">
      <Stack>
        <Text size="sm">{t('text')}</Text>
        {problem !== null && packs === null && <ProblemNotice problem={problem} onRetry={readAgain} />}
        {packs === null && problem === null && <Loading height={80} />}
        {packs !== null && packs.length > 0 && (
          <PackList
            packs={packs}
            onWork={(work, pack) => (work === 'remake' ? void remake(pack.id) : setOpen({ work, pack }))}
          />
        )}
        {packs?.length === 0 && <Text c="dimmed">{t('none')}</Text>}
        {mayWrite && packs !== null && <NewPack elementId={elementId} codes={codes} onMade={readAgain} />}
      </Stack>
    </Dialog>
  );
}

/** The packs of an element, and work on them. */
function usePacks(elementId: string) {
  const { t } = useTranslation('packs');
  const { tellDone, tellProblem } = useTell();
  const remakeOne = useChange(remakePack);
  const revokeOne = useChange(revokePack);
  const [{ data, error }, read] = useQuery({
    query: packsQuery,
    variables: { id: elementId },
    requestPolicy: 'cache-and-network',
  });
  const readAgain = () => read({ requestPolicy: 'network-only' });
  const remake = async (id: string) => {
    const outcome = await remakeOne({ id });
    if (!outcome.isDone) tellProblem(outcome.problem);
    readAgain();
  };
  const revoke = async (id: string) => {
    const outcome = await revokeOne({ id });
    if (outcome.isDone) tellDone(t('revoked'));
    else tellProblem(outcome.problem);
    readAgain();
  };
  const node = data?.node;
  return {
    packs: node != null && 'packs' in node ? node.packs : null,
    /** Of all languages that content is written in. */
    codes: data?.languages.map(({ code }) => code) ?? [],
    problem: error === undefined ? null : problemOf(error),
    readAgain,
    remake,
    revoke,
  };
}

interface NewPackProps {
  readonly elementId: string;
  /** Of all languages that content is written in. */
  readonly codes: readonly string[];
  readonly onMade: () => void;
}

function NewPack({ elementId, codes, onMade }: NewPackProps) {
  const { t, i18n } = useTranslation('packs');
  const { organization } = useViewer();
  const create = useChange(createPack);
  const [languages, setLanguages] = useState<string[]>([]);
  const [days, setDays] = useState<number | string>(DAYS);
  const [more, setMore] = useState({ withIcons: false, withThumbnails: false, isSmall: false });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const known = codes.join(' ');
  const choices = useMemo(
    () => (known === '' ? [] : languageChoices(known.split(' '), i18n.language, [organization.languageCode])),
    [known, i18n.language, organization.languageCode],
  );
  const make = async () => {
    setBusy(true);
    const { isSmall, ...pictures } = more;
    const keypoints = isSmall ? FEW_KEYPOINTS : ALL_KEYPOINTS;
    const input = { elementId, languages, validDays: Number(days), ...pictures, keypoints };
    const outcome = await create({ input });
    setBusy(false);
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) onMade();
  };
  const rest = restOf(problem, ['languages', 'validDays']);
  return (
    <>
      <Group align="flex-start" grow>
        <MultiSelect
          label={t('languages')}
          description={t('languagesText')}
          data={choices.map(({ value, label }) => ({ value, label }))}
          value={languages}
          onChange={setLanguages}
          error={mistakeAt(problem, 'languages')}
          searchable
          limit={60}
          comboboxProps={{ withinPortal: false }}
        />
        <NumberInput
          label={t('days')}
          description={t('daysText')}
          min={1}
          max={MOST_DAYS}
          allowDecimal={false}
          value={days}
          onChange={setDays}
          error={mistakeAt(problem, 'validDays')}
        />
      </Group>
      {CHOICES.map(({ name, label, text }) => (
        <Checkbox
          key={name}
          label={t(label)}
          description={t(text)}
          checked={more[name]}
          onChange={(event) => setMore({ ...more, [name]: event.currentTarget.checked })}
        />
      ))}
      {rest !== null && <ProblemNotice problem={rest} />}
      <Group>
        <Button loading={isBusy} disabled={days === ''} onClick={() => void make()}>
          {t('make')}
        </Button>
      </Group>
    </>
  );
}
