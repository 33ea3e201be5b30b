/** The languages of a document as tabs; below each the content of the chosen element. */
import { ActionIcon, Badge, Button, Group, Menu, Modal, SegmentedControl, Tabs, Text } from '@mantine/core';
import { DialogFooter } from '../../parts/DialogFooter';
import { IconDotsVertical, IconPlus } from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { useRereadWithDrafts } from '../../api/draft-changes';
import { useQuery } from '../../api/query';
import { change } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useRights } from '../../api/session';
import { useFormats } from '../../i18n/format';
import { Confirm } from '../../parts/Confirm';
import { ContentEditor } from '../../parts/content/ContentEditor';
import { LanguageSelect } from '../../parts/LanguageSelect';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTell } from '../../parts/tell';
import {
  addLanguage,
  type DocumentHead,
  type DocumentPage,
  removeLanguage,
  updateDocument,
  zonesQuery,
} from './documents';

interface Props {
  readonly document: DocumentHead;
  readonly page: Pick<DocumentPage, 'id'> | null;
  readonly languageCode: string;
  readonly onLanguage: (code: string) => void;
  readonly onChanged: () => void;
  /** The zone whose content is shown, where something else chooses it; null for the page. */
  readonly shownZoneId?: string | null;
  readonly onZone?: (id: string | null) => void;
  /** Told after each change of titles and actions. */
  readonly onContent?: () => void;
}

export function LanguageTabs({
  document,
  page,
  languageCode,
  onLanguage,
  onChanged,
  shownZoneId,
  onZone,
  onContent,
}: Props) {
  const { t } = useTranslation('document');
  const client = useClient();
  const { mayWrite } = useRights();
  const { language, languages: shortOf } = useFormats();
  const { tellProblem } = useTell();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<string | null>(null);
  const [ownZoneId, setOwnZoneId] = useState<string | null>(null);
  const zoneId = shownZoneId === undefined ? ownZoneId : shownZoneId;
  const setZoneId = onZone ?? setOwnZoneId;
  const [{ data }, readZones] = useQuery({
    query: zonesQuery,
    variables: { id: page?.id ?? '' },
    pause: page === null,
  });
  useRereadWithDrafts(readZones);
  const shown =
    page !== null && data?.node?.__typename === 'Image' && data.node.id === page.id ? data.node : null;
  const zones = shown?.draftedZones ?? shown?.zones.map((each) => ({ ...each, isNew: false })) ?? [];
  const zone = zones.find(({ id }) => id === zoneId);
  const nodeId = zone?.id ?? page?.id ?? document.id;
  const isDefault = (code: string) => code === document.defaultLanguage;
  const languages = document.languages.toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
  const names = shortOf(languages);
  const makeDefault = async (code: string) => {
    const variables = { id: document.id, patch: { defaultLanguage: code }, ifVersion: document.version };
    const outcome = await change(client, updateDocument, variables);
    if (!outcome.isDone) tellProblem(outcome.problem);
    onChanged();
  };
  return (
    <section className="document-content" aria-label={t('content')}>
      <Tabs value={languageCode} onChange={(code) => code !== null && onLanguage(code)} keepMounted={false}>
        <Group gap={4} wrap="nowrap" align="center">
          <Tabs.List className="tabs-in-rows" aria-label={t('languages')}>
            {languages.map((code) => (
              <Tabs.Tab key={code} value={code}>
                {names.get(code)}
                {isDefault(code) && (
                  <Badge size="xs" variant="light" ml={6} tt="none">
                    {t('default')}
                  </Badge>
                )}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {mayWrite && (
            <>
              <ActionIcon variant="subtle" aria-label={t('addLanguage')} onClick={() => setAdding(true)}>
                <IconPlus size={18} aria-hidden />
              </ActionIcon>
              {languageCode !== document.defaultLanguage && (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t('languageMenu', { language: language(languageCode) })}
                    >
                      <IconDotsVertical size={16} aria-hidden />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item onClick={() => void makeDefault(languageCode)}>{t('makeDefault')}</Menu.Item>
                    <Menu.Item color="var(--mantine-color-error)" onClick={() => setRemoved(languageCode)}>
                      {t('removeLanguage')}
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              )}
            </>
          )}
        </Group>
        <Tabs.Panel value={languageCode} pt="md">
          {zones.length > 0 && page !== null && (
            <SegmentedControl
              fullWidth
              size="xs"
              mb="md"
              aria-label={t('element')}
              value={zone?.id ?? page.id}
              onChange={(id) => setZoneId(id === page.id ? null : id)}
              data={[
                { value: page.id, label: t('thePage') },
                ...zones.map(({ id, name, order }) => ({
                  value: id,
                  label: (name === '' ? String(order) : name).slice(0, 24),
                })),
              ]}
            />
          )}
          <Text size="xs" c="dimmed" mb="xs">
            {t(zone !== undefined ? 'forZone' : page === null ? 'forDocument' : 'forPage')}
          </Text>
          <ContentEditor
            documentId={document.id}
            nodeId={nodeId}
            addedTo={zone?.isNew === true ? page?.id : null}
            languageCode={languageCode}
            onChanged={onContent}
          />
        </Tabs.Panel>
      </Tabs>
      {isAdding && (
        <AddLanguage
          document={document}
          onClose={() => setAdding(false)}
          onAdded={(code) => {
            onChanged();
            onLanguage(code);
          }}
        />
      )}
      {removed !== null && (
        <Confirm
          text={t('removeLanguageText', { language: language(removed) })}
          action={t('removeLanguage')}
          onClose={() => setRemoved(null)}
          onYes={async () => {
            const outcome = await change(client, removeLanguage, {
              documentId: document.id,
              languageCode: removed,
            });
            if (outcome.isDone) onLanguage(document.defaultLanguage);
            else tellProblem(outcome.problem);
            onChanged();
          }}
        />
      )}
    </section>
  );
}

interface AddProps {
  readonly document: DocumentHead;
  readonly onClose: () => void;
  readonly onAdded: (code: string) => void;
}

function AddLanguage({ document, onClose, onAdded }: AddProps) {
  const { t } = useTranslation('document');
  const client = useClient();
  const [code, setCode] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    if (code === null) return;
    setBusy(true);
    const outcome = await change(client, addLanguage, { documentId: document.id, languageCode: code });
    setBusy(false);
    if (!outcome.isDone) return setProblem(outcome.problem);
    onAdded(code);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('addLanguage')}
      // The list of languages is longer than the dialog.
      styles={{ content: { overflow: 'visible' } }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <LanguageSelect
        label={t('language')}
        value={code}
        onChange={setCode}
        without={document.languages}
        isInDialog
        data-autofocus
      />
      {problem !== null && <ProblemNotice problem={problem} />}
      <DialogFooter onClose={onClose}>
        <Button onClick={() => void send()} disabled={code === null} loading={isBusy}>
          {t('add')}
        </Button>
      </DialogFooter>
    </Modal>
  );
}
