/** What readers get of a document, page or zone in one language: its title and its actions, with what it inherits. */
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/query';
import { useQueryWithPreviousData } from '../../api/previous-data-query';
import { problemOf } from '../../api/change';
import { useRereadWithDrafts } from '../../api/draft-changes';
import { useRights } from '../../api/session';
import { draftQuery } from '../drafts/draft-documents';
import { Loading } from '../Loading';
import { NotFound } from '../NotFound';
import { ownNameOfPage } from '../page-name';
import { ProblemNotice } from '../ProblemNotice';
import { ActionList } from './ActionList';
import './content.css';
import { useContentWriter } from './content-writer';
import { contentQuery, type ContentTitle, inheritedQuery } from './documents';
import { TitleEditor } from './TitleEditor';

interface Props {
  /** The document, or the one that the element lies in. */
  readonly documentId: string;
  readonly nodeId: string;
  readonly languageCode: string;
  /** Told after each change that was saved, or refused. */
  readonly onChanged?: (() => void) | undefined;
}

export function ContentEditor({ documentId, nodeId, languageCode, onChanged: tellChange }: Props) {
  const { t } = useTranslation('content');
  const { mayWrite } = useRights();
  const [{ data, error }, readAgain] = useQueryWithPreviousData({
    query: contentQuery,
    variables: { id: nodeId },
  });
  const node = data?.node;
  const hasContent =
    node?.__typename === 'Document' || node?.__typename === 'Image' || node?.__typename === 'Zone';
  const [{ data: above }, readAboveAgain] = useQueryWithPreviousData({
    query: inheritedQuery,
    variables: { elementId: nodeId, languageCode },
    pause: node?.__typename !== 'Image' && node?.__typename !== 'Zone',
  });
  useRereadWithDrafts(readAgain);
  useRereadWithDrafts(readAboveAgain);
  const drafted = hasContent ? node.drafted : null;
  // What the bar above says is what happens, also while the texts of the draft are on their way.
  const [{ data: head }] = useQuery({
    query: draftQuery,
    variables: { id: documentId },
    requestPolicy: 'cache-first',
  });
  const hasDraft =
    head?.node?.__typename === 'Document' ? head.node.draft !== null : (drafted ?? null) !== null;
  const writer = useContentWriter(hasDraft ? documentId : null);
  const onChanged = () => {
    tellChange?.();
    readAgain({ requestPolicy: 'network-only' });
    if (hasContent && node.__typename !== 'Document') readAboveAgain({ requestPolicy: 'network-only' });
  };
  if (error !== undefined && data === undefined) {
    return (
      <ProblemNotice
        problem={problemOf(error)}
        onRetry={() => readAgain({ requestPolicy: 'network-only' })}
      />
    );
  }
  if (data === undefined) return <Loading />;
  if (!hasContent) return <NotFound />;
  const preview = above?.readerPreview.languageCode === languageCode ? above.readerPreview : null;
  const source = preview?.titleSource ?? null;
  const answeredIn = above === undefined || preview !== null ? null : above.readerPreview.languageCode;
  const nameOf = ({ name, type }: NonNullable<typeof source>) =>
    ownNameOfPage(name) === '' ? t(`theElements.${type}`) : name;
  const { titles, actions } = drafted ?? node;
  const titleIn = (code: string): ContentTitle | null =>
    titles.find((title) => title.languageCode === code) ?? null;
  return (
    <Stack gap="lg">
      <TitleEditor
        key={`${nodeId}:${languageCode}`}
        nodeId={nodeId}
        languageCode={languageCode}
        title={titleIn(languageCode)}
        writer={writer}
        inherited={
          preview === null || source?.id === nodeId
            ? null
            : { value: preview.title, from: source === null ? null : nameOf(source) }
        }
        mayWrite={mayWrite}
        onChanged={onChanged}
      />
      <ActionList
        key={`actions:${nodeId}:${languageCode}`}
        nodeId={nodeId}
        languageCode={languageCode}
        actions={actions}
        writer={writer}
        icons={[...node.icons, ...node.inheritedIcons]}
        alsoOffered={
          preview?.actions
            .filter((action) => action.source.id !== nodeId)
            .map(({ actionId, name, source: from }) => ({
              id: actionId,
              name,
              from: `${t(`elements.${from.type}`)} ${ownNameOfPage(from.name)}`.trim(),
            })) ?? []
        }
        answeredIn={answeredIn}
        titleIn={titleIn}
        mayWrite={mayWrite}
        onChanged={onChanged}
      />
    </Stack>
  );
}
