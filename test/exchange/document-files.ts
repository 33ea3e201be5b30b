/** Random documents, as files carry them. */
import { rectMembers, zoneMemberNames, zoneMembers } from '../../src/documents/zones/zone.members.js';
import { zoneWireName } from '../../src/documents/zones/zone.wire.js';
import { kindOf } from '../../src/kernel/members.js';
import fc from 'fast-check';
import type {
  ActionFile,
  DocumentFile,
  ImageFile,
  TitleFile,
  ZoneFile,
} from '../../src/exchange/document-file.js';

/** Anything that people may write, with all that JSON and XML have to escape. */
const text = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  // eslint-disable-next-line no-control-regex -- exactly the control characters are meant
  .map((value) => value.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, ''))
  .chain((value) =>
    fc.constantFrom(value, ` ${value}\n<"&'>\t]]>\r\n`, `${value} é 日本 😀 &amp; \\u0041 __proto__`),
  );
const name = text.map((value) => `${value} n`.slice(0, 100));
/** As exports write them. */
const windows = fc.constantFrom(
  null,
  'from 2026-12-01T00:00',
  'from 2026-12-01T00:00 until 2026-12-25T00:00 on Mon,Fri at 07:00-09:00,22:00-02:00',
);
const nullable = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });

/** Zones at fixed places, so that the pictures of a page are cut once. */
const places = [
  { Height: 100, Width: 50, PositionX: 0, PositionY: 0 },
  { Height: 60, Width: 50, PositionX: 50, PositionY: 40 },
] as const;

/** Canonical, as exports have them. */
const rules = [
  'iOS https://loupe.example/ios?a=1&b=2 Android,Desktop https://loupe.example/other',
  'Android market://details?id=example 30%=B https://loupe.example/b 5%=Été https://loupe.example/c',
];

const contents: readonly (readonly [string, fc.Arbitrary<string>])[] = [
  ['RAW', text],
  ['URL', text.map((Url) => JSON.stringify({ Url: 'https://loupe.example/', Note: Url }))],
  ['MAIL', text.map((Subject) => JSON.stringify({ Address: 'a@loupe.example', Subject }))],
  ['TEL', fc.constant('{}')],
];

function actionsIn(languages: readonly string[]): fc.Arbitrary<ActionFile[]> {
  const action = fc.constantFrom(...contents).chain(([Type, content]) =>
    fc.record({
      LanguageCode: fc.constantFrom(...languages),
      Priority: nullable(fc.integer({ min: -3, max: 3 })),
      Order: nullable(fc.integer({ min: -3, max: 3 })),
      Name: text,
      Type: fc.constant(Type),
      Content: content,
      Style: nullable(text),
      Icon: fc.constant(null),
      Rules: Type === 'URL' ? nullable(fc.constantFrom(...rules)) : fc.constant(null),
      TimeWindow: windows,
    }),
  );
  return fc.array(action, { maxLength: 4 });
}

/** A title in each of the languages, as exports have them. */
function titlesIn(languages: readonly string[]): fc.Arbitrary<TitleFile[]> {
  return fc.tuple(
    ...languages.map((LanguageCode) =>
      fc.record({
        LanguageCode: fc.constant(LanguageCode),
        Value: text,
        Style: nullable(text),
        TimeWindow: windows,
      }),
    ),
  );
}

function contentIn(languages: readonly string[]) {
  return {
    ActionStyle: nullable(text),
    TitleStyle: nullable(text),
    Titles: titlesIn(languages),
    Actions: actionsIn(languages),
  };
}

/** Members of a zone beside its name and place, whichever there are. */
const zoneMembersInFiles = Object.fromEntries(
  zoneMemberNames
    .filter((member) => member !== 'name' && !rectMembers.some((each) => each === member))
    .map((member) => {
      const values = { text, flag: fc.boolean(), whole: fc.nat(100) };
      if (member === 'timeWindow') return [zoneWireName(member), windows];
      return [zoneWireName(member), nullable<unknown>(values[kindOf(zoneMembers[member])])];
    }),
);

function imageIn(languages: readonly string[]): fc.Arbitrary<ImageFile> {
  const flag = nullable(fc.boolean());
  const zone = (place: (typeof places)[number]): fc.Arbitrary<ZoneFile> =>
    fc
      .record({ ...zoneMembersInFiles, Name: name, ...contentIn(languages) })
      .map((rest) => ({ ...rest, ...place }) as ZoneFile);
  const zones = fc.subarray([...places]).chain((chosen) => fc.tuple(...chosen.map(zone)));
  return fc.record({
    Name: name,
    AutoTrigger: flag,
    TimeWindow: windows,
    ...contentIn(languages),
    Zones: zones,
  });
}

/** Documents with one image for each page. */
export function documentFiles(pageCount: number): fc.Arbitrary<DocumentFile> {
  return fc.subarray(['de-DE', 'en-US', 'fr-FR'], { minLength: 1 }).chain((languages) =>
    fc.record({
      DefaultLanguage: fc.constantFrom(...languages),
      Name: name,
      TimeWindow: windows,
      ...contentIn(languages),
      Images: fc.tuple(...Array.from({ length: pageCount }, () => imageIn(languages))),
    }),
  );
}
