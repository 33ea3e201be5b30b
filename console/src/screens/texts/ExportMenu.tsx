/** Titles and actions as a file for spreadsheet programs. */
import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { problemOf } from '../../api/change';
import { IconDownload } from '../../parts/icons/icons';
import { saveFrom } from '../../parts/editing/save';
import { useTell } from '../../parts/tell';
import { exportQuery } from './texts-documents';

const FORMATS = [
  ['xlsx', null],
  ['titles', 'TITLES'],
  ['actions', 'ACTIONS'],
] as const;

export function ExportMenu({ placeId }: { readonly placeId: string }) {
  const { t } = useTranslation('texts');
  const client = useClient();
  const { tellProblem } = useTell();
  const [isBusy, setBusy] = useState(false);
  const save = async (csv: 'TITLES' | 'ACTIONS' | null) => {
    setBusy(true);
    const { data, error } = await client
      .query(exportQuery, { documentId: placeId, csv }, { requestPolicy: 'network-only' })
      .toPromise();
    setBusy(false);
    if (error !== undefined || data === undefined) tellProblem(problemOf(error ?? { message: '' }));
    else {
      const { fileName, contentType, base64 } = data.exportSpreadsheet;
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const url = URL.createObjectURL(new Blob([bytes], { type: contentType }));
      saveFrom(url, fileName);
      URL.revokeObjectURL(url);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={isBusy} leftSection={<IconDownload size={16} aria-hidden />}>
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map(([name, csv]) => (
          <Menu.Item key={name} onClick={() => void save(csv)}>
            {t(`exports.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
