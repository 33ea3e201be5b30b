/** A document: its pages, and what readers get of each in every language. */
import { Alert, Progress, Text } from '@mantine/core';
import { IconAlertTriangle } from '../../parts/icons/icons';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLongList } from '../../api/pages';
import { useQueryWithPreviousData } from '../../api/previous-data-query';
import { problemOf } from '../../api/change';
import { documentWatch, isUnderWay } from '../../api/document-watch';
import { useStore } from '../../api/store';
import { treeChanges } from '../../api/tree-changes';
import { sentenceOf } from '../../i18n/server-words';
import { CommentsPanel } from '../../parts/comments/CommentsPanel';
import { useComments } from '../../parts/comments/use-comments';
import { DraftBar } from '../../parts/drafts/DraftBar';
import { Loading } from '../../parts/Loading';
import { NotFound } from '../../parts/NotFound';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTabTitle } from '../../parts/Screen';
import { ProposalBar } from '../proposals/ProposalBar';
import './document.css';
import { DocumentHeader } from './DocumentHeader';
import { documentPagesQuery, pickPages } from './document-pages';
import { documentQuery } from './documents';
import { LanguageTabs } from './LanguageTabs';
import { PageStrip } from './PageStrip';
import { PageView } from './PageView';

export function DocumentScreen() {
  const { t } = useTranslation('document');
  const { documentId = '' } = useParams({ strict: false });
  const { page: pageId } = useSearch({ strict: false });
  const { problem, isLoading, document, isAllRead, read } = useDocument(documentId);
  useRereading(documentId, document !== null && isUnderWay(document), read);
  useTabTitle(document?.name ?? t('title'));

  if (problem !== null) return <ProblemNotice problem={problem} onRetry={read} />;
  if (isLoading) return <Loading shape="page" />;
  if (document === null) return <NotFound />;
  const page = document.images.find(({ id }) => id === pageId) ?? null;
  if (page === null && pageId !== undefined && !isAllRead) return <Loading shape="page" />;
  return <Shown document={document} page={page} read={read} />;
}

type ReadDocument = NonNullable<ReturnType<typeof useDocument>['document']>;

interface ShownProps {
  readonly document: ReadDocument;
  /** The one that is shown; null for all. */
  readonly page: ReadDocument['images'][number] | null;
  readonly read: () => void;
}

function Shown({ document, page, read }: ShownProps) {
  const documentId = document.id;
  const { page: pageId, language, comment } = useSearch({ strict: false });
  const navigate = useNavigate();
  const comments = useComments(documentId, comment ?? null);
  const chosenLanguage = document.languages.find((code) => code === language) ?? document.defaultLanguage;
  const show = (search: { page?: string | undefined; language?: string; comment?: string | undefined }) =>
    void navigate({
      to: '/documents/$documentId',
      params: { documentId },
      search: { page: pageId, language, comment, ...search },
      // Each page is a step of the browser; a language is another sight of the same one.
      replace: !('page' in search) || search.page === pageId,
    });
  const showPage = (id: string | undefined) => show({ page: id });
  return (
    <div className="document">
      <DocumentHeader
        document={document}
        onChanged={read}
        hasComments={comment !== undefined}
        onComments={() => show({ comment: comment === undefined ? 'all' : undefined })}
      />
      <DraftBar documentId={document.id} />
      <ProposalBar documentId={document.id} />
      {isUnderWay(document) && <Progressing document={document} />}
      {document.failureReason !== null && <Failed reason={document.failureReason} />}
      <div className="document-body">
        <PageStrip
          document={document}
          languageCode={chosenLanguage}
          currentId={page?.id ?? null}
          onShow={(id) => showPage(id ?? undefined)}
        />
        <PageView
          key={page?.id ?? 'all'}
          document={document}
          page={page}
          onChanged={read}
          comments={comment === undefined ? null : comments}
        />
        {comment === undefined ? (
          <LanguageTabs
            document={document}
            page={page}
            languageCode={chosenLanguage}
            onLanguage={(code) => show({ language: code })}
            onChanged={read}
            onContent={read}
          />
        ) : (
          <CommentsPanel
            documentId={documentId}
            page={page}
            pages={document.images}
            languageCode={chosenLanguage}
            comments={comments}
            onPage={showPage}
            onClose={() => show({ comment: undefined })}
          />
        )}
      </div>
    </div>
  );
}

/** A document with its pages: it is shown with the first of them, the others follow. */
function useDocument(documentId: string) {
  const [{ data, error }, readHead] = useQueryWithPreviousData({
    query: documentQuery,
    variables: { id: documentId },
  });
  const pages = useLongList(documentPagesQuery, { id: documentId }, pickPages);
  const { need, readAgain } = pages;
  useEffect(() => need(Infinity), [need, documentId]);
  const head = data?.node?.__typename === 'Document' ? data.node : null;
  const isLoading = data === undefined || (head !== null && pages.totalCount === null);
  const read = useCallback(() => {
    readHead({ requestPolicy: 'network-only' });
    readAgain();
  }, [readHead, readAgain]);
  return {
    problem: !isLoading ? null : error !== undefined ? problemOf(error) : pages.problem,
    isLoading,
    document: head === null || isLoading ? null : { ...head, images: pages.items },
    isAllRead: pages.isComplete || pages.problem !== null,
    read,
  };
}

/** Reads a document again after changes of the tree, and while its pages are being made. */
function useRereading(documentId: string, isRunning: boolean, read: () => void) {
  const changes = useStore(treeChanges);
  useEffect(() => {
    if (changes > 0) read();
  }, [changes, read]);
  useEffect(() => {
    if (!isRunning) return;
    let made = -1;
    return documentWatch.watch(documentId, ({ progress, ...state }) => {
      // The pages that are new, and the end of it.
      if (progress !== made || !isUnderWay(state)) read();
      made = progress;
    });
  }, [documentId, isRunning, read]);
}

function Failed({ reason }: { readonly reason: string }) {
  return (
    <Alert color="orange" variant="light" m="md" icon={<IconAlertTriangle aria-hidden />} role="status">
      {sentenceOf('', reason)}
    </Alert>
  );
}

interface ProgressingProps {
  readonly document: {
    readonly images: readonly unknown[];
    readonly pages: number;
    readonly progress: number;
  };
}

function Progressing({ document }: ProgressingProps) {
  const { t } = useTranslation('document');
  return (
    <div className="document-progress">
      <Text size="sm" role="status">
        {t('running', { ready: document.images.length, count: document.pages })}
      </Text>
      <Progress value={document.progress * 100} aria-label={t('progress')} />
    </div>
  );
}
