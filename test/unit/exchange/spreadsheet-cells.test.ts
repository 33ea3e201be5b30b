import { describe, expect, it } from 'vitest';
import { readSpreadsheet } from '../../../src/exchange/spreadsheets/spreadsheet-files.js';
import { textCells, workbookOf } from '../../kit/files/workbooks.js';

const head = textCells('ElementId', 'LanguageCode', 'Value');

/** The value of a title whose cell is written like this. */
async function valueOf(cell: string, parts: Omit<Parameters<typeof workbookOf>[0], 'rows'> = {}) {
  const rows = `<row r="1">${head}</row><row r="2">${textCells('x', 'en-US')}${cell}</row>`;
  const [line] = await readSpreadsheet(await workbookOf({ ...parts, rows }));
  return line?.cells['Value'];
}

const inline = (text: string) => `<c r="C2" t="inlineStr"><is>${text}</is></c>`;

const shown = (value: string, id: number, code?: string, countsFrom1904 = false) =>
  valueOf(`<c r="C2" s="1"><v>${value}</v></c>`, {
    formats: [code === undefined ? { id } : { id, code }],
    countsFrom1904,
  });

const csv = async (text: string) => readSpreadsheet(Buffer.from(text));

describe('a text in a cell of a workbook', () => {
  it.each([
    ['<t>Hello &#x1F600;</t>', 'Hello 😀'],
    ['<t>Hello &#128512;</t>', 'Hello 😀'],
    ['<t>Hello 😀 &#xE9;</t>', 'Hello 😀 é'],
    ['<t><![CDATA[bread & <butter>]]></t>', 'bread & <butter>'],
    ['<t>one &amp; <![CDATA[two]]></t>', 'one & two'],
    ['<r><t>one </t></r><r><rPr><b/></rPr><t>two</t></r><rPh sb="0" eb="1"><t>reading</t></rPh>', 'one two'],
    ['<t>a_x000D_b _x005F_x0041_</t>', 'a\rb _x0041_'],
  ])('%s is read as people see it, in the cell and shared', async (text, value) => {
    expect(await valueOf(inline(text))).toBe(value);
    expect(await valueOf('<c r="C2" t="s"><v>0</v></c>', { texts: `<si>${text}</si>` })).toBe(value);
  });

  it('may be the result of a formula, or a truth', async () => {
    expect(await valueOf('<c r="C2" t="str"><f>A1</f><v>a &amp; b</v></c>')).toBe('a & b');
    expect(await valueOf('<c r="C2" t="b"><v>1</v></c>')).toBe('TRUE');
  });
});

describe('a number in a cell of a workbook', () => {
  it.each([
    ['0.5', 9, undefined, '50%'],
    ['0.1234', 10, undefined, '12.34%'],
    ['46100', 164, 'yyyy\\-mm\\-dd', '2026-03-19'],
    ['46100', 164, 'dd\\.mm\\.yyyy;@', '19.03.2026'],
    ['46100.395833333336', 165, 'dd/mm/yyyy hh:mm', '19/03/2026 09:30'],
    ['46100', 15, undefined, '19-Mar-26'],
    ['46100', 166, '[$-407]d. mmmm yyyy', '19. März 2026'],
    ['0.395833333333', 20, undefined, '9:30'],
    ['0.75', 18, undefined, '6:00 PM'],
    ['1.5', 46, undefined, '36:00:00'],
    ['1234.5', 4, undefined, '1,234.50'],
    ['42', 164, '000000', '000042'],
    ['0.30000000000000004', 0, undefined, '0.3'],
    ['9783161484100', 0, undefined, '9783161484100'],
    ['2026', 49, undefined, '2026'],
  ])('%s in the format %i %s is shown as %4$s', async (value, id, code, text) => {
    expect(await shown(value, id, code)).toBe(text);
  });

  it('counts days from 1904 where the workbook does', async () => {
    expect(await shown('44638', 164, 'yyyy-mm-dd', true)).toBe('2026-03-19');
    expect(await shown('1.5', 46, undefined, true)).toBe('36:00:00');
    expect(await shown('0.5', 9, undefined, true)).toBe('50%');
  });

  it('may be a day that is written as such', async () => {
    const cell = '<c r="C2" t="d" s="1"><v>2026-03-19T09:30:00</v></c>';
    expect(await valueOf(cell, { formats: [{ id: 164, code: 'd.m.yyyy h:mm' }] })).toBe('19.3.2026 9:30');
  });

  it('is taken as it is where a number is wanted', async () => {
    const rows = `<row>${textCells('ElementId', 'LanguageCode', 'Name', 'Content', 'Priority')}</row><row>${textCells('x', 'en-US', 'n', 'c')}<c s="1"><v>2</v></c></row>`;
    const [line] = await readSpreadsheet(await workbookOf({ rows, formats: [{ id: 2 }] }));
    expect(line?.cells['Priority']).toBe('2');
  });
});

