/** Find and replace in titles, names of actions and what they open: every change is shown before one is made. */
import { Button, Checkbox, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
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

const FIELDS = ['Title', 'ActionName', 'ActionTarget'] as const;
type Field = (typeof FIELDS)[number];

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
  const client = useClient();
  const formats = useFormats();
  const names = formats.languages(languages);
  const elementNames = useElementNames();
  const [wanted, setWanted] = useState({ find: '', replacement: '', matchesCase: false });
  const [fields, setFields] = useState<readonly Field[]>(FIELDS);
  const [languageCode, setLanguageCode] = useState<string | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const change = (patch: Partial<typeof wanted>) => {
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
          <Group grow align="flex-start">
            <TextInput
              label={t('find')}
              value={wanted.find}
              onChange={(event) => change({ find: event.currentTarget.value })}
              maxLength={500}
              required
              data-autofocus
            />
            <TextInput
              label={t('replacement')}
              value={wanted.replacement}
              onChange={(event) => change({ replacement: event.currentTarget.value })}
            />
          </Group>
          <Group gap="md" align="flex-end">
            <Checkbox.Group
              label={t('lookIn')}
              value={[...fields]}
              onChange={(value) => {
                setFields(FIELDS.filter((field) => value.includes(field)));
                setFound(null);
              }}
            >
              <Group gap="md" mt={6}>
                {FIELDS.map((field) => (
                  <Checkbox key={field} value={field} label={t(`fields.${field}`)} />
                ))}
              </Group>
            </Checkbox.Group>
            <Checkbox
              label={t('matchesCase')}
              checked={wanted.matchesCase}
              onChange={(event) => change({ matchesCase: event.currentTarget.checked })}
            />
            {languages.length > 1 && (
              <Select
                label={t('language')}
                placeholder={t('allLanguages')}
                data={languages.map((code) => ({ value: code, label: names.get(code) ?? code }))}
                value={languageCode}
                onChange={(code) => {
                  setLanguageCode(code);
                  setFound(null);
                }}
                clearable
                clearButtonProps={{ 'aria-label': t('allLanguages') }}
                w={190}
              />
            )}
            <Button
              type="submit"
              variant={found === null ? 'filled' : 'default'}
              loading={isBusy && found === null}
              disabled={wanted.find === '' || fields.length === 0}
            >
              {t('search')}
            </Button>
          </Group>
          {problem !== null && <ProblemNotice problem={problem} />}
          {found !== null && (
            <Text role="status" size="sm">
              {found.total === 0 ? t('nothingFound') : t('found', { count: found.total })}
              {found.total > found.edits.length && ` ${t('firstShown', { count: found.edits.length })}`}
            </Text>
          )}
          {found !== null && found.edits.length > 0 && (
            <ul className="texts-changes plain-list" aria-label={t('changes')} tabIndex={0}>
              {found.edits.map((edit, at) => (
                <li
                  key={`${edit.element.id} ${edit.actionId ?? ''} ${edit.languageCode} ${edit.field} ${edit.path ?? ''}`}
                >
                  <Checkbox
                    checked={!left.has(at)}
                    disabled={edit.problem !== null}
                    onChange={() => toggle(at)}
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
