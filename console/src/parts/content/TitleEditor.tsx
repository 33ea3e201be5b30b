/** The title of an element in one language, with what it inherits while it is empty. */
import { Button, Collapse, Group, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../api/graphql';
import { isComposing } from '../editing/composing';
import { ConflictNotice } from '../editing/ConflictNotice';
import { useDraft } from '../editing/draft';
import { ProblemNotice } from '../ProblemNotice';
import { useTell } from '../tell';
import { type SentWindow, WindowButton } from '../window/WindowDialog';
import type { ContentWriter } from './content-writer';
import type { ContentTitle } from './documents';
import { LookEditor } from './LookEditor';
import { cssOf } from './look';
import { useLooks } from './looks';

interface Props {
  readonly nodeId: string;
  readonly languageCode: string;
  readonly title: ContentTitle | null;
  readonly writer: ContentWriter;
  /** The title that a reader sees while it is empty; null where it is unknown. */
  readonly inherited: { readonly value: string; readonly from: string | null } | null;
  readonly mayWrite: boolean;
  readonly onChanged: () => void;
}

export function TitleEditor({ nodeId, languageCode, title, writer, inherited, mayWrite, onChanged }: Props) {
  const { t } = useTranslation('content');
  const edited = useTitle({ title, nodeId, languageCode, writer, onChanged });
  const { problem, draft, save, saved, setProblem, isLookOpen, given, saveStyle } = edited;
  const isOvertaken = problem?.code === 'CHANGED_MEANWHILE';
  const mistake = problem?.fields?.flatMap(({ messages }) => messages).join(' ');
  const inheritedText = inherited === null || inherited.value === '' ? t('titleEmpty') : inherited.value;
  return (
    <Stack gap="xs">
      <Textarea
        label={t('title')}
        value={draft.value}
        onChange={(event) => draft.set(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
          event.preventDefault();
          if (draft.isChanged) void save();
        }}
        placeholder={inheritedText}
        error={mistake === '' ? undefined : mistake}
        readOnly={!mayWrite}
        autosize
        maxRows={6}
        dir="auto"
        styles={{ input: cssOf(title?.style) }}
      />
      {draft.value.trim() === '' && inherited !== null && <InheritedTitle inherited={inherited} />}
      {isOvertaken ? (
        <ConflictNotice
          theirs={saved}
          draft={draft}
          version={title?.version ?? null}
          onDecided={() => setProblem(null)}
        />
      ) : (
        problem !== null && (mistake === undefined || mistake === '') && <ProblemNotice problem={problem} />
      )}
      {mayWrite && <TitleTools title={title} edited={edited} isOvertaken={isOvertaken} />}
      <Collapse expanded={isLookOpen && mayWrite}>
        <LookEditor
          style={title?.style ?? null}
          inherited={saved === '' ? null : given('TitleStyle')}
          sample={saved}
          onChange={(style) => void saveStyle(style)}
        />
      </Collapse>
    </Stack>
  );
}

/** The title that readers get while this one is empty, and where it comes from. */
function InheritedTitle({
  inherited: { value, from },
}: {
  readonly inherited: NonNullable<Props['inherited']>;
}) {
  const { t } = useTranslation('content');
  if (value === '') return null;
  const start = value.slice(0, 200);
  return (
    <Text size="xs" c="dimmed" className="any-text">
      {from === null
        ? t('titleFromName', { value: start })
        : t('titleFrom', { value: start, place: from.slice(0, 100) })}
    </Text>
  );
}

interface EditedTitle {
  readonly title: Props['title'];
  readonly nodeId: Props['nodeId'];
  readonly languageCode: Props['languageCode'];
  readonly writer: Props['writer'];
  readonly onChanged: Props['onChanged'];
}

function useTitle({ title, nodeId, languageCode, writer, onChanged }: EditedTitle) {
  const { t } = useTranslation('content');
  const { tellDone } = useTell();
  const saved = title?.value ?? '';
  const draft = useDraft(`title:${nodeId}:${languageCode}`, saved, title?.version ?? null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isLookOpen, look] = useDisclosure(false);
  const { given } = useLooks(nodeId);

  const put = (value: string, ifVersion: string | null) =>
    writer.setTitle({ nodeId, languageCode }, value, ifVersion);
  const save = async () => {
    setBusy(true);
    const outcome = await draft.send(put);
    setBusy(false);
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) {
      const { version } = outcome.value;
      tellDone(t(writer.isDraft ? 'titleInDraft' : 'titleSaved'), {
        isOfDraft: writer.isDraft,
        undo: async () => {
          const undone = await put(saved, version);
          onChanged();
          return undone;
        },
      });
    }
    onChanged();
  };
  const patch = async (what: Parameters<ContentWriter['updateTitle']>[1]) => {
    const outcome = await writer.updateTitle({ nodeId, languageCode }, what, title?.version ?? null);
    onChanged();
    return outcome;
  };
  const saveStyle = async (style: string | null) => {
    const outcome = await patch({ style });
    setProblem(outcome.isDone ? null : outcome.problem);
  };
  const saveWindow = async (timeWindow: SentWindow) => patch({ timeWindow });
  return { problem, draft, save, saved, setProblem, isBusy, look, isLookOpen, given, saveStyle, saveWindow };
}

interface TitleToolsProps {
  readonly title: Props['title'];
  readonly edited: ReturnType<typeof useTitle>;
  readonly isOvertaken: boolean;
}

function TitleTools({ title, edited, isOvertaken }: TitleToolsProps) {
  const { t } = useTranslation(['content', 'window']);
  const { draft, save, isBusy, look, isLookOpen, saveWindow } = edited;
  return (
    <Group gap="xs">
      {draft.isChanged && (
        <>
          <Button size="xs" onClick={() => void save()} loading={isBusy} disabled={isOvertaken}>
            {t('saveTitle')}
          </Button>
          <Button size="xs" variant="subtle" onClick={draft.discard}>
            {t('discard')}
          </Button>
          <Text size="xs" c="dimmed" role="status">
            {t('draftKept')}
          </Text>
        </>
      )}
      {title !== null && !draft.isChanged && (
        <>
          <Button size="compact-sm" variant="subtle" onClick={look.toggle} aria-expanded={isLookOpen}>
            {t('look.ofTitle')}
          </Button>
          <WindowButton title={t('window:ofTitle')} window={title.timeWindow} onSave={saveWindow} />
        </>
      )}
    </Group>
  );
}
