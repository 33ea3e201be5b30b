import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LanguageService } from '../../src/content/languages/language.service.js';
import { LoupeError } from '../../src/kernel/errors.js';
import { checkImport } from '../../src/exchange/import-rules.js';
import type { ReadText } from '../../src/exchange/import-report.js';
import { readJson } from '../../src/exchange/json.reader.js';
import { surveyJson } from '../../src/exchange/json.survey.js';
import { toJson, toXml } from '../../src/exchange/writers.js';
import { readXml } from '../../src/exchange/xml.reader.js';
import { documentFiles } from './document-files.js';

const check = (read: ReadText) =>
  checkImport(read, {
    languages: new LanguageService(),
    iconsAmong: async () => new Set(),
    pageCount: 2,
    timeZone: 'Europe/Zurich',
  });

async function refusal(work: () => unknown): Promise<LoupeError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof LoupeError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('a document', () => {
  it('says the same as JSON and as XML', async () => {
    await fc.assert(
      fc.asyncProperty(documentFiles(2), async (file) => {
        const fromJson = await check(await readJson(toJson(file)));
        expect(await check(await readXml(toXml(file)))).toEqual(fromJson);
        expect(fromJson.images).toHaveLength(2);
      }),
      { numRuns: 300 },
    );
  });

  it('is refused with the line and the member of every problem', async () => {
    const json = `{
  "DefaultLanguage": "en-US",
  "Name": "N", "Titles": [{"LanguageCode": "en-US", "Value": ""},
    {"LanguageCode": "en-US", "Value": 4}],
  "Images": [{}, {
    "zones": [
      {"Height": 10, "Width": "10", "PositionX": 0.5}
    ],
    "Actions": ["x"]
  }]
}`;
    expect((await refusal(async () => check(await readJson(json)))).fields).toEqual({
      'Titles[1].Value': ['line 4: must be a text'],
      'Images[1].Zones[0].Width': ['line 7: must be a whole number'],
      'Images[1].Zones[0].PositionX': ['line 7: must be a whole number'],
      'Images[1].Zones[0].PositionY': ['line 7: is missing'],
      'Images[1].Actions[0]': ['line 9: must be an action'],
    });
    const xml = `<?xml version="1.0" encoding="utf-8"?>
<Document DefaultLanguage="en-US" Name="N">
  <Titles><Title LanguageCode="en-US"/></Titles>
  <Images>
    <Image/>
    <Image AutoTrigger="maybe">
      <Zones>
        <Zone Height="50" Width="60" PositionX="50"
          PositionY="-1"/>
      </Zones>
    </Image>
  </Images>
</Document>`;
    expect((await refusal(async () => check(await readXml(xml)))).fields).toEqual({
      'Images[1].AutoTrigger': ['line 6: must be true or false'],
    });
    expect((await refusal(async () => check(await readXml(xml.replace('maybe', 'true'))))).fields).toEqual({
      'Images[1].Zones[0].PositionY': [
        expect.stringMatching(/^line 9: must be a whole number from 0 to 100/),
      ],
    });
  });

  it('is refused when a rule of the platform is broken', async () => {
    const file = {
      DefaultLanguage: 'xx-XX',
      Name: ' ',
      Titles: [{ LanguageCode: 'en_us', Value: 'a\u0001' }],
      Actions: [
        { LanguageCode: 'fr-FR', Type: 'URL', Content: '{' },
        { LanguageCode: 'en-US', Type: 'FLY', Icon: '0193' },
        { LanguageCode: 'nonsense', Content: '\ud800', Priority: 3e9 },
      ],
      Images: [{ Titles: [{ LanguageCode: 'de-DE', Value: '' }] }],
    };
    const { code, fields } = await refusal(async () => check(await readJson(JSON.stringify(file))));
    expect(code).toBe('BAD_USER_INPUT');
    expect(Object.keys(fields).sort()).toEqual([
      'Actions[0].Content',
      'Actions[0].LanguageCode',
      'Actions[1].Icon',
      'Actions[1].Type',
      'Actions[2].Content',
      'Actions[2].LanguageCode',
      'Actions[2].Priority',
      'DefaultLanguage',
      'Images',
      'Images[0].Titles[0].LanguageCode',
      'Name',
      'Titles[0].Value',
    ]);
  });

  it('with many problems is refused with the first hundred', async () => {
    const Actions = Array.from({ length: 150 }, () => 4);
    const { fields } = await refusal(async () =>
      check(await readJson(JSON.stringify({ Name: 'N', Actions }))),
    );
    expect(Object.keys(fields)).toHaveLength(101);
    expect(fields['…']).toEqual([expect.stringContaining('more problems')]);
  });
});

