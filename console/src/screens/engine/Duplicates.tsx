/** Pairs of pictures of an application that are nearly the same, one of which can be deleted. */
import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconCopyCheck, IconTrash } from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubscription } from 'urql';
import { problemOf, useChange } from '../../api/change';
import { useFormats } from '../../i18n/format';
import { Confirm } from '../../parts/dialogs/Confirm';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { ShowMore } from '../../parts/ShowMore';
import { useTell } from '../../parts/tell';
import { deleteReferences, duplicateCheck, type DuplicateStep } from './engine';
import { AskedReferencePicture } from './ReferencePicture';

interface Props {
  readonly applicationId: string;
  /** Whether small pictures are kept, to be shown beside the names. */
  readonly hasPictures: boolean;
  /** After a picture was deleted. */
  readonly onDeleted: () => void;
}

export function Duplicates(props: Props) {
  const { t } = useTranslation('engine');
  const [round, setRound] = useState(0);
  return (
    <Stack gap="sm" mt="md">
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopyCheck size={16} aria-hidden />}
          onClick={() => setRound(round + 1)}
        >
          {t('duplicates.find')}
        </Button>
      </Group>
      {round > 0 && <Found key={round} {...props} />}
    </Stack>
  );
}

interface Pair {
  readonly ids: readonly [string, string];
  readonly distance: number;
}

interface Checked {
  readonly done: number;
  readonly total: number;
  readonly pairs: readonly Pair[];
}

const PAIRS_AT_ONCE = 20;

/** Pairs that were found before and in this step; each pair once, in either order. */
function withStep(before: Checked | undefined, { checked, total, result }: DuplicateStep): Checked {
  const pairs = [...(before?.pairs ?? [])];
  for (const { id, distance } of result.nearDuplicates) {
    const own = result.reference.id;
    if (!pairs.some(({ ids }) => ids.includes(own) && ids.includes(id)))
      pairs.push({ ids: [own, id], distance });
  }
  return { done: checked, total, pairs };
}

function Found({ applicationId, hasPictures, onDeleted }: Props) {
  const { t } = useTranslation('engine');
  const { tellDone, tellProblem } = useTell();
  const remove = useChange(deleteReferences);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<string | null>(null);
  const [shown, setShown] = useState(PAIRS_AT_ONCE);
  const [{ data, error }] = useSubscription<{ duplicateCheck: DuplicateStep }, Checked>(
    { query: duplicateCheck, variables: { applicationId } },
    (before, step) => withStep(before, step.duplicateCheck),
  );
  if (error !== undefined) return <ProblemNotice problem={problemOf(error)} />;
  if (data === undefined) return <Loading />;
  const pairs = data.pairs.filter(({ ids }) => !ids.some((id) => gone.has(id)));
  const removeOne = async (id: string) => {
    const outcome = await remove({ applicationId, ids: [id] });
    if (!outcome.isDone) return tellProblem(outcome.problem);
    setGone(new Set([...gone, id]));
    tellDone(t('duplicates.deleted', { id }));
    onDeleted();
  };
  return (
    <section aria-label={t('duplicates.title')}>
      <Title order={4} size="h5" mb="xs">
        {t('duplicates.title')}
      </Title>
      <StateOfCheck done={data.done} total={data.total} pairs={pairs.length} />
      <ul className="plain-list">
        {pairs.slice(0, shown).map(({ ids, distance }) => (
          <DuplicatePair
            key={ids.join('\n')}
            ids={ids}
            distance={distance}
            picturesOf={hasPictures ? applicationId : null}
            onDelete={setAsked}
          />
        ))}
      </ul>
      <ShowMore hidden={pairs.length - shown} onMore={() => setShown(shown + PAIRS_AT_ONCE)} />
      {asked !== null && (
        <Confirm
          text={t('duplicates.question', { id: asked })}
          action={t('duplicates.delete')}
          onClose={() => setAsked(null)}
          onYes={() => removeOne(asked)}
        />
      )}
    </section>
  );
}

interface StateOfCheckProps {
  readonly done: number;
  readonly total: number;
  /** Pairs that are found so far. */
  readonly pairs: number;
}

function StateOfCheck({ done, total, pairs }: StateOfCheckProps) {
  const { t } = useTranslation('engine');
  const isOver = done === total;
  return (
    <>
      {!isOver && (
        <Progress
          value={(100 * done) / Math.max(1, total)}
          aria-label={t('duplicates.progress', { done, total })}
        />
      )}
      {isOver && pairs === 0 && (
        <Alert color="green" variant="light" icon={<IconCheck aria-hidden />} title={t('duplicates.none')} />
      )}
      {pairs > 0 && (
        <Text size="sm" c="dimmed">
          {t('duplicates.text')}
        </Text>
      )}
    </>
  );
}

function DuplicatePair({
  ids,
  distance,
  picturesOf,
  onDelete,
}: Pair & {
  /** The application whose small pictures are shown. */
  readonly picturesOf: string | null;
  readonly onDelete: (id: string) => void;
}) {
  const { t } = useTranslation('engine');
  const formats = useFormats();
  return (
    <li className="engine-pair">
      {ids.map((id) => (
        <Group key={id} gap="xs" wrap="nowrap" justify="space-between" className="engine-pair-one">
          <Group gap="sm" wrap="nowrap">
            {picturesOf !== null && <AskedReferencePicture applicationId={picturesOf} id={id} />}
            <Text size="sm" fw={500} className="any-text">
              {id}
            </Text>
          </Group>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={14} aria-hidden />}
            aria-label={t('remove', { id })}
            onClick={() => onDelete(id)}
          >
            {t('duplicates.delete')}
          </Button>
        </Group>
      ))}
      <Text size="xs" c="dimmed">
        {t('duplicates.alike', { share: formats.percent(1 - distance) })}
      </Text>
    </li>
  );
}
