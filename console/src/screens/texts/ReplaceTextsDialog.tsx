/** Find and replace in titles, names of actions and what they open: every change is shown before one is made. */
import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { DialogFooter } from '../../parts/DialogFooter';
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
  const elementNames = useElementNames();
  const {
    find,
    wanted,
    change,
    fields,
    setFields,
    setFound,
    languageCode,
    setLanguageCode,
    found,
    isBusy,
    problem,
    left,
    toggle,
    chosen,
    replace,
  } = useReplacement({ placeId, texts, onClose });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('replace')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={(event) => void find(event)}>
        <Stack gap="sm">
          <WantedTexts
            wanted={wanted}
            onChange={change}
            fields={fields}
            onFields={setFields}
            onFound={setFound}
            languages={languages}
            names={names}
            languageCode={languageCode}
            onLanguage={setLanguageCode}
            found={found}
            isBusy={isBusy}
          />
          {problem !== null && <ProblemNotice problem={problem} />}
          {found !== null && (
            <Text role="status" size="sm">
              {found.total === 0 ? t('nothingFound') : t('found', { count: found.total })}
              {found.total > found.edits.length && ` ${t('firstShown', { count: found.edits.length })}`}
            </Text>
          )}
          {found !== null && found.edits.length > 0 && (
            <ProposedEdits
              found={found}
              left={left}
              onToggle={toggle}
              elementNames={elementNames}
              names={names}
            />
          )}
          <DialogFooter onClose={onClose}>
            <Button
              loading={isBusy && found !== null}
              disabled={chosen.length === 0}
              onClick={() => void replace()}
            >
              {t('replaceChosen', { count: chosen.length })}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
    </Modal>
  );
}

interface UseReplacementOptions {
  readonly placeId: Props['placeId'];
  readonly texts: Props['texts'];
  readonly onClose: Props['onClose'];
}

/** What is looked for, what was found, and which of it is replaced. */
function useReplacement({ placeId, texts, onClose }: UseReplacementOptions) {
  const client = useClient();
  const [wanted, setWanted] = useState<Wanted>({ find: '', replacement: '', matchesCase: false });
  const [fields, setFields] = useState<readonly Field[]>(FIELDS);
  const [languageCode, setLanguageCode] = useState<string | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const change = (patch: Partial<Wanted>) => {
    setWanted({ ...wanted, ...patch });
    setFound(null);
  };
  const find = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const variables = { elementId: placeId, ...wanted, fields: [...fields], languageCode };
    const { data, error } = await client
      .query(replacementQuery, variables, { requestPolicy: 'network-only' })
      .toPromise();
    setBusy(false);
    setProblem(error === undefined ? null : problemOf(error));
    setFound(data?.textReplacement ?? null);
    setLeft(new Set(data?.textReplacement.edits.flatMap(({ problem: no }, at) => (no === null ? [] : at))));
  };
  const chosen = found?.edits.filter((_edit, at) => !left.has(at)) ?? [];
  const replace = async () => {
    setBusy(true);
    const outcome = await texts.edit(
      chosen.map(({ element, languageCode: code, actionId, field, path, before, after }) => ({
        elementId: element.id,
        languageCode: code,
        actionId,
        field,
        path,
        before,
        after,
      })),
    );
    setBusy(false);
    if (outcome.isDone) onClose();
    else setProblem(outcome.problem);
  };
  const toggle = (at: number) => {
    const next = new Set(left);
    if (!next.delete(at)) next.add(at);
    setLeft(next);
  };
  return {
    find,
    wanted,
    change,
    fields,
    setFields,
    setFound,
    languageCode,
    setLanguageCode,
    found,
    isBusy,
    problem,
    left,
    toggle,
    chosen,
    replace,
  };
}

interface ProposedEditsProps {
  readonly found: Found;
  readonly left: ReadonlySet<number>;
  readonly onToggle: (at: number) => void;
  readonly elementNames: ReturnType<typeof useElementNames>;
  readonly names: ReadonlyMap<string, string>;
}

function ProposedEdits({ found, left, onToggle, elementNames, names }: ProposedEditsProps) {
  const { t } = useTranslation('texts');
  return (
    <ul className="texts-changes plain-list" aria-label={t('changes')} tabIndex={0}>
      {found.edits.map((edit, at) => (
        <li
          key={`${edit.element.id} ${edit.actionId ?? ''} ${edit.languageCode} ${edit.field} ${edit.path ?? ''}`}
        >
          <Checkbox
            checked={!left.has(at)}
            disabled={edit.problem !== null}
            onChange={() => onToggle(at)}
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
  );
}
