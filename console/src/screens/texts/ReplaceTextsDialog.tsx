/** Find and replace in titles, names of actions and what they open: every change is shown before one is made. */
import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { Dialog } from '../../parts/dialogs/Dialog';
import { DialogFooter } from '../../parts/dialogs/DialogFooter';
import { problemOf } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useFormats } from '../../i18n/format';
import { fieldSentence } from '../../i18n/server-words';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useElementNames } from '../../parts/page-name';
import { Change } from './Change';
import { type ProposedEdit, replacementQuery } from './texts-documents';
import type { TextChanger } from './use-texts';
import { FIELDS, type Field, type Wanted, WantedTexts } from './WantedTexts';

interface Props {
  readonly placeId: string;
  readonly languages: readonly string[];
  readonly texts: TextChanger;
  readonly onClose: () => void;
}

interface Found {
  readonly edits: readonly ProposedEdit[];
  readonly total: number;
}

export function ReplaceTextsDialog({ placeId, languages, texts, onClose }: Props) {
  const { t } = useTranslation('texts');
  const formats = useFormats();
  const names = formats.languages(languages);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { search, find } = useSearch(placeId, setProblem);
  const { found } = search;
  const choice = useChoice(found);
  const [isReplacing, setReplacing] = useState(false);
  const replace = async () => {
    setReplacing(true);
    const outcome = await texts.edit(choice.chosen.map(editOf));
    setReplacing(false);
    if (outcome.isDone) onClose();
    else setProblem(outcome.problem);
  };
  return (
    <Dialog onClose={onClose} title={t('replace')} size="xl">
      <form onSubmit={(event) => void find(event)}>
        <Stack gap="sm">
          <WantedTexts {...search} languages={languages} names={names} />
          {problem !== null && <ProblemNotice problem={problem} />}
          {found !== null && <ProposedEdits found={found} choice={choice} names={names} />}
          <DialogFooter onClose={onClose}>
            <Button
              loading={isReplacing}
              disabled={choice.chosen.length === 0}
              onClick={() => void replace()}
            >
              {t('replaceChosen', { count: choice.chosen.length })}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The texts that are looked for, and what was found; it goes as soon as something else is looked for. */
function useSearch(placeId: string, onProblem: (problem: Problem | null) => void) {
  const client = useClient();
  const [wanted, setWanted] = useState<Wanted>({ find: '', replacement: '', matchesCase: false });
  const [fields, onFields] = useState<readonly Field[]>(FIELDS);
  const [languageCode, onLanguage] = useState<string | null>(null);
  const [found, onFound] = useState<Found | null>(null);
  const [isBusy, setBusy] = useState(false);
  const onChange = (patch: Partial<Wanted>) => {
    setWanted({ ...wanted, ...patch });
    onFound(null);
  };
  const find = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const variables = { elementId: placeId, ...wanted, fields: [...fields], languageCode };
    const { data, error } = await client
      .query(replacementQuery, variables, { requestPolicy: 'network-only' })
      .toPromise();
    setBusy(false);
    onProblem(error === undefined ? null : problemOf(error));
    onFound(data?.textReplacement ?? null);
  };
  const search = { wanted, onChange, fields, onFields, languageCode, onLanguage, found, onFound, isBusy };
  return { search, find };
}

/** Which of the proposed edits are made: all that can be, less those that are left out by hand. */
function useChoice(found: Found | null) {
  const [left, setLeft] = useState<{ readonly of: Found | null; readonly edits: ReadonlySet<number> }>({
    of: null,
    edits: new Set(),
  });
  const leftOut = left.of === found ? left.edits : new Set<number>();
  const isChosen = (edit: ProposedEdit, at: number) => edit.problem === null && !leftOut.has(at);
  const toggle = (at: number) => {
    const edits = new Set(leftOut);
    if (!edits.delete(at)) edits.add(at);
    setLeft({ of: found, edits });
  };
  return { isChosen, toggle, chosen: found?.edits.filter(isChosen) ?? [] };
}

const editOf = ({ element, languageCode, actionId, field, path, before, after }: ProposedEdit) => ({
  elementId: element.id,
  ...{ languageCode, actionId, field, path, before, after },
});

interface ProposedEditsProps {
  readonly found: Found;
  readonly choice: ReturnType<typeof useChoice>;
  readonly names: ReadonlyMap<string, string>;
}

function ProposedEdits({ found, choice, names }: ProposedEditsProps) {
  const { t } = useTranslation('texts');
  const elementNames = useElementNames();
  return (
    <>
      <Text role="status" size="sm">
        {found.total === 0 ? t('nothingFound') : t('found', { count: found.total })}
        {found.total > found.edits.length && ` ${t('firstShown', { count: found.edits.length })}`}
      </Text>
      {found.edits.length > 0 && (
        <ul className="texts-changes plain-list" aria-label={t('changes')} tabIndex={0}>
          {found.edits.map((edit, at) => (
            <li
              key={`${edit.element.id} ${edit.actionId ?? ''} ${edit.languageCode} ${edit.field} ${edit.path ?? ''}`}
            >
              <Checkbox
                checked={choice.isChosen(edit, at)}
                disabled={edit.problem !== null}
                onChange={() => choice.toggle(at)}
                label={
                  <span className="any-text">
                    {`${elementNames.label(edit.element.label.slice(0, 160))} · ${t(`fields.${edit.field}`)} · ${names.get(edit.languageCode) ?? edit.languageCode}`}
                  </span>
                }
              />
              <Change before={edit.before} after={edit.after} />
              {edit.problem !== null && (
                <Text size="xs" c="var(--mantine-color-error)">
                  {fieldSentence(edit.problem)}
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
