/** Single pictures that are recognized by themselves: a grid with names, texts and keywords. */
import {
  Badge,
  Button,
  FileButton,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconPhoto, IconPhotoPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { problemOf, useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useRights, useViewer } from '../../api/session';
import { Confirm } from '../../parts/Confirm';
import { EmptyState } from '../../parts/EmptyState';
import { Loading } from '../../parts/Loading';
import { Pager } from '../../parts/Pager';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { useTell } from '../../parts/tell';
import { FormDialog } from '../administration/FormDialog';
import { mistakeAt, restOf } from '../administration/mistakes';
import { createPicture, deletePicture, type PictureRow, picturesQuery, updatePicture } from './pictures';
import './pictures.css';

const TYPES = 'image/jpeg,image/png,image/gif';

export function PicturesScreen() {
  const { t } = useTranslation('pictures');
  const { organization } = useViewer();
  const { mayWrite } = useRights();
  const { tellDone, tellProblem } = useTell();
  const create = useChange(createPicture);
  const remove = useChange(deletePicture);
  const [after, setAfter] = useState<readonly string[]>([]);
  const [edited, setEdited] = useState<PictureRow | null>(null);
  const [removed, setRemoved] = useState<PictureRow | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [{ data, error }, again] = useQuery({
    query: picturesQuery,
    variables: { organizationId: organization.id, after: after.at(-1) ?? null },
  });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const addAll = async (files: readonly File[]) => {
    setBusy(true);
    for (const file of files) {
      const name = file.name.replace(/\.[^.]+$/, '');
      const outcome = await create({ input: { organizationId: organization.id, name }, file });
      if (!outcome.isDone) tellProblem(outcome.problem);
    }
    setBusy(false);
    refresh();
  };
  const pictures = data?.organization.pictures;
  const add = (
    <FileButton
      accept={TYPES}
      multiple
      onChange={(files) => void addAll(files)}
      inputProps={{ 'aria-label': t('add') }}
    >
      {(props) => (
        <Button {...props} loading={isBusy} leftSection={<IconPhotoPlus size={18} aria-hidden />}>
          {t('add')}
        </Button>
      )}
    </FileButton>
  );
  return (
    <Screen title={t('title')} text={t('text')} actions={mayWrite ? add : undefined}>
      {error !== undefined && <ProblemNotice problem={problemOf(error)} onRetry={refresh} />}
      {pictures === undefined && error === undefined && <Loading />}
      {pictures?.nodes.length === 0 && (
        <EmptyState icon={IconPhoto} title={t('empty.title')} text={t('empty.text')} />
      )}
      <SimpleGrid cols={{ base: 2, sm: 3, md: 4, xl: 6 }}>
        {pictures?.nodes.map((picture) => (
          <Paper key={picture.id} withBorder radius="lg" p="sm" component="article" aria-label={picture.name}>
            {picture.bigThumbnailUrl !== null && (
              <img className="picture-thumbnail" src={picture.bigThumbnailUrl} alt="" loading="lazy" />
            )}
            <Text fw={600} mt="xs" className="one-line">
              {picture.name}
            </Text>
            {!picture.recognizability.isRecognizable && (
              <Text size="sm" c="var(--mantine-color-error)">
                {t('unrecognizable')}
              </Text>
            )}
            <Group gap={4} my={6}>
              {picture.keywords.map((keyword) => (
                <Badge key={keyword} variant="default" tt="none">
                  {keyword}
                </Badge>
              ))}
            </Group>
            {mayWrite && (
              <Group gap="xs">
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setEdited(picture)}
                  aria-label={t('editOf', { name: picture.name })}
                >
                  {t('edit')}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setRemoved(picture)}
                  aria-label={t('removeOf', { name: picture.name })}
                >
                  {t('remove')}
                </Button>
              </Group>
            )}
          </Paper>
        ))}
      </SimpleGrid>
      <Pager
        after={after}
        pageInfo={pictures?.pageInfo}
        onStep={setAfter}
        back={t('back')}
        next={t('next')}
      />
      {edited !== null && <PictureDialog picture={edited} onClose={() => setEdited(null)} />}
      {removed !== null && (
        <Confirm
          text={t('removeText', { name: removed.name })}
          action={t('remove')}
          onClose={() => setRemoved(null)}
          onYes={async () => {
            const outcome = await remove({ id: removed.id, ifVersion: removed.version });
            if (outcome.isDone) tellDone(t('removed', { name: removed.name }));
            else tellProblem(outcome.problem);
            refresh();
          }}
        />
      )}
    </Screen>
  );
}

function PictureDialog({ picture, onClose }: { readonly picture: PictureRow; readonly onClose: () => void }) {
  const { t } = useTranslation('pictures');
  const update = useChange(updatePicture);
  const [name, setName] = useState(picture.name);
  const [data, setData] = useState(picture.data ?? '');
  const [keywords, setKeywords] = useState<string[]>([...picture.keywords]);
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <FormDialog
      title={t('edit')}
      action={t('save')}
      isReady={name.trim() !== ''}
      problem={restOf(problem, ['name', 'data', 'keywords'])}
      onClose={onClose}
      onSend={async () => {
        const patch = { name: name.trim(), data, keywords };
        const outcome = await update({ id: picture.id, patch, ifVersion: picture.version });
        if (outcome.isDone) onClose();
        else setProblem(outcome.problem);
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={mistakeAt(problem, 'name')}
          dir="auto"
          data-autofocus
        />
        <Textarea
          label={t('data')}
          description={t('dataText')}
          value={data}
          onChange={(event) => setData(event.currentTarget.value)}
          error={mistakeAt(problem, 'data')}
          autosize
          minRows={2}
          dir="auto"
        />
        <TagsInput
          label={t('keywords')}
          description={t('keywordsText')}
          value={keywords}
          onChange={setKeywords}
          error={mistakeAt(problem, 'keywords')}
        />
      </Stack>
    </FormDialog>
  );
}
