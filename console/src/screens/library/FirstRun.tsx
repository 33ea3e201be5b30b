/** From nothing to the first scan: what is done, and the way to what comes next. Gone when all is done, or put away. */
import {
  Anchor,
  Button,
  CloseButton,
  Group,
  List,
  Paper,
  Text,
  ThemeIcon,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { graphql, type ResultOf } from '../../api/graphql';
import { useQueryData } from '../../api/query';
import { useRights, useViewer } from '../../api/session';
import { useStore } from '../../api/store';
import { treeChanges } from '../../api/tree-changes';
import { IconCheck, IconPhotoScan } from '../../parts/icons/icons';

const firstRunQuery = graphql(`
  query FirstRun($organizationId: ID!, $isAdministrator: Boolean!) {
    organization(id: $organizationId) {
      id
      documents(first: 5, isRecursive: true, orderBy: { field: UPDATED_AT, direction: DESC }) {
        totalCount
        nodes {
          id
          status
          actionCount
          imagesConnection(first: 1) {
            nodes {
              id
            }
          }
        }
      }
      publishableKeys @include(if: $isAdministrator) {
        id
      }
    }
  }
`);

/** An editor with more documents than these knows the way. */
const BEGINNERS_DOCUMENTS = 5;

interface Step {
  readonly name: 'upload' | 'write' | 'preview' | 'activate' | 'code';
  readonly isDone: boolean;
  /** null for what is done on this screen. */
  readonly to: string | null;
}

const isLive = ({ status }: { readonly status: string }) => status === 'ACTIVE';

function stepsOf(
  { documents, publishableKeys }: ResultOf<typeof firstRunQuery>['organization'],
  mayAdminister: boolean,
): readonly Step[] {
  const [first] = documents.nodes;
  const hasActions = documents.nodes.some(({ actionCount }) => actionCount > 0);
  const isActive = documents.nodes.some(isLive);
  const document = first === undefined ? null : `/documents/${first.id}`;
  const firstPage = first?.imagesConnection.nodes[0];
  const page = firstPage === undefined ? document : `/pages/${firstPage.id}/preview`;
  return [
    { name: 'upload', isDone: first !== undefined, to: null },
    { name: 'write', isDone: hasActions, to: document },
    { name: 'preview', isDone: isActive, to: page },
    { name: 'activate', isDone: isActive, to: document },
    ...(mayAdminister
      ? [
          {
            name: 'code' as const,
            isDone: (publishableKeys ?? []).length > 0,
            to: '/administration?tab=keys',
          },
        ]
      : []),
  ];
}

export function FirstRun({ onUpload }: { readonly onUpload: () => void }) {
  const { t } = useTranslation('library');
  const { id: userId, organization } = useViewer();
  const { mayWrite, mayAdminister } = useRights();
  const key = `loupe.first-run:${userId}`;
  const [isPutAway, setPutAway] = useState(() => localStorage.getItem(key) !== null);
  const [{ data }, again] = useQueryData({
    query: firstRunQuery,
    variables: { organizationId: organization.id, isAdministrator: mayAdminister },
    pause: isPutAway || !mayWrite,
  });
  const changes = useStore(treeChanges);
  useEffect(() => {
    if (changes > 0) again({ requestPolicy: 'network-only' });
  }, [changes, again]);
  if (isPutAway || !mayWrite || data === undefined) return null;
  const { documents } = data.organization;
  const isActive = documents.nodes.some(isLive);
  const steps = stepsOf(data.organization, mayAdminister);
  const next = steps.find(({ isDone }) => !isDone);
  if (next === undefined || documents.totalCount > BEGINNERS_DOCUMENTS) return null;
  const putAway = () => {
    localStorage.setItem(key, 'yes');
    setPutAway(true);
  };
  return (
    <Paper
      component="section"
      aria-label={t('firstRun.title')}
      withBorder
      radius="lg"
      p="md"
      mx="md"
      mb="sm"
      maw={720}
    >
      <FirstRunHead onPutAway={putAway} />
      <List spacing={6} listStyleType="none" center>
        {steps.map((step, at) => (
          <List.Item key={step.name} icon={<Sign number={at + 1} isDone={step.isDone} />}>
            <Line step={step} isNext={step === next} onUpload={onUpload} />
          </List.Item>
        ))}
      </List>
      {isActive && <TryLink />}
    </Paper>
  );
}

function TryLink() {
  const { t } = useTranslation('library');
  return (
    <Button
      component={Link}
      to="/try"
      variant="light"
      mt="sm"
      size="xs"
      leftSection={<IconPhotoScan size={16} aria-hidden />}
    >
      {t('firstRun.try')}
    </Button>
  );
}

function FirstRunHead({ onPutAway }: { readonly onPutAway: () => void }) {
  const { t } = useTranslation('library');
  return (
    <Group justify="space-between" wrap="nowrap" mb="xs">
      <Title order={2} size="h5">
        {t('firstRun.title')}
      </Title>
      <CloseButton aria-label={t('firstRun.close')} onClick={onPutAway} />
    </Group>
  );
}

function Sign({ number, isDone }: { readonly number: number; readonly isDone: boolean }) {
  return (
    <ThemeIcon
      size={24}
      radius="xl"
      variant={isDone ? 'filled' : 'light'}
      color={isDone ? 'teal' : 'ink'}
      aria-hidden
    >
      {isDone ? <IconCheck size={16} /> : number}
    </ThemeIcon>
  );
}

interface LineProps {
  readonly step: Step;
  readonly isNext: boolean;
  readonly onUpload: () => void;
}

function Line({ step: { name, isDone, to }, isNext, onUpload }: LineProps) {
  const { t } = useTranslation('library');
  const words = t(`firstRun.${name}`);
  if (isDone || (!isNext && to === null)) {
    return (
      <Text span size="sm" {...(isDone ? { c: 'dimmed' } : {})}>
        {words}
        {isDone && <VisuallyHidden> ({t('firstRun.done')})</VisuallyHidden>}
      </Text>
    );
  }
  if (to === null) {
    return (
      <Anchor component="button" type="button" size="sm" onClick={onUpload}>
        {words}
      </Anchor>
    );
  }
  const [path = '', search = ''] = to.split('?');
  return (
    <Anchor
      component={Link}
      to={path}
      search={Object.fromEntries(new URLSearchParams(search)) as never}
      size="sm"
      {...(isNext ? { fw: 600 } : {})}
    >
      {words}
    </Anchor>
  );
}
