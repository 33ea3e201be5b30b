/** Whether the addresses of a document's actions answer; the server asks them. */
import { Badge, Button, Group, List, Loader, Text, Title } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change, type Outcome } from '../../api/change';
import type { Success } from '../../api/graphql';
import { Check } from '../../parts/activation/Checklist';
import { checkLinks } from '../../parts/activation/activation-documents';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { ElementLink } from '../texts/TextTable';

type Report = Success<typeof checkLinks>;
type CheckedLink = Report['links'][number];

const COLORS = {
  ANSWERS: 'teal',
  GUARDED: 'gray',
  NOT_ASKED: 'gray',
  BROKEN: 'red',
  SILENT: 'red',
  PRIVATE: 'red',
} as const;
/** The worst first. */
const ORDER = ['BROKEN', 'SILENT', 'PRIVATE', 'NOT_ASKED', 'GUARDED', 'ANSWERS'];
const isBad = ({ state }: CheckedLink) => ['BROKEN', 'SILENT', 'PRIVATE'].includes(state);
const isUnsure = ({ state }: CheckedLink) => ['GUARDED', 'NOT_ASKED'].includes(state);

export function LinkSection({ documentId }: { readonly documentId: string }) {
  const { t } = useTranslation('activation');
  const client = useClient();
  const [outcome, setOutcome] = useState<Outcome<Report> | null>(null);
  const ask = useCallback(() => change(client, checkLinks, { documentId }), [client, documentId]);
  useEffect(() => {
    let isShown = true;
    void ask().then((answer) => {
      if (isShown) setOutcome(answer);
    });
    return () => {
      isShown = false;
    };
  }, [ask]);
  const again = () => {
    setOutcome(null);
    void ask().then(setOutcome);
  };
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {t('links')}
        </Title>
        {outcome !== null && (
          <Button size="xs" variant="default" onClick={again} className="preflight-away">
            {t('again')}
          </Button>
        )}
      </Group>
      {outcome === null && (
        <Group gap="xs" role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm">{t('linksAsking')}</Text>
        </Group>
      )}
      {outcome?.isDone === false && <ProblemNotice problem={outcome.problem} onRetry={again} />}
      {outcome?.isDone === true && <Links links={outcome.value.links} />}
    </section>
  );
}

function Links({ links }: { readonly links: readonly CheckedLink[] }) {
  const { t } = useTranslation('activation');
  const bad = links.filter(isBad).length;
  const unsure = links.filter(isUnsure).length;
  if (links.length === 0) return <Text size="sm">{t('noLinks')}</Text>;
  const sorted = links.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return (
    <>
      <List listStyleType="none" spacing={6} center className="preflight-summary" aria-label={t('links')}>
        {bad === 0 && unsure === 0 && <Check isGood>{t('linksAnswer', { count: links.length })}</Check>}
        {bad > 0 && <Check isGood={false}>{t('linksBad', { count: bad })}</Check>}
        {unsure > 0 && <Check isGood={false}>{t('linksUnsure', { count: unsure })}</Check>}
      </List>
      <table className="preflight-links">
        <thead>
          <tr>
            <th scope="col">{t('answer')}</th>
            <th scope="col">{t('address')}</th>
            <th scope="col">{t('usedBy')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ url, state, status, places }) => (
            <tr key={url}>
              <td>
                <Badge color={COLORS[state]} variant="light" tt="none" className="preflight-state">
                  {status === null || state === 'ANSWERS'
                    ? t(`states.${state}`)
                    : t('withStatus', { state: t(`states.${state}`), status })}
                </Badge>
              </td>
              <td className="any-text">
                <a href={url} target="_blank" rel="noopener noreferrer">
                  {url.slice(0, 300)}
                </a>
              </td>
              <td>
                {places.map(({ element, actionId, actionName }) => (
                  <div key={`${actionId} ${element.id}`} className="any-text">
                    <ElementLink element={element} /> · {actionName.slice(0, 100)}
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
