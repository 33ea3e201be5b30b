/** The short addresses of a document: made, shown as codes, led elsewhere, and printed as a sheet. */
import { ActionIcon, Anchor, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { Dialog } from '../../../parts/dialogs/Dialog';
import { problemOf, useChange } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { useQueryData } from '../../../api/query';
import { useRights } from '../../../api/session';
import { LargeCode } from '../../../parts/codes/LargeCode';
import { Confirm } from '../../../parts/dialogs/Confirm';
import { IconDownload, IconPencil, IconPlus, IconQrcode, IconTrash } from '../../../parts/icons/icons';
import { Loading } from '../../../parts/Loading';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import { QrCode } from '../../../parts/QrCode';
import { saveFrom } from '../../../parts/editing/save';
import { useTell } from '../../../parts/tell';
import { AddressForm } from './AddressForm';
import { useAddressTargets } from './address-targets';
import {
  type Address,
  addressTargets,
  createShortAddressesOfPages,
  deleteShortAddress,
  shortAddresses,
  shortAddressSheet,
} from './short-address-documents';
import { useAddressList } from './use-address-list';

interface Props {
  readonly documentId: string;
  readonly onClose: () => void;
}

type Open =
  | { readonly what: 'new' }
  | { readonly what: 'show' | 'lead' | 'delete'; readonly address: Address };

const LANGUAGES = { en: 'ENGLISH', de: 'GERMAN', fr: 'FRENCH' } as const;

export function ShortAddresses({ documentId, onClose }: Props) {
  const { t } = useTranslation('document');
  const remove = useChange(deleteShortAddress);
  const list = useAddressList(shortAddresses, documentId);
  const [{ data: found }] = useQueryData({ query: addressTargets, variables: { id: documentId } });
  const { choices, nameOf } = useAddressTargets(found?.document ?? null);
  const [open, setOpen] = useState<Open | null>(null);
  const work = useWork(documentId, list.readAgain);
  const close = () => setOpen(null);
  if (open?.what === 'show')
    return <LargeCode name={open.address.code} scanUrl={open.address.url} onClose={close} />;
  if (open?.what === 'new' || open?.what === 'lead')
    return (
      <AddressForm
        address={open.what === 'lead' ? open.address : null}
        choices={choices}
        onClose={close}
        onDone={() => {
          close();
          list.readAgain();
        }}
      />
    );
  if (open?.what === 'delete')
    return (
      <Confirm
        text={t('addresses.deleteText', { code: open.address.code })}
        action={t('addresses.delete')}
        onClose={close}
        onYes={async () => {
          const outcome = await remove({ id: open.address.id });
          work.setProblem(outcome.isDone ? null : outcome.problem);
          list.readAgain();
        }}
      />
    );
  return (
    <Dialog onClose={onClose} title={t('addresses.title')} size="xl">
      <Stack gap="md">
        <Text size="sm">{t('addresses.text')}</Text>
        {work.problem !== null && <ProblemNotice problem={work.problem} />}
        <Tools
          work={work}
          mayAdd={choices.length > 0}
          hasAddresses={list.addresses.length > 0}
          onNew={() => setOpen({ what: 'new' })}
        />
        <Addresses list={list} nameOf={nameOf} onOpen={setOpen} />
      </Stack>
    </Dialog>
  );
}

interface ListProps {
  readonly list: ReturnType<typeof useAddressList>;
  readonly nameOf: (address: Address) => string;
  readonly onOpen: (open: Open) => void;
}

function Addresses({ list, nameOf, onOpen }: ListProps) {
  const { t } = useTranslation('document');
  if (list.problem !== null) return <ProblemNotice problem={list.problem} onRetry={list.readAgain} />;
  if (list.isLoading) return <Loading height={120} />;
  if (list.addresses.length === 0) return <Text c="dimmed">{t('addresses.none')}</Text>;
  return (
    <>
      <Stack component="ul" gap="xs" className="plain-list">
        {list.addresses.map((address) => (
          <AddressRow key={address.id} address={address} place={nameOf(address)} onOpen={onOpen} />
        ))}
      </Stack>
      {list.hidden > 0 && (
        <Button variant="default" onClick={list.showMore}>
          {t('common:showMore', { count: list.hidden })}
        </Button>
      )}
    </>
  );
}

/** Work on all addresses of a document at once, and the last problem. */
function useWork(documentId: string, onChanged: () => void) {
  const { t, i18n } = useTranslation('document');
  const { tellDone } = useTell();
  const client = useClient();
  const makeAll = useChange(createShortAddressesOfPages);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const makeOfPages = async () => {
    setBusy(true);
    const outcome = await makeAll({ documentId });
    setBusy(false);
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) tellDone(t('addresses.made', { count: outcome.value.shortAddresses.length }));
    onChanged();
  };
  const saveSheet = async () => {
    setBusy(true);
    const language = LANGUAGES[i18n.language as keyof typeof LANGUAGES] ?? 'ENGLISH';
    const { data, error } = await client
      .query(shortAddressSheet, { id: documentId, language }, { requestPolicy: 'network-only' })
      .toPromise();
    setBusy(false);
    setProblem(error === undefined ? null : problemOf(error));
    const sheet = data?.document?.shortAddressSheet;
    if (sheet != null) saveFrom(`data:application/pdf;base64,${sheet.base64}`, sheet.fileName);
  };
  return { problem, setProblem, isBusy, makeOfPages, saveSheet };
}

