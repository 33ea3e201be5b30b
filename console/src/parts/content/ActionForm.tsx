/** One action: what it does, its name, its icon and look. Checked while it is typed; a draft until it is saved. */
import { Button, Drawer, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogFooter } from '../dialogs/DialogFooter';
import type { Problem } from '../../api/graphql';
import { ConflictNotice } from '../editing/ConflictNotice';
import { ProblemNotice } from '../ProblemNotice';
import { ALWAYS, useWindowWords } from '../window/time-window';
import { mistakeOf } from '../window/WindowDialog';
import { WindowInput } from '../window/WindowInput';
import { ActionFields } from './ActionFields';
import type { ContentAction } from './documents';
import { Folded } from './Folded';
import { FoldedRules } from './FoldedRules';
import { IconPicker } from './IconPicker';
import { LookEditor } from './LookEditor';
import { useLooks } from './looks';
import { type ActionType, actionTypes, summaryOf } from './shapes';
import { contentOf } from './target';
import { TypeSign } from './TypeSign';
import { type Form, type ActionFormProps, useActionForm } from './use-action-form';

export function ActionForm(props: ActionFormProps) {
  const { nodeId, action, icons, pages, onClose, onSaved } = props;
  const { t } = useTranslation('content');
  const { save, problem, form, set, nameMistake, pagesMistake, shown, draft, setProblem, setAsked, isBusy } =
    useActionForm(props);
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
      size="min(100%, 520px)"
      // The page stays in sight: the action belongs to it.
      overlayProps={{ backgroundOpacity: 0 }}
      classNames={{ content: 'action-drawer' }}
      title={t(action === null ? 'newAction' : 'editAction')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <MainFields
            {...{ form, nameMistake, mistakeOfServer, shown, nodeId, icons, onSaved }}
            onChange={set}
          />
          {action === null && pages.length > 1 && (
            <PagesField {...{ nodeId, pages, form }} mistake={pagesMistake} onChange={set} />
          )}
          {form.type === 'URL' && (
            <FoldedRules form={form} action={action} problem={problem} onChange={set} />
          )}
          <FoldedLook nodeId={nodeId} form={form} onChange={set} />
          <FoldedWindow form={form} mistake={mistakeOf(problem)} onChange={set} />
          {isOvertaken && <Overtaken action={action} draft={draft} onProblem={setProblem} />}
          {problem !== null && !isOvertaken && <ProblemNotice problem={problem} />}
          {draft.isChanged && (
            <Text size="xs" c="dimmed" role="status">
              {t('draftKept')}
            </Text>
          )}
          <FormEnd
            onClose={onClose}
            draft={draft}
            onProblem={setProblem}
            onAsked={setAsked}
            isBusy={isBusy}
            isOvertaken={isOvertaken}
          />
        </Stack>
      </form>
    </Drawer>
  );
}

interface PagesProps extends Pick<ActionFormProps, 'nodeId' | 'pages'> {
  readonly form: Form;
  readonly mistake: string | undefined;
  readonly onChange: (what: Partial<Form>) => void;
}

/** The pages that get a new action: the shown one at first. */
function PagesField({ nodeId, pages, form, mistake, onChange }: PagesProps) {
  const { t } = useTranslation('content');
  return (
    <TextInput
      label={t('pages')}
      description={t('pagesText')}
      value={form.pages ?? String(pages.find(({ id }) => id === nodeId)?.order ?? '')}
      onChange={(event) => onChange({ pages: event.currentTarget.value })}
      error={mistake}
    />
  );
}

interface FormEndProps {
  readonly onClose: () => void;
  readonly draft: ReturnType<typeof useActionForm>['draft'];
  readonly onProblem: (next: Problem | null) => void;
  readonly onAsked: (next: boolean) => void;
  readonly isBusy: boolean;
  readonly isOvertaken: boolean;
}

