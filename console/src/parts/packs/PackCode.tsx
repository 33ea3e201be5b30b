/** The QR code that leads phones to a pack, by a code for readers of the organization. */
import { Select, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Client, useClient } from 'urql';
import { Dialog } from '../dialogs/Dialog';
import { change, problemOf } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useViewer } from '../../api/session';
import { LargeCode } from '../codes/LargeCode';
import { Loading } from '../Loading';
import { ProblemNotice } from '../ProblemNotice';
import { codeOfPack, createKeyForPack, keysForPack } from './pack-documents';

interface Key {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

interface Props {
  readonly packId: string;
  /** Of the element, and of the code that is made where the organization has none. */
  readonly name: string;
  readonly onClose: () => void;
}

/** As long as names of codes may be. */
const LONGEST_NAME = 100;

export function PackCode({ packId, name, onClose }: Props) {
  const { t } = useTranslation('packs');
  const client = useClient();
  const { organization } = useViewer();
  const [keys, setKeys] = useState<readonly Key[] | null>(null);
  const [scanUrl, setScanUrl] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const show = async (key: string) => {
    const { data, error } = await client.query(codeOfPack, { id: packId, key }).toPromise();
    if (error !== undefined) setProblem(problemOf(error));
    else if (data !== undefined) setScanUrl(data.pack.scanUrl);
  };
  useEffect(() => {
    let isOver = false;
    void usableKeys(client, organization.id, name).then((found) => {
      if (isOver) return;
      if ('problem' in found) return setProblem(found.problem);
      setKeys(found.keys);
      if (found.keys.length === 1) void show(found.keys[0]?.key ?? '');
    });
    return () => {
      isOver = true;
    };
    // Once, when it opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  if (scanUrl !== null) return <LargeCode name={name} scanUrl={scanUrl} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={t('code')}>
      {problem !== null && <ProblemNotice problem={problem} />}
      {problem === null && keys === null && <Loading height={120} />}
      {keys !== null && keys.length > 1 && (
        <Stack>
          <Text size="sm">{t('keyText')}</Text>
          <Select
            label={t('key')}
            data={keys.map(({ key: value, name: label }) => ({ value, label }))}
            onChange={(key) => key !== null && void show(key)}
            comboboxProps={{ withinPortal: false }}
            data-autofocus
          />
        </Stack>
      )}
    </Dialog>
  );
}

/** Codes of the organization; one that is made where it has none. */
async function usableKeys(
  client: Client,
  organizationId: string,
  name: string,
): Promise<{ readonly keys: readonly Key[] } | { readonly problem: Problem }> {
  const { data, error } = await client
    .query(keysForPack, { organizationId }, { requestPolicy: 'network-only' })
    .toPromise();
  if (error !== undefined) return { problem: problemOf(error) };
  const known = data?.organization.publishableKeys ?? [];
  if (known.length > 0) return { keys: known };
  const input = { organizationId, name: name.trim().slice(0, LONGEST_NAME) };
  const made = await change(client, createKeyForPack, { input });
  return made.isDone ? { keys: [made.value] } : { problem: made.problem };
}