interface ToolsProps {
  readonly work: ReturnType<typeof useWork>;
  readonly mayAdd: boolean;
  readonly hasAddresses: boolean;
  readonly onNew: () => void;
}

function Tools({ work, mayAdd, hasAddresses, onNew }: ToolsProps) {
  const { t } = useTranslation('document');
  const { mayWrite } = useRights();
  return (
    <Group>
      {mayWrite && (
        <>
          <Button leftSection={<IconPlus size={18} aria-hidden />} disabled={!mayAdd} onClick={onNew}>
            {t('addresses.new')}
          </Button>
          <Button variant="default" disabled={work.isBusy} onClick={() => void work.makeOfPages()}>
            {t('addresses.ofPages')}
          </Button>
        </>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        disabled={work.isBusy || !hasAddresses}
        onClick={() => void work.saveSheet()}
      >
        {t('addresses.sheet')}
      </Button>
    </Group>
  );
}

interface RowProps {
  readonly address: Address;
  /** Where it leads. */
  readonly place: string;
  readonly onOpen: (open: Open) => void;
}

function AddressRow({ address, place, onOpen }: RowProps) {
  const { t } = useTranslation('document');
  const { code, url, digitalLinkUrl, visits, isAvailable } = address;
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Group align="flex-start">
        <QrCode text={url} size={64} label={t('addresses.codeOf', { code })} />
        <div style={{ minWidth: 0, flex: '1 1 10rem' }}>
          <Anchor
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            size="sm"
            fw={600}
            className="any-text"
          >
            {url.replace(/^https?:\/\//, '')}
          </Anchor>
          <Text size="sm" className="any-text">
            {place}
          </Text>
          {digitalLinkUrl !== null && (
            <Text size="xs" c="dimmed" className="any-text">
              {digitalLinkUrl.replace(/^https?:\/\//, '')}
            </Text>
          )}
          <Group gap="xs">
            <Text size="xs" c="dimmed">
              {t('addresses.visits', { count: visits })}
            </Text>
            {!isAvailable && (
              <Badge color="orange" variant="light" tt="none">
                {t('addresses.nothing')}
              </Badge>
            )}
          </Group>
        </div>
        <RowTools address={address} onOpen={onOpen} />
      </Group>
    </Paper>
  );
}

function RowTools({ address, onOpen }: Omit<RowProps, 'place'>) {
  const { t } = useTranslation('document');
  const { mayWrite } = useRights();
  const { code } = address;
  const tools = [
    { what: 'show', label: t('addresses.show', { code }), Icon: IconQrcode },
    ...(mayWrite
      ? ([
          { what: 'lead', label: t('addresses.lead', { code }), Icon: IconPencil },
          { what: 'delete', label: t('addresses.deleteOf', { code }), Icon: IconTrash },
        ] as const)
      : []),
  ] as const;
  return (
    <Group gap={4} wrap="nowrap">
      {tools.map(({ what, label, Icon }) => (
        <ActionIcon
          key={what}
          variant="default"
          size="lg"
          title={label}
          aria-label={label}
          onClick={() => onOpen({ what, address })}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}
