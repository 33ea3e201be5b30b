/** Rows of elements, and for each language a column with their titles and actions. */
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { TypeSign } from '../../parts/content/TypeSign';
import { useElementNames } from '../../parts/page-name';
import { TextCell } from './TextCell';
import type { TextRow, TextsElement } from './texts-documents';
import type { TextChanger } from './use-texts';

interface Props {
  readonly rows: readonly TextRow[];
  readonly languages: readonly string[];
  readonly texts: TextChanger;
  readonly mayWrite: boolean;
}

export function TextTable({ rows, languages, texts, mayWrite }: Props) {
  const { t } = useTranslation('texts');
  const formats = useFormats();
  const names = formats.languages(languages);
  return (
    <div className="texts-scroller" tabIndex={0} role="region" aria-label={t('table')}>
      <table className="texts-table" aria-label={t('table')}>
        <thead>
          <tr>
            <th scope="col">{t('element')}</th>
            {languages.map((code) => (
              <th key={code} scope="col" lang={code}>
                {names.get(code)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.element.id} data-type={row.element.type}>
              <th scope="row">
                {row.element.type === 'DOCUMENT' && row.element.folders.length > 0 && (
                  <Text size="xs" c="dimmed" className="any-text">
                    {row.element.folders.join(' / ')}
                  </Text>
                )}
                <ElementLink element={row.element} />
              </th>
              {languages.map((code) => (
                <td key={code}>
                  <Cells
                    row={row}
                    languageCode={code}
                    language={names.get(code) ?? code}
                    {...{ texts, mayWrite }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ElementLink({ element }: { readonly element: Omit<TextsElement, 'folders'> }) {
  const { documentId, pageId, type, label } = element;
  const names = useElementNames();
  const isZone = type === 'ZONE';
  const address: string = isZone ? `/pages/${pageId ?? ''}` : `/documents/${documentId}`;
  return (
    <Link
      to={address}
      search={(isZone || pageId === null ? {} : { page: pageId }) as never}
      className="texts-element any-text"
    >
      {names.label(label.slice(0, 300))}
    </Link>
  );
}

interface CellsProps {
  readonly row: TextRow;
  readonly languageCode: string;
  readonly language: string;
  readonly texts: TextChanger;
  readonly mayWrite: boolean;
}

function Cells({ row: { element, titles, actions }, languageCode, language, texts, mayWrite }: CellsProps) {
  const { t } = useTranslation('texts');
  const title = titles.find((each) => each.languageCode === languageCode);
  const own = actions.filter((action) => action.languageCode === languageCode);
  const label = useElementNames().label(element.label.slice(0, 120));
  const shared = { texts, isReadOnly: !mayWrite };
  if (title === undefined) {
    return (
      <Text size="xs" c="dimmed">
        {t('noLanguage')}
      </Text>
    );
  }
  return (
    <div className="texts-cells">
      <TextCell
        {...shared}
        isStrong
        label={t('titleOf', { element: label, language })}
        placeholder={t('noTitle')}
        edit={{ elementId: element.id, languageCode, field: 'TITLE', before: title.value }}
      />
      {own.map((action) => {
        const about = { elementId: element.id, languageCode, actionId: action.id };
        const named = { name: action.name.slice(0, 80), element: label, language };
        return (
          <div key={action.id} className="texts-action">
            <span className="texts-sign">
              <TypeSign type={action.type} />
            </span>
            <div>
              <TextCell
                {...shared}
                label={t('nameOf', named)}
                edit={{ ...about, field: 'ACTION_NAME', before: action.name }}
              />
              {action.targets.map(({ path, text, problem }) => (
                <TextCell
                  key={path}
                  {...shared}
                  label={t('targetOf', named)}
                  warning={problem}
                  edit={{ ...about, field: 'ACTION_TARGET', path, before: text }}
                />
              ))}
            </div>
          </div>
        );
      })}
    </div>
  );
}
