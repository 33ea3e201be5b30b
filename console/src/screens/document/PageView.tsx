/** The chosen page in large, with its state and what can be done with it; or all pages of the document. */
import { Button, Group, Menu, Select, Stack, Switch, Text, Title } from '@mantine/core';
import { IconChevronDown, IconTrash } from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change, type Outcome } from '../../api/change';
import { useRights } from '../../api/session';
import { treeChanged } from '../../api/tree-changes';
import { NameDialog } from '../../parts/NameDialog';
import { ownNameOfPage } from '../../parts/page-name';
import { Recognizability } from '../../parts/Recognizability';
import { useTell } from '../../parts/tell';
import { DrawingWarnings } from './DrawingWarnings';
import { type DocumentHead, type DocumentPage, restorePage, trashPage, updatePage } from './documents';
import { PageLinks } from './PageLinks';

interface Props {
  readonly document: DocumentHead & { readonly images: readonly DocumentPage[] };
  readonly page: DocumentPage | null;
  readonly onChanged: () => void;
}

export function PageView({ document, page, onChanged }: Props) {
  const { t } = useTranslation('document');
  if (page !== null) return <OnePage document={document} page={page} onChanged={onChanged} />;
  const weak = document.images.filter(({ recognizability }) => !recognizability.isRecognizable);
  return (
    <section className="page-view" aria-label={t('whole')}>
      {document.coverUrl !== null && (
        <img src={document.images[0]?.bigThumbnailUrl ?? document.coverUrl} alt="" className="page-picture" />
      )}
      <Stack gap={4} p="md">
        <Text size="sm">{t('wholeText')}</Text>
        <DrawingWarnings warnings={document.warnings} />
        {weak.length > 0 && (
          <Text size="sm" c="var(--loupe-warning)">
            {t('weakPages', { count: weak.length, pages: weak.map(({ order }) => order).join(', ') })}
          </Text>
        )}
      </Stack>
    </section>
  );
}

function OnePage({ document, page, onChanged }: Props & { readonly page: DocumentPage }) {
  const { t } = useTranslation('document');
  const client = useClient();
  const { mayWrite } = useRights();
  const { tellDone, tellProblem } = useTell();
  const [isRenaming, setRenaming] = useState(false);
  const ifVersion = page.version;
  const finish = <Value,>(outcome: Outcome<Value>) => {
    if (!outcome.isDone) tellProblem(outcome.problem);
    onChanged();
  };
  const patch = async (what: {
    status?: 'Active' | 'Inactive';
    autoTrigger?: boolean | null;
    order?: number;
  }) => finish(await change(client, updatePage, { id: page.id, patch: what, ifVersion }));
  const throwAway = async () => {
    const outcome = await change(client, trashPage, { id: page.id });
    finish(outcome);
    treeChanged();
    if (!outcome.isDone) return;
    tellDone(t('pageTrashed', { number: page.order }), {
      of: [page.id],
      undo: async () => {
        finish(await change(client, restorePage, { id: page.id }));
        treeChanged();
      },
    });
  };
  const number = t('pageNumber', { number: page.order });
  const ownName = ownNameOfPage(page.name);
  const label = ownName === '' ? number : `${number} · ${ownName}`;
  return (
    <section className="page-view" aria-label={number}>
      {page.bigThumbnailUrl !== null && (
        <img
          src={page.bigThumbnailUrl}
          alt={t('pictureOf', { name: label.slice(0, 100) })}
          className="page-picture"
        />
      )}
      <Stack gap="sm" p="md">
        <Title order={2} size="h4" className="any-text">
          {label}
        </Title>
        <Recognizability {...page.recognizability} />
        <DrawingWarnings warnings={page.warnings} />
        {page.zoneCount > 0 && (
          <Text size="sm" c="dimmed">
            {t('stepsBack', { count: page.zoneCount })}
          </Text>
        )}
        <PageLinks pageId={page.id} />
        {mayWrite && (
          <Group gap="md">
            {page.zoneCount === 0 && (
              <Switch
                label={t('activePage')}
                checked={page.status === 'Active'}
                onChange={(event) =>
                  void patch({ status: event.currentTarget.checked ? 'Active' : 'Inactive' })
                }
              />
            )}
            <Switch
              label={t('autoTrigger')}
              checked={page.autoTrigger === true}
              onChange={(event) => void patch({ autoTrigger: event.currentTarget.checked ? true : null })}
            />
            <Menu position="bottom-end">
              <Menu.Target>
                <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
                  {t('pageMenu')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setRenaming(true)}>{t('renamePage')}</Menu.Item>
                <Menu.Item
                  color="var(--mantine-color-error)"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() => void throwAway()}
                >
                  {t('trashPage')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
            <Select
              label={t('place')}
              size="xs"
              w={130}
              value={String(page.order)}
              // By place: while a page moves, two may claim the same one.
              data={document.images.map((_, at) => ({
                value: String(at + 1),
                label: t('pageNumber', { number: at + 1 }),
              }))}
              onChange={(value) => value !== null && void patch({ order: Number(value) })}
              allowDeselect={false}
            />
          </Group>
        )}
      </Stack>
      {isRenaming && (
        <NameDialog
          title={t('renamePage')}
          label={t('name')}
          initial={ownName}
          draft={`name:${page.id}`}
          version={ifVersion}
          action={t('save')}
          onClose={() => setRenaming(false)}
          onName={async (name, base) => {
            const patch = { name };
            const outcome = await change(client, updatePage, { id: page.id, patch, ifVersion: base });
            onChanged();
            return outcome;
          }}
        />
      )}
    </section>
  );
}