describe('a cell that shows no text', () => {
  it.each([
    ['an error', '<c r="C2" t="e"><v>#N/A</v></c>', /holds the error #N\/A/],
    ['the error of a formula', '<c r="C2" t="e"><f>A9</f><v>#REF!</v></c>', /holds the error #REF!/],
    ['a formula that was never computed', '<c r="C2"><f>A1</f><v></v></c>', /formula without its result/],
    ['a formula of a text', '<c r="C2" t="str"><f>"H"&amp;"i"</f></c>', /formula without its result/],
    ['a link', '<c r="C2" t="str"><f>HYPERLINK("https://a.example","a")</f></c>', /without its result/],
    ['a formula of a text in place', '<c r="C2" t="inlineStr"><f>A1</f></c>', /without its result/],
    ['an array', '<c r="C2" t="str"><f t="array" ref="C2:C3">A1:A2</f></c>', /without its result/],
    ['a share', '<c r="C2" t="str"><f t="shared" si="0"/></c>', /without its result/],
    ['a day that each machine writes differently', '<c r="C2" s="1"><v>46100</v></c>', /in its own way/],
    ['a hidden number', '<c r="C2" s="2"><v>5</v></c>', /hides/],
    ['a day before the first one', '<c r="C2" s="3"><v>-1</v></c>', /outside of the calendar/],
    ['a format that is none', '<c r="C2" s="4"><v>5</v></c>', /cannot be read/],
    ['no number', '<c r="C2"><v>many</v></c>', /marked as a number/],
    ['a shared text that is not there', '<c r="C2" t="s"><v>7</v></c>', /does not hold/],
  ])('because it holds %s is refused with its row and column', async (_, cell, why) => {
    const formats = [
      { id: 14 },
      { id: 164, code: ';;;' },
      { id: 165, code: 'yyyy-mm-dd' },
      { id: 166, code: 'broken"' },
    ];
    const refusal = (await valueOf(cell, { formats }).catch((error: unknown) => error)) as {
      readonly code: string;
      readonly fields: Record<string, string[]>;
    };
    expect(refusal.code).toBe('BAD_USER_INPUT');
    expect(Object.keys(refusal.fields)).toEqual(['Titles row 2.Value']);
    expect(refusal.fields['Titles row 2.Value']?.[0]).toMatch(/^cell C2 /);
    expect(refusal.fields['Titles row 2.Value']?.[0]).toMatch(why);
  });

  it('is one of those that the formula of another cell fills', async () => {
    const array = '<c r="C2" t="str"><f t="array" ref="C2:C3">A1:A2</f></c>';
    const rows = `<row>${head}</row><row>${textCells('x', 'en-US')}${array}</row><row>${textCells('x', 'de-DE')}</row>`;
    await expect(readSpreadsheet(await workbookOf({ rows }))).rejects.toMatchObject({
      fields: { 'Titles row 2.Value': [{}], 'Titles row 3.Value': [{}] },
    });
    const computed = array.replace('</c>', '<v></v></c>');
    const right = rows.replace(array, computed);
    expect(await readSpreadsheet(await workbookOf({ rows: right }))).toMatchObject([
      { cells: { Value: '' } },
      { cells: { Value: '' } },
    ]);
  });

  it('may stand in a column of its reader', async () => {
    const rows = `<row>${head}${textCells('Notes')}</row><row>${textCells('x', 'en-US', 'v')}<c t="e"><v>#N/A</v></c></row>`;
    expect(await readSpreadsheet(await workbookOf({ rows }))).toMatchObject([{ cells: { Value: 'v' } }]);
  });
});

describe('a table', () => {
  it('may begin below blank rows, and rows and cells may have no place of their own', async () => {
    const rows = `<row/><row>${textCells(' ')}</row><row r="5">${head}</row><row/><row>${textCells('x', 'en-US', 'v')}</row>`;
    expect(await readSpreadsheet(await workbookOf({ rows }))).toEqual([
      { table: 'Titles', row: 7, cells: { ElementId: 'x', LanguageCode: 'en-US', Value: 'v' } },
    ]);
    expect(await csv('\n,,\nElementId,LanguageCode,Value\nx,en-US,v\n')).toMatchObject([{ row: 4 }]);
  });

  it('with a heading twice is refused', async () => {
    await expect(csv('ElementId,LanguageCode,Value,Value\nx,en-US,a,b')).rejects.toThrow(/Value twice.*D1/);
  });

  it('without its headings is refused with the row where they are missed', async () => {
    await expect(csv('\nId,Language\n')).rejects.toThrow(/which is row 2/);
  });
});

describe('a file that is made to keep the reader busy', () => {
  const tooLarge = expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }) as unknown;

  it.each([
    ['columns without end', `${'x,'.repeat(20_000)}\n`, /more than 16384 columns in row 1/],
    [
      'columns without end below the headings',
      `ElementId,LanguageCode,Value\n\n${',x'.repeat(20_000)}`,
      /columns in row 3/,
    ],
    ['rows without end', `ElementId,LanguageCode,Value\n${'x,y,z\n'.repeat(50_001)}`, /more than 50000 rows/],
    ['rows without end that are blank', '\n'.repeat(1_100_000), /more than 1048576 rows/],
    ['no headings', `x,y\n`.repeat(100_000), /without the headings.*row 1/],
  ])('is refused with %s', async (_, text, why) => {
    await expect(csv(text)).rejects.toThrow(why);
  });

  it.each([
    ['elements in elements', `<row><c>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</c></row>`],
    ['attributes', `<row ${Array.from({ length: 300 }, (_, at) => `a${at}="1"`).join(' ')}/>`],
    [
      'one text in every cell',
      `<row>${head}</row>${`<row>${'<c t="s"><v>0</v></c>'.repeat(3)}</row>`.repeat(50)}`,
    ],
  ])('is refused as a workbook with too many %s', async (_, rows) => {
    const book = await workbookOf({ rows, texts: `<si><t>${'x'.repeat(1_000_000)}</t></si>` });
    await expect(readSpreadsheet(book)).rejects.toEqual(tooLarge);
  });

  it('does not end the reading of others', async () => {
    const table = 'ElementId,LanguageCode,Value\nx,en-US,v\n';
    const asked = Array.from({ length: 12 }, (_, at) => csv(at % 3 === 0 ? '\n'.repeat(1_100_000) : table));
    const answers = await Promise.allSettled(asked);
    expect(answers.map(({ status }) => status)).toEqual(
      asked.map((_, at) => (at % 3 === 0 ? 'rejected' : 'fulfilled')),
    );
  });
});

