/** One action: what it does, its name, its icon and look. Checked while it is typed; a draft until it is saved. */
import { Button, Collapse, Drawer, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogFooter } from '../DialogFooter';
import type { Problem } from '../../api/graphql';
import { ConflictNotice } from '../ConflictNotice';
import { useDraft } from '../draft';
import { IconChevronDown } from '../icons/icons';
import { ProblemNotice } from '../ProblemNotice';
import { undoRow } from '../undo';
import { ActionFields } from './ActionFields';
import type { ContentWriter } from './content-writer';
import type { ContentAction, ContentIcon } from './documents';
import { IconPicker } from './IconPicker';
import { LookEditor } from './LookEditor';
import { useLooks } from './looks';
import {
  type ActionType,
  actionTypes,
  type Content,
  contentToSend,
  mistakesOf,
  parseContent,
  summaryOf,
} from './shapes';

interface Form {
  readonly type: ActionType;
  readonly name: string;
  readonly content: Content;
  /** Of RAW, which may be any text. */
  readonly raw: string;
  readonly iconId: string | null;
  readonly style: string | null;
}

interface Props {
  readonly nodeId: string;
  readonly languageCode: string;
  /** As it is saved now; null for a new one. */
  readonly action: ContentAction | null;
  readonly writer: ContentWriter;
  /** Place of a new one among the others. */
  readonly nextOrder: number;
  readonly icons: readonly ContentIcon[];
  readonly onClose: () => void;
  /** @param id of what was saved; absent where the list is to be read again for another reason */
  readonly onSaved: (id?: string) => void;
}

function formOf(action: ContentAction | null): Form {
  if (action === null) return { type: 'URL', name: '', content: {}, raw: '', iconId: null, style: null };
  const { type, name, content, iconId, style } = action;
  return { type, name, content: type === 'RAW' ? {} : parseContent(content), raw: content, iconId, style };
}

export function ActionForm({
  nodeId,
  languageCode,
  action,
  writer,
  nextOrder,
  icons,
  onClose,
  onSaved,
}: Props) {
  const { t } = useTranslation('content');
  const { given } = useLooks(nodeId);
  const name = action === null ? `action:new:${nodeId}:${languageCode}` : `action:${action.id}`;
  const draft = useDraft<Form>(name, formOf(action), action?.version ?? null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const form = draft.value;
  // Most actions look as their element says: a look of its own is open, none is folded.
  const [isLookOpen, look] = useDisclosure(form.style !== null && form.style !== '');
  const mistakes = mistakesOf(form.type, form.content);
  const shown = isAsked ? mistakes : withoutMissing(mistakes);
  const nameMistake = isAsked && form.name.trim() === '' ? t('mistakes.required') : undefined;
  const set = (what: Partial<Form>) => draft.set({ ...form, ...what });

  const save = async () => {
    setAsked(true);
    if (isBusy || form.name.trim() === '' || Object.keys(mistakes).length > 0) return;
    setBusy(true);
    const outcome = await draft.send(
      async (typed, base) => {
        const { type, iconId, style } = typed;
        const content = type === 'RAW' ? typed.raw : JSON.stringify(contentToSend(type, typed.content));
        const values = { name: typed.name, type, content, iconId, style };
        return action === null
          ? writer.createAction({ ...values, nodeId, languageCode, order: nextOrder })
          : writer.updateAction(action.id, values, base);
      },
      ({ id }) => `action:${id}`,
    );
    setBusy(false);
    if (!outcome.isDone) {
      setProblem(outcome.problem);
      onSaved();
      return;
    }
    undoRow.push({ text: t('actionSaved'), undo: () => takeBack(outcome.value) });
    onSaved(outcome.value.id);
    if (draft.isLeft()) setProblem(null);
    else onClose();
  };
  /** Back to how it was before it was saved. */
  const takeBack = async ({ id, version }: { readonly id: string; readonly version: string }) => {
    const undone =
      action === null
        ? await writer.deleteAction(id, version)
        : await writer.updateAction(
            id,
            {
              name: action.name,
              type: action.type,
              content: action.content,
              iconId: action.iconId,
              style: action.style,
            },
            version,
          );
    onSaved();
    return undone;
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const isOvertaken = problem?.code === 'CHANGED_MEANWHILE' || problem?.code === 'NOT_FOUND';
  const mistakeOfServer = (field: string) =>
    problem?.fields?.find(({ path }) => path.endsWith(field))?.messages.join(' ');
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t(action === null ? 'newAction' : 'editAction')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <Select
            label={t('type')}
            value={form.type}
            data={[...actionTypes, ...(form.type === 'RAW' ? (['RAW'] as const) : [])].map((value) => ({
              value,
              label: t(`types.${value}`),
            }))}
            onChange={(value) => value !== null && set({ type: value })}
            allowDeselect={false}
            comboboxProps={{ withinPortal: true }}
          />
          <TextInput
            label={t('actionName')}
            description={t('actionNameText')}
            value={form.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={nameMistake ?? mistakeOfServer('name')}
            withAsterisk
            dir="auto"
            data-autofocus
          />
          {form.type === 'RAW' ? (
            <Textarea
              label={t('types.RAW')}
              value={form.raw}
              onChange={(event) => set({ raw: event.currentTarget.value })}
              autosize
              minRows={4}
            />
          ) : (
            <ActionFields
              type={form.type}
              content={form.content}
              mistakes={shown}
              onChange={(content) => set({ content })}
            />
          )}
          <IconPicker
            nodeId={nodeId}
            icons={icons}
            value={form.iconId}
            onChange={(iconId) => set({ iconId })}
            onMade={() => onSaved()}
          />
          <div>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={look.toggle}
              aria-expanded={isLookOpen}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              {t('look.title')}
            </Button>
            <Collapse expanded={isLookOpen}>
              <LookEditor
                style={form.style}
                inherited={given('ActionStyle')}
                sample={form.name}
                onChange={(style) => set({ style })}
              />
            </Collapse>
          </div>
          {isOvertaken && (
            <ConflictNotice
              theirs={action === null ? null : `${action.name} · ${summaryOf(parseContent(action.content))}`}
              onTakeTheirs={() => {
                draft.discard();
                setProblem(null);
              }}
              onKeepMine={() => {
                draft.rebase(action?.version ?? null);
                setProblem(null);
              }}
            />
          )}
          {problem !== null && !isOvertaken && <ProblemNotice problem={problem} />}
          {draft.isChanged && (
            <Text size="xs" c="dimmed" role="status">
              {t('draftKept')}
            </Text>
          )}
          <DialogFooter
            onClose={onClose}
            closeText={t('common:close')}
            before={
              draft.isChanged && (
                <Button
                  variant="subtle"
                  onClick={() => {
                    draft.discard();
                    setProblem(null);
                    setAsked(false);
                  }}
                >
                  {t('discard')}
                </Button>
              )
            }
          >
            <Button type="submit" loading={isBusy} disabled={isOvertaken}>
              {t('save')}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
    </Drawer>
  );
}

/** Missing fields show on saving; wrong ones at once. */
function withoutMissing(mistakes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(mistakes).filter(([, mistake]) => mistake !== 'required' && mistake !== 'placeMissing'),
  );
}
