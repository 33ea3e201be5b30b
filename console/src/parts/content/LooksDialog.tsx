/** The default looks of an element: of the titles and of the actions at or below it that have none of their own. */
import { Fieldset, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change, type Outcome } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { ConflictNotice } from '../editing/ConflictNotice';
import { useDraft } from '../editing/draft';
import { FormDialog } from '../dialogs/FormDialog';
import { Loading } from '../Loading';
import { useTell } from '../tell';
import './content.css';
import { lookOf } from './look';
import { LookEditor } from './LookEditor';
import { createProperty, deleteProperty, type LookName, updateProperty, useLooks } from './looks';

interface Props {
  readonly nodeId: string;
  readonly name: string;
  readonly onClose: () => void;
}

const NAMES = ['TitleStyle', 'ActionStyle'] as const;
type Styles = Readonly<Record<LookName, string | null>>;

export function LooksDialog({ nodeId, name, onClose }: Props) {
  const { t } = useTranslation('content');
  const { tellDone } = useTell();
  const { isKnown, own, above, readAgain } = useLooks(nodeId);
  const [problem, setProblem] = useState<Problem | null>(null);
  const valueOf = (each: LookName) => own(each)?.value || null;
  const saved: Styles = { TitleStyle: valueOf('TitleStyle'), ActionStyle: valueOf('ActionStyle') };
  const versions = NAMES.map((each) => own(each)?.version ?? '').join(' ');
  const draft = useDraft<Styles>(`looks:${nodeId}`, saved, versions);
  const isOvertaken = isKnown && draft.isChanged && draft.baseVersion !== versions;

  const wordsOf = useWordsOfLooks();
  const send = useSendLooks({ own, nodeId, saved, draft });
  const save = async () => {
    const outcome = await draft.send(send);
    setProblem(outcome.isDone ? null : outcome.problem);
    readAgain();
    if (!outcome.isDone) return;
    tellDone(t('looks.saved'));
    if (!draft.isLeft()) onClose();
  };
  const end = () => {
    draft.discard();
    onClose();
  };
  return (
    <FormDialog
      title={t('looks.title', { name: name.slice(0, 100) })}
      action={t('save')}
      isReady={isKnown && draft.isChanged && !isOvertaken}
      problem={isOvertaken ? null : problem}
      onClose={end}
      onSend={save}
    >
      <Text size="sm" c="dimmed">
        {t('looks.text')}
      </Text>
      {!isKnown && <Loading />}
      {isKnown &&
        NAMES.map((each) => (
          <Fieldset key={each} legend={t(`looks.${each}`)} p="sm">
            <LookEditor
              style={draft.value[each]}
              inherited={above(each)}
              sample={t(`looks.sample${each}`)}
              onChange={(style) => draft.set({ ...draft.value, [each]: style })}
            />
          </Fieldset>
        ))}
      {isOvertaken && (
        <ConflictNotice
          theirs={wordsOf(saved)}
          draft={draft}
          version={versions}
          onDecided={() => setProblem(null)}
        />
      )}
    </FormDialog>
  );
}

/** @returns says looks in words, for somebody who chooses between theirs and the own ones */
function useWordsOfLooks() {
  const { t } = useTranslation('content');
  const wordsOf = (style: string | null): string => {
    const { background, color, isBold, isItalic } = lookOf(style);
    const words = [background, color, isBold ? t('look.bold') : null, isItalic ? t('look.italic') : null];
    return words.filter((word) => word !== null).join(', ') || t('looks.nothing');
  };
  return (styles: Styles) =>
    NAMES.map((each) => `${t(`looks.${each}`)}: ${wordsOf(styles[each])}`).join(' · ');
}

/** Styles go one after the other: what was saved before a refusal stays. */
interface LooksToSend {
  readonly own: (name: LookName) => {
    __typename: 'Property';
    id: string;
    type: 'ICON' | 'STYLE';
    name: string;
    value: string | null;
    version: string;
  } | null;
  readonly nodeId: Props['nodeId'];
  readonly saved: Styles;
  readonly draft: { readonly rebase: (version: string) => void };
}

function useSendLooks({ own, nodeId, saved, draft }: LooksToSend) {
  const client = useClient();
  /** @returns the problem, or the present version; empty where there is no longer one */
  const put = async (
    each: LookName,
    value: string | null,
  ): Promise<Outcome<{ readonly version: string }>> => {
    const property = own(each);
    if (property !== null && value === null) {
      const { id, version } = property;
      const gone = await change(client, deleteProperty, { id, ifVersion: version });
      return gone.isDone ? { isDone: true, value: { version: '' } } : gone;
    }
    return property === null
      ? change(client, createProperty, { input: { nodeId, type: 'STYLE', name: each, value } })
      : change(client, updateProperty, { id: property.id, value, ifVersion: property.version });
  };
  const send = async (styles: Styles): Promise<Outcome<{ readonly version: string }>> => {
    const known = new Map<LookName, string>(NAMES.map((each) => [each, own(each)?.version ?? '']));
    const version = () => NAMES.map((each) => known.get(each) ?? '').join(' ');
    for (const each of NAMES) {
      if (styles[each] === saved[each]) continue;
      const outcome = await put(each, styles[each]);
      if (!outcome.isDone) {
        // A part that was saved before the refusal is no change of somebody else.
        draft.rebase(version());
        return outcome;
      }
      known.set(each, outcome.value.version);
    }
    return { isDone: true, value: { version: version() } };
  };
  return send;
}