describe('CSV', () => {
  it.each([';', ',', '\t', '|'])('takes the separator %j from its first line', async (sign) => {
    const rows = [
      ['ElementId', 'LanguageCode', 'Value'],
      ['x', 'en-US', 'a'],
    ];
    const text = `\uFEFFsep=${sign}\r\n${rows.map((row) => row.join(sign)).join('\n')}`;
    expect(await csv(text)).toMatchObject([{ row: 2, cells: { Value: 'a' } }]);
  });

  it('whose first line names no separator is refused', async () => {
    await expect(csv('sep=\nElementId;LanguageCode;Value')).rejects.toThrow(/must name one character/);
  });

  it.each(['12" vinyl', '"12" vinyl"', ' "quoted"'])(
    'with the cell %s is refused with row and column',
    async (cell) => {
      const text = `ElementId,LanguageCode,Value\nx,en-US,fine\nx,de-DE,${cell}\n`;
      await expect(csv(text)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        message: expect.stringMatching(/row 3, column 3 .*"12"" vinyl"/) as string,
      });
    },
  );

  it('that ends within a cell is refused with row and column', async () => {
    await expect(csv('ElementId,LanguageCode,Value\nx,en-US,"open\n\n')).rejects.toThrow(/row 2, column 3/);
  });

  it('holds errors of spreadsheet programs no more than a workbook does', async () => {
    const table = (value: string) => `ElementId;LanguageCode;Value\nx;en-US;${value}`;
    for (const error of ['#N/A', '#REF!', '#NV', 'Err:502'])
      await expect(csv(table(error))).rejects.toThrow(/Titles row 2\.Value: cell C2 holds the error/);
    expect(await csv(table("'#N/A"))).toMatchObject([{ cells: { Value: '#N/A' } }]);
  });
});
