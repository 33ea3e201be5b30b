/** Before a document goes live: what it takes, what is missing, what does not answer; on one sheet, to be printed and signed. */
import { Anchor, Badge, Button, Group, Text, Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResultOf } from '../../api/graphql';
import { useClient } from 'urql';
import { change, problemOf } from '../../api/change';
import { useQuery } from '../../api/query';
import { useRights } from '../../api/session';
import { useFormats } from '../../i18n/format';
import {
  activationQuery,
  checkedDocumentQuery,
  pagesAlike,
} from '../../parts/activation/activation-documents';
import { Checklist } from '../../parts/activation/Checklist';
import { LookAlikes } from '../../parts/activation/LookAlikes';
import { IconCheck, IconFileText } from '../../parts/icons/icons';
import { Loading } from '../../parts/Loading';
import { NotFound } from '../../parts/NotFound';
import { PathLinks } from '../../parts/PathLinks';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Recognizability } from '../../parts/Recognizability';
import { Screen } from '../../parts/Screen';
import { useTell } from '../../parts/tell';
import { updateDocument } from '../document/documents';
import { LinkSection } from './LinkSection';
import './preflight.css';

type Found = ResultOf<typeof activationQuery>;
type Plan = Found['activationPlan'];
type CheckedDocument = Extract<
  NonNullable<ResultOf<typeof checkedDocumentQuery>['node']>,
  { readonly __typename: 'Document' }
>;

export function PreflightScreen() {
  const { t } = useTranslation('activation');
  const { documentId = '' } = useParams({ strict: false });
  const formats = useFormats();
  const [checkedAt] = useState(() => new Date());
  const [{ data, error }, readAgain] = useQuery({
    query: checkedDocumentQuery,
    variables: { id: documentId },
  });
  const [{ data: found, error: failure }, checkAgain] = useQuery({
    query: activationQuery,
    variables: { documentId },
    requestPolicy: 'network-only',
  });
  const refresh = () => {
    readAgain({ requestPolicy: 'network-only' });
    checkAgain({ requestPolicy: 'network-only' });
  };
  const problem = error ?? failure;
  if (problem !== undefined && (data === undefined || found === undefined))
    return <ProblemNotice problem={problemOf(problem)} onRetry={refresh} />;
  if (data === undefined) return <Loading height={480} />;
  const document = data.node?.__typename === 'Document' ? data.node : null;
  if (document === null) return <NotFound />;
  const plan = found?.activationPlan;
  return (
    <Screen
      title={t('checkOf', { name: document.name.slice(0, 200) })}
      text={t('checked', { date: formats.dateTime(checkedAt) })}
      above={<PathLinks path={document.path} isDocument />}
      actions={<CheckActions document={document} plan={plan} onChanged={refresh} />}
    >
      <Sheet document={document} plan={plan} found={found} />
    </Screen>
  );
}

interface CheckActionsProps {
  readonly document: CheckedDocument;
  /** undefined until it is known. */
  readonly plan: Plan | undefined;
  readonly onChanged: () => void;
}

/** Prints the check, and activates the document where nothing stands against it. */
function CheckActions({ document, plan, onChanged }: CheckActionsProps) {
  const { t } = useTranslation('activation');
  const { mayWrite } = useRights();
  const { tellProblem } = useTell();
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const isShort = plan?.remainingCredit != null && plan.credits > plan.remainingCredit;
  const activate = async () => {
    setBusy(true);
    const { id, version: ifVersion } = document;
    const outcome = await change(client, updateDocument, { id, patch: { status: 'ACTIVE' }, ifVersion });
    setBusy(false);
    if (!outcome.isDone) tellProblem(outcome.problem);
    onChanged();
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileText size={16} aria-hidden />}
        onClick={() => window.print()}
      >
        {t('print')}
      </Button>
      {mayWrite && document.status !== 'ACTIVE' && (
        <Button
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={isBusy}
          disabled={plan === undefined || isShort || document.processing !== 'READY'}
          onClick={() => void activate()}
        >
          {t('activate')}
        </Button>
      )}
      {document.status === 'ACTIVE' && (
        <Badge color="teal" variant="light" size="lg" tt="none">
          {t('isLive')}
        </Badge>
      )}
    </>
  );
}

interface SheetProps {
  readonly document: CheckedDocument;
  readonly plan: Plan | undefined;
  readonly found: Found | undefined;
}

function Sheet({ document, plan, found }: SheetProps) {
  const { t } = useTranslation('activation');
  return (
    <div className="preflight">
      <div className="preflight-top">
        {document.coverUrl !== null && <img src={document.coverUrl} alt="" className="preflight-cover" />}
        {plan === undefined ? (
          <Loading height={240} />
        ) : (
          <Checklist plan={plan} lookAlikes={pagesAlike(found?.activationWarnings ?? [])} />
        )}
      </div>
      <LinkSection documentId={document.id} />
      {found !== undefined && found.activationWarnings.length > 0 && (
        <section>
          <Title order={2} size="h4" mb="xs">
            {t('lookAlikesTitle')}
          </Title>
          <LookAlikes warnings={found.activationWarnings} />
        </section>
      )}
      <CheckedPages document={document} />
      <Group className="preflight-away">
        <Text component={Link} to={`/documents/${document.id}`} size="sm" c="var(--mantine-color-anchor)">
          {t('backToDocument')}
        </Text>
      </Group>
    </div>
  );
}

function CheckedPages({ document }: { readonly document: CheckedDocument }) {
  const { t } = useTranslation('activation');
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t('pages')}
      </Title>
      <ul className="preflight-pages plain-list">
        {document.images
          .toSorted((a, b) => a.order - b.order)
          .map(({ id, order, smallThumbnailUrl, recognizability }) => (
            <li key={id}>
              {smallThumbnailUrl === null ? (
                <span className="preflight-blank" />
              ) : (
                <img src={smallThumbnailUrl} alt="" loading="eager" />
              )}
              <Anchor
                component={Link}
                to={`/documents/${document.id}`}
                search={{ page: id } as never}
                size="sm"
              >
                {t('page', { number: order })}
              </Anchor>
              {recognizability !== null && <Recognizability {...recognizability} isShort />}
            </li>
          ))}
      </ul>
    </section>
  );
}
