/** One application: its keys and state, its pictures, and searches with a picture. */
import { Button, Code, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { IconPhotoSearch, IconRefresh, IconTrash } from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import { useFormats } from '../../i18n/format';
import { Confirm } from '../../parts/dialogs/Confirm';
import { Copy } from '../../parts/Copy';
import { useTell } from '../../parts/tell';
import { type ApplicationRow, deleteApplication, rotateKeys, updateApplication } from './engine';
import './engine.css';
import { Playground } from './Playground';
import { References } from './References';
import { ThumbnailSwitch } from './ThumbnailSwitch';

interface Props {
  readonly application: ApplicationRow;
  readonly onChange: () => void;
}

export function ApplicationView({ application, onChange }: Props) {
  const { t } = useTranslation('engine');
  return (
    <Stack>
      <Facts application={application} onChange={onChange} />
      <References
        applicationId={application.id}
        keepsThumbnails={application.keepsThumbnails}
        onChange={onChange}
      />
      <Paper withBorder radius="lg" p="md">
        <Group gap="xs" mb="sm">
          <IconPhotoSearch size={22} aria-hidden />
          <Title order={3} size="h4">
            {t('try')}
          </Title>
        </Group>
        <Playground applicationId={application.id} hasPictures={application.keepsThumbnails} />
      </Paper>
    </Stack>
  );
}

type Question = 'rotate' | 'deactivate' | 'delete';

function Facts({ application, onChange }: Props) {
  const { t } = useTranslation('engine');
  const formats = useFormats();
  const { asked, questions, name, isActive, setActive, setAsked, month } = useQuestions(
    application,
    onChange,
  );
  const question = asked === null ? null : questions[asked];
  return (
    <Paper withBorder radius="lg" p="md">
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <Title order={2} size="h4" className="any-text">
          {name}
        </Title>
        <Switch
          label={t('active')}
          checked={isActive}
          onChange={(event) => {
            if (event.currentTarget.checked) void setActive(true);
            else setAsked('deactivate');
          }}
        />
      </Group>
      {!isActive && <Text size="sm">{t('inactiveText')}</Text>}
      {month !== undefined && (
        <Text size="sm" c="dimmed">
          {t('month', {
            month: month.month,
            searches: formats.number(month.searches),
            found: formats.number(month.searchesWithResult),
            added: formats.number(month.imagesAdded),
          })}
        </Text>
      )}
      {[
        { name: t('modifyKey'), key: application.modifyKey },
        { name: t('queryKey'), key: application.queryKey },
      ].map(({ name, key }) =>
        key === null ? null : (
          <Group key={name} gap="xs" mt="xs">
            <Text size="sm">{name}</Text>
            <Code className="any-text">{key}</Code>
            <Copy text={key} />
          </Group>
        ),
      )}
      <ThumbnailSwitch application={application} onChange={onChange} />
      <ApplicationTools onAsk={setAsked} />
      {question !== null && (
        <Confirm
          text={question.text}
          action={question.action}
          onClose={() => setAsked(null)}
          onYes={question.send}
        />
      )}
    </Paper>
  );
}

/** Questions before keys are new, or the application is off or gone. */
function useQuestions(application: Props['application'], onChange: Props['onChange']) {
  const { t } = useTranslation('engine');
  const formats = useFormats();
  const { tellProblem, tellDone } = useTell();
  const rotate = useChange(rotateKeys);
  const update = useChange(updateApplication);
  const remove = useChange(deleteApplication);
  const [asked, setAsked] = useState<Question | null>(null);
  const { id, name, isActive, referenceCount } = application;
  const month = application.months[0];
  const pictures = t('references', { count: referenceCount, number: formats.number(referenceCount) });
  const setActive = async (isActive: boolean) => {
    const outcome = await update({ id, patch: { isActive } });
    if (!outcome.isDone) tellProblem(outcome.problem);
  };
  const questions = {
    rotate: {
      text: t('rotateText'),
      action: t('rotate'),
      send: async () => {
        const outcome = await rotate({ id });
        if (!outcome.isDone) tellProblem(outcome.problem);
      },
    },
    deactivate: {
      text: t('deactivateText', { name, pictures }),
      action: t('deactivate'),
      send: () => setActive(false),
    },
    delete: {
      text: t('deleteText', { name, pictures }),
      action: t('delete'),
      send: async () => {
        const outcome = await remove({ id });
        if (outcome.isDone) tellDone(t('deleted', { name }));
        else tellProblem(outcome.problem);
        onChange();
      },
    },
  };
  return { asked, questions, name, isActive, setActive, setAsked, month };
}

function ApplicationTools({ onAsk }: { readonly onAsk: (next: Question | null) => void }) {
  const { t } = useTranslation('engine');
  return (
    <Group mt="md" gap="xs">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => onAsk('rotate')}
      >
        {t('rotate')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => onAsk('delete')}
      >
        {t('delete')}
      </Button>
    </Group>
  );
}
