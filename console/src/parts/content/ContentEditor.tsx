/** The content of a document, page or zone in one language, as readers get it: its title and its actions, with what it inherits. */
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useQueryData } from '../../api/query';
import { useRereadWithDrafts } from '../../api/draft-changes';
import type { ResultOf } from '../../api/graphql';
import { useRights } from '../../api/session';
import { useHasDraft } from '../drafts/use-has-draft';
import { Loading } from '../Loading';
import { NotFound } from '../NotFound';
import { ownNameOfPage } from '../page-name';
import { ProblemNotice } from '../ProblemNotice';
import { ActionList } from './ActionList';
import './content.css';
import { useContentWriter } from './content-writer';
import { type ContentTitle, inheritedQuery } from './documents';
import { TitleEditor } from './TitleEditor';
import type { ActionFormProps } from './use-action-form';
import { useElementContent } from './use-element-content';

const NO_PAGES: ActionFormProps['pages'] = [];

interface Props {
  /** The document, or the one that the element lies in. */
  readonly documentId: string;
  readonly nodeId: string;
  /** The page of a zone that only the draft has; null for what readers get. */
  readonly addedTo?: string | null | undefined;
  readonly languageCode: string;
  /** All pages of the document, where the element is one of them. */
  readonly pages?: ActionFormProps['pages'];
  /** Told after each change that was saved, or refused. */
  readonly onChanged?: (() => void) | undefined;
}

export function ContentEditor({
  documentId,
  nodeId,
  addedTo = null,
  languageCode,
  pages = NO_PAGES,
  onChanged: tellChange,
}: Props) {
  const { mayWrite } = useRights();
  const { content, problem, readAgain } = useElementContent(nodeId, addedTo);
  const isDocument = content?.isDocument !== false;
  const { inherited, answeredIn, alsoOffered, readAboveAgain } = useAbove(nodeId, languageCode, isDocument);
  const hasDraft = useHasDraft(documentId) ?? content?.isInDraft === true;
  const writer = useContentWriter(hasDraft ? documentId : null);
  const onChanged = () => {
    tellChange?.();
    readAgain();
    if (!isDocument) readAboveAgain();
  };
  if (problem !== null) return <ProblemNotice problem={problem} onRetry={readAgain} />;
  if (content === undefined) return <Loading />;
  if (content === null) return <NotFound />;
  const { titles, actions, icons } = content;
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
        inherited={inherited}
        mayWrite={mayWrite}
        onChanged={onChanged}
      />
      <ActionList
        key={`actions:${nodeId}:${languageCode}`}
        nodeId={nodeId}
        languageCode={languageCode}
        actions={actions}
        writer={writer}
        icons={icons}
        alsoOffered={alsoOffered}
        answeredIn={answeredIn}
        titleIn={titleIn}
        pages={pages}
        mayWrite={mayWrite}
        onChanged={onChanged}
      />
    </Stack>
  );
}

/** The reader's view of the element as it is written, with what comes from the elements above. */
function useAbove(nodeId: string, languageCode: string, isDocument: boolean) {
  const { t } = useTranslation('content');
  const [{ data: above }, again] = useQueryData({
    query: inheritedQuery,
    variables: { elementId: nodeId, languageCode },
    pause: isDocument,
  });
  useRereadWithDrafts(again);
  const preview = above?.readerPreview.languageCode === languageCode ? above.readerPreview : null;
  const answeredIn = above === undefined || preview !== null ? null : above.readerPreview.languageCode;
  const nameOf = ({ name, type }: Source) => (ownNameOfPage(name) === '' ? t(`theElements.${type}`) : name);
  const source = preview?.titleSource ?? null;
  const inherited =
    preview === null || source?.id === nodeId
      ? null
      : { value: preview.title, from: source === null ? null : nameOf(source) };
  const alsoOffered =
    preview?.actions
      .filter((action) => action.source.id !== nodeId)
      .map(({ actionId, name, source: from }) => ({
        id: actionId,
        name,
        from: `${t(`elements.${from.type}`)} ${ownNameOfPage(from.name)}`.trim(),
      })) ?? [];
  const readAboveAgain = () => again({ requestPolicy: 'network-only' });
  return { inherited, answeredIn, alsoOffered, readAboveAgain };
}

type Source = NonNullable<ResultOf<typeof inheritedQuery>['readerPreview']['titleSource']>;