function FormEnd({ onClose, draft, onProblem, onAsked, isBusy, isOvertaken }: FormEndProps) {
  const { t } = useTranslation('content');
  return (
    <DialogFooter
      onClose={onClose}
      closeText={t('common:close')}
      before={
        draft.isChanged && (
          <Button
            variant="subtle"
            onClick={() => {
              draft.discard();
              onProblem(null);
              onAsked(false);
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
  );
}

interface OvertakenProps extends Pick<FormEndProps, 'draft' | 'onProblem'> {
  readonly action: ContentAction | null;
}

function Overtaken({ action, draft, onProblem }: OvertakenProps) {
  return (
    <ConflictNotice
      theirs={action === null ? null : `${action.name} · ${summaryOf(contentOf(action.type, action.target))}`}
      draft={draft}
      version={action?.version ?? null}
      onDecided={() => onProblem(null)}
    />
  );
}

interface LookProps {
  readonly nodeId: string;
  readonly form: Form;
  readonly onChange: (what: Partial<Form>) => void;
}

/** Most actions look as their element says: a look of its own is open, none is folded. */
function FoldedLook({ nodeId, form, onChange }: LookProps) {
  const { t } = useTranslation('content');
  const { given } = useLooks(nodeId);
  return (
    <Folded title={t('look.title')} isOpenAtFirst={form.style !== null && form.style !== ''}>
      <LookEditor
        style={form.style}
        inherited={given('ActionStyle')}
        sample={form.name}
        onChange={(style) => onChange({ style })}
      />
    </Folded>
  );
}

interface WindowProps extends Omit<LookProps, 'nodeId'> {
  readonly mistake: string | undefined;
}

/** Most actions are always shown: times are open where there are any, or where they are refused. */
function FoldedWindow({ form, mistake, onChange }: WindowProps) {
  const { t } = useTranslation('window');
  const { inWords } = useWindowWords();
  const window = form.timeWindow ?? null;
  return (
    <Folded
      title={`${t('title')}: ${inWords(window)}`}
      isOpenAtFirst={window !== null}
      isRefused={mistake !== undefined}
    >
      <WindowInput
        value={window ?? ALWAYS}
        mistake={mistake}
        onChange={(timeWindow) => onChange({ timeWindow })}
      />
    </Folded>
  );
}

interface TypeChoiceProps {
  readonly type: ActionType;
  readonly onChange: (type: ActionType) => void;
}

/** All kinds at once, each with its sign. */
function TypeChoice({ type, onChange }: TypeChoiceProps) {
  const { t } = useTranslation('content');
  const types = [...actionTypes, ...(type === 'RAW' ? (['RAW'] as const) : [])];
  return (
    <Radio.Group label={t('type')} value={type} onChange={onChange}>
      <div className="type-choice">
        {types.map((value) => (
          <Radio.Card key={value} value={value} className="type-card">
            <TypeSign type={value} />
            <Text size="xs" span>
              {t(`types.${value}`)}
            </Text>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}

interface MainFieldsProps {
  readonly form: Form;
  readonly onChange: (what: Partial<Form>) => void;
  readonly nameMistake: string | undefined;
  readonly mistakeOfServer: (field: string) => string | undefined;
  readonly shown: Readonly<Record<string, string>>;
  readonly nodeId: ActionFormProps['nodeId'];
  readonly icons: ActionFormProps['icons'];
  readonly onSaved: ActionFormProps['onSaved'];
}

function MainFields({
  form,
  onChange,
  nameMistake,
  mistakeOfServer,
  shown,
  nodeId,
  icons,
  onSaved,
}: MainFieldsProps) {
  const { t } = useTranslation('content');
  return (
    <>
      <TypeChoice type={form.type} onChange={(type) => onChange({ type })} />
      <TextInput
        label={t('actionName')}
        description={t('actionNameText')}
        value={form.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={nameMistake ?? mistakeOfServer('name')}
        withAsterisk
        dir="auto"
        data-autofocus
      />
      {form.type === 'RAW' ? (
        <Textarea
          label={t('types.RAW')}
          value={form.raw}
          onChange={(event) => onChange({ raw: event.currentTarget.value })}
          autosize
          minRows={4}
        />
      ) : (
        <ActionFields
          type={form.type}
          content={form.content}
          mistakes={shown}
          onChange={(content) => onChange({ content })}
        />
      )}
      <IconPicker
        nodeId={nodeId}
        icons={icons}
        value={form.iconId}
        onChange={(iconId) => onChange({ iconId })}
        onMade={() => onSaved()}
      />
    </>
  );
}
