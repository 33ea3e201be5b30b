/** Log-ins that are good now, the own ones or those of a user: with what, from where, until when, and how they end. */
import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../parts/dialogs/Dialog';
import { problemOf, useChange } from '../../../api/change';
import { useQuery } from '../../../api/query';
import { useFormats } from '../../../i18n/format';
import { Loading } from '../../../parts/Loading';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import { useTell } from '../../../parts/tell';
import { endLogins, endLoginsOf, type Login, loginsOfQuery, ownLoginsQuery } from './login-documents';

export function OwnLogins() {
  const { t } = useTranslation('security');
  const { tellDone, tellProblem } = useTell();
  const [{ data, error }, again] = useQuery({ query: ownLoginsQuery, variables: {} });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const endOthers = useChange(endLogins);
  const logins = data?.ownLogins;
  return (
    <Paper withBorder radius="lg" p="md" maw={720}>
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0, flex: 1 }}>
          <Title order={2} size="h4">
            {t('logins.title')}
          </Title>
          <Text c="dimmed" size="sm">
            {t('logins.text')}
          </Text>
        </div>
        <Button
          variant="default"
          disabled={logins === undefined || logins.length < 2}
          onClick={() =>
            void endOthers({ ids: (logins ?? []).flatMap((each) => (each.isCurrent ? [] : each.id)) }).then(
              (outcome) => {
                if (outcome.isDone) tellDone(t('logins.ended'));
                else tellProblem(outcome.problem);
                refresh();
              },
            )
          }
        >
          {t('logins.endOthers')}
        </Button>
      </Group>
      {error !== undefined && <ProblemNotice problem={problemOf(error)} onRetry={refresh} />}
      {logins === undefined && error === undefined && <Loading shape="rows" />}
      {logins !== undefined && <LoginRows logins={logins} onEnded={refresh} />}
    </Paper>
  );
}

interface LoginsOfProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function LoginsOf({ id, name, onClose }: LoginsOfProps) {
  const { t } = useTranslation('security');
  const { tellDone, tellProblem } = useTell();
  const [{ data, error }, again] = useQuery({ query: loginsOfQuery, variables: { userId: id } });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const endAll = useChange(endLoginsOf);
  const logins = data?.loginsOf;
  return (
    <Dialog onClose={onClose} title={t('logins.of', { name })} size="lg">
      <Stack gap="md">
        {error !== undefined && <ProblemNotice problem={problemOf(error)} onRetry={refresh} />}
        {logins === undefined && error === undefined && <Loading shape="rows" />}
        {logins?.length === 0 && <Text c="dimmed">{t('logins.none')}</Text>}
        {logins !== undefined && logins.length > 0 && (
          <>
            <LoginRows logins={logins} onEnded={refresh} />
            <Group justify="flex-end">
              <Button
                variant="default"
                onClick={() =>
                  void endAll({ userId: id }).then((outcome) => {
                    if (outcome.isDone) tellDone(t('logins.ended'));
                    else tellProblem(outcome.problem);
                    refresh();
                  })
                }
              >
                {t('logins.endAll')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  );
}

interface RowsProps {
  readonly logins: readonly Login[];
  readonly onEnded: () => void;
}

function LoginRows({ logins, onEnded }: RowsProps) {
  const { t } = useTranslation('security');
  const formats = useFormats();
  const { tellProblem } = useTell();
  const end = useChange(endLogins);
  return (
    <Stack gap="xs" mt="md">
      {logins.map((login) => {
        const { id, isBrowser, isCurrent, device, network, provider, lastUsedAt, createdAt } = login;
        const name = shortName(device) || t(isBrowser ? 'logins.browser' : 'logins.program');
        const date = formats.dateTime(lastUsedAt ?? createdAt);
        return (
          <Group key={id} justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <Group gap="xs">
                <Text fw={600} className="any-text" title={device}>
                  {name}
                </Text>
                {isCurrent && (
                  <Badge variant="default" tt="none">
                    {t('logins.current')}
                  </Badge>
                )}
              </Group>
              <Text size="sm" c="dimmed" className="any-text">
                {lastUsedAt === null
                  ? t('logins.unused', { date })
                  : t('logins.used', { date, network, begun: formats.date(createdAt) })}
                {provider !== null && ` · ${provider}`}
              </Text>
            </div>
            {!isCurrent && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('logins.endOf', { name, date })}
                onClick={() =>
                  void end({ ids: [id] }).then((outcome) => {
                    if (!outcome.isDone) tellProblem(outcome.problem);
                    onEnded();
                  })
                }
              >
                {t('logins.end')}
              </Button>
            )}
          </Group>
        );
      })}
    </Stack>
  );
}

const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['HeadlessChrome', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'] as const;

/** `Firefox, Windows`; for others the first word that they say of themselves. */
function shortName(device: string): string {
  const browser = BROWSERS.find(([mark]) => device.includes(`${mark}/`))?.[1];
  const system = SYSTEMS.find((each) => device.includes(each));
  if (browser === undefined) return (device.split(' ')[0] ?? '').slice(0, 60);
  return system === undefined ? browser : `${browser}, ${system === 'Mac OS X' ? 'macOS' : system}`;
}
