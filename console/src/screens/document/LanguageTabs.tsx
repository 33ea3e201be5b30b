/** The languages of a document as tabs; below each the content of the chosen element. */
import { ActionIcon, Badge, Group, Menu, SegmentedControl, Tabs, Text } from '@mantine/core';
import { IconDotsVertical, IconPlus } from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { useRereadWithDrafts } from '../../api/draft-changes';
import { useQueryData } from '../../api/query';
import { change } from '../../api/change';
import { useRights } from '../../api/session';
import { useFormats } from '../../i18n/format';
import { Confirm } from '../../parts/dialogs/Confirm';
import { ContentEditor } from '../../parts/content/ContentEditor';
import { useTell } from '../../parts/tell';
import type { DocumentPage } from './document-pages';
import { type DocumentHead, removeLanguage, updateDocument, zonesQuery } from './documents';
import { AddLanguage } from './AddLanguage';

type ShownZone = {
  readonly id: string;
  readonly name: string;
  readonly order: number;
  readonly isNew: boolean;
};

interface Props {
  readonly document: DocumentHead & {
    readonly images: readonly { readonly id: string; readonly order: number }[];
  };
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
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<string | null>(null);
  const { zone, zones, setZoneId } = useZonesOfPage({ shownZoneId, onZone, page });
  const makeDefault = useDefaultLanguage(document, onChanged);
  return (
    <section className="document-content" aria-label={t('content')}>
      <Tabs value={languageCode} onChange={(code) => code !== null && onLanguage(code)} keepMounted={false}>
        <TabRow
          onAdd={setAdding}
          languageCode={languageCode}
          document={document}
          onDefault={makeDefault}
          onRemove={setRemoved}
        />
        <Tabs.Panel value={languageCode} pt="md">
          {zones.length > 0 && page !== null && (
            <ZoneChoice zone={zone} page={page} onZone={setZoneId} zones={zones} />
          )}
          <ContentOfElement
            document={document}
            page={page}
            zone={zone}
            languageCode={languageCode}
            onContent={onContent}
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
        <RemoveLanguage
          removed={removed}
          onRemoved={setRemoved}
          document={document}
          onLanguage={onLanguage}
          onChanged={onChanged}
        />
      )}
    </section>
  );
}

interface ContentOfElementProps extends Pick<Props, 'document' | 'page' | 'languageCode' | 'onContent'> {
  readonly zone: ShownZone | undefined;
}

/** Titles and actions of the zone, else of the page, else of the document. */
function ContentOfElement({ document, page, zone, languageCode, onContent }: ContentOfElementProps) {
  const { t } = useTranslation('document');
  return (
    <>
      <Text size="xs" c="dimmed" mb="xs">
        {t(zone !== undefined ? 'forZone' : page === null ? 'forDocument' : 'forPage')}
      </Text>
      <ContentEditor
        documentId={document.id}
        nodeId={zone?.id ?? page?.id ?? document.id}
        addedTo={zone?.isNew === true ? page?.id : null}
        languageCode={languageCode}
        {...(zone === undefined && page !== null ? { pages: document.images } : {})}
        onChanged={onContent}
      />
    </>
  );
}

/** @returns makes a language of the document its default one */
function useDefaultLanguage({ id, version }: DocumentHead, onChanged: () => void) {
  const client = useClient();
  const { tellProblem } = useTell();
  return async (code: string) => {
    const variables = { id, patch: { defaultLanguage: code }, ifVersion: version };
    const outcome = await change(client, updateDocument, variables);
    if (!outcome.isDone) tellProblem(outcome.problem);
    onChanged();
  };
}

interface RemoveLanguageProps {
  readonly removed: string;
  readonly onRemoved: (next: string | null) => void;
  readonly document: Props['document'];
  readonly onLanguage: Props['onLanguage'];
  readonly onChanged: Props['onChanged'];
}

function RemoveLanguage({ removed, onRemoved, document, onLanguage, onChanged }: RemoveLanguageProps) {
  const { t } = useTranslation('document');
  const client = useClient();
  const { language } = useFormats();
  const { tellProblem } = useTell();
  return (
    <Confirm
      text={t('removeLanguageText', { language: language(removed) })}
      action={t('removeLanguage')}
      onClose={() => onRemoved(null)}
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
  );
}

interface ChosenZone {
  readonly shownZoneId: Props['shownZoneId'];
  readonly onZone: Props['onZone'];
  readonly page: Props['page'];
}

function useZonesOfPage({ shownZoneId, onZone, page }: ChosenZone) {
  const [ownZoneId, setOwnZoneId] = useState<string | null>(null);
  const zoneId = shownZoneId === undefined ? ownZoneId : shownZoneId;
  const setZoneId = onZone ?? setOwnZoneId;
  const [{ data }, readZones] = useQueryData({
    query: zonesQuery,
    variables: { id: page?.id ?? '' },
    pause: page === null,
  });
  useRereadWithDrafts(readZones);
  const shown =
    page !== null && data?.node?.__typename === 'Image' && data.node.id === page.id ? data.node : null;
  const zones = shown?.draftedZones ?? shown?.zones.map((each) => ({ ...each, isNew: false })) ?? [];
  const zone = zones.find(({ id }) => id === zoneId);
  return { zone, zones, setZoneId };
}

interface ZoneChoiceProps {
  readonly zone: ShownZone | undefined;
  readonly page: Pick<DocumentPage, 'id'>;
  readonly onZone: (id: string | null) => void;
  readonly zones: readonly ShownZone[];
}

function ZoneChoice({ zone, page, onZone, zones }: ZoneChoiceProps) {
  const { t } = useTranslation('document');
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      mb="md"
      aria-label={t('element')}
      value={zone?.id ?? page.id}
      onChange={(id) => onZone(id === page.id ? null : id)}
      data={[
        { value: page.id, label: t('thePage') },
        ...zones.map(({ id, name, order }) => ({
          value: id,
          label: (name === '' ? String(order) : name).slice(0, 24),
        })),
      ]}
    />
  );
}

interface TabRowProps {
  readonly onAdd: (next: boolean) => void;
  readonly languageCode: Props['languageCode'];
  readonly document: Props['document'];
  readonly onDefault: (code: string) => Promise<void>;
  readonly onRemove: (next: string | null) => void;
}

function TabRow({ onAdd, languageCode, document, onDefault, onRemove }: TabRowProps) {
  const { t } = useTranslation('document');
  const { mayWrite } = useRights();
  const isDefault = (code: string) => code === document.defaultLanguage;
  const languages = document.languages.toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
  const names = useFormats().languages(languages);
  return (
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
          <ActionIcon variant="subtle" aria-label={t('addLanguage')} onClick={() => onAdd(true)}>
            <IconPlus size={18} aria-hidden />
          </ActionIcon>
          {languageCode !== document.defaultLanguage && (
            <LanguageMenu languageCode={languageCode} onDefault={onDefault} onRemove={onRemove} />
          )}
        </>
      )}
    </Group>
  );
}

interface LanguageMenuProps {
  readonly languageCode: Props['languageCode'];
  readonly onDefault: (code: string) => Promise<void>;
  readonly onRemove: (next: string | null) => void;
}

function LanguageMenu({ languageCode, onDefault, onRemove }: LanguageMenuProps) {
  const { t } = useTranslation('document');
  const { language } = useFormats();
  return (
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
        <Menu.Item onClick={() => void onDefault(languageCode)}>{t('makeDefault')}</Menu.Item>
        <Menu.Item color="var(--mantine-color-error)" onClick={() => onRemove(languageCode)}>
          {t('removeLanguage')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