describe('a text', () => {
  const document = '<Document DefaultLanguage="en-US" Name="N"><Titles/></Document>';
  const nested = (count: number) => '<a>'.repeat(count);

  it.each([
    ['a document type', `<!DOCTYPE Document [<!ENTITY a "b">]>${document}`],
    ['an external entity', `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document>&x;</Document>`],
    ['an unknown entity', '<Document Name="&nope;"/>'],
    ['deep nesting', nested(50_000)],
    ['a flood of attributes', `<Document ${Array.from({ length: 1e5 }, (_, i) => `a${i}=""`).join(' ')}/>`],
    ['an open end', '<Document><Titles>'],
    ['two roots', `${document}${document}`],
    ['a control character', '<Document Name="&#1;"/>'],
    ['another root', '<Other/>'],
    ['a list twice', '<Document><Titles/><Titles/></Document>'],
    ['nothing', ' '],
    ['no XML', 'hello'],
  ])('of XML with %s is refused', async (_, xml) => {
    const { code, fields } = await refusal(() => readXml(xml));
    expect([code, Object.keys(fields)]).toEqual(['BAD_USER_INPUT', ['xml']]);
  });

  it('of XML may declare any encoding: it is text by now', async () => {
    const { value } = await readXml(`<?xml version="1.0" encoding="utf-16"?>${document}`);
    expect(value).toMatchObject({ Name: 'N' });
  });

  it.each([
    ['deep nesting', '['.repeat(1_000_000)],
    ['a member twice', '{"Name":"a",\n"name":"b"}'],
    ['an open end', '{"Name":\n"a"'],
    ['no JSON', 'hello'],
  ])('of JSON with %s is refused', async (_, json) => {
    expect(Object.keys((await refusal(() => readJson(json))).fields)).toEqual(['json']);
  });

  it('of JSON with a sign too many, too few or another one is refused with its line exactly where it is no JSON', async () => {
    const signs = fc.constantFrom('', '{', '}', '[', ']', ',', ':', '"', '1', 'null', '\n', '//', '\\');
    await fc.assert(
      fc.asyncProperty(
        fc.json({ maxDepth: 5 }),
        fc.nat(),
        fc.nat(2),
        signs,
        async (json, place, removed, sign) => {
          const at = place % (json.length + 1);
          const text = `${json.slice(0, at)}${sign}${json.slice(at + removed)}`;
          const { firstError } = await surveyJson(text);
          let isJson = true;
          try {
            JSON.parse(text);
          } catch {
            isJson = false;
          }
          // The scanner is easier on what stands inside of texts; JSON.parse refuses it all the same.
          expect(isJson && firstError !== null).toBe(false);
          if (!isJson && !text.includes('\\')) expect(firstError).not.toBeNull();
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('with prototype keys harms nobody', async () => {
    const json = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"Name":"N"}';
    await refusal(async () => check(await readJson(json)));
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it.each([
    '<Document><Titles><Title LanguageCode="en-US">a <b>bold</b> word</Title></Titles></Document>',
    '<Document><TitleStyle>a<i/></TitleStyle></Document>',
    '<Document><Actions><Action><Content>{"Url": "<u>x</u>"}</Content></Action></Actions></Document>',
  ])('is refused where a mark would take its words with it: %s', async (xml) => {
    await expect(readXml(xml)).rejects.toThrow(/line 1: \w+ holds text alone; write <\w> as &lt;\w&gt;/);
  });

  it('may begin with a byte order mark, and holds character references and CDATA', async () => {
    const xml = `\uFEFF<Document DefaultLanguage="en-US" Name="&#x41;&lt;"><Titles>
      <Title LanguageCode="en-US"><![CDATA[<b>]]>&amp;</Title></Titles></Document>`;
    expect(await check(await readXml(xml))).toMatchObject({ name: 'A<', titles: [{ value: '<b>&' }] });
    expect(
      await check(
        await readJson(
          '\uFEFF{"name":"N","defaultlanguage":"en-us","TITLES":[{"LanguageCode":"en-US","Value":""}]}',
        ),
      ),
    ).toMatchObject({
      name: 'N',
      defaultLanguage: 'en-US',
    });
  });
});
