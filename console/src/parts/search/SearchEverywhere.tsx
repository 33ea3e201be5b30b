/**
 * Ctrl-K: runs what the screen offers, and finds screens, documents, folders, pages and zones by their names, titles, printed words and
 * by what their actions open.
 */
import { Button, Kbd, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconBolt, IconFileText, IconFolder, IconSearch, IconSquareDashed } from '../icons/icons';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/query';
import { problemOf } from '../../api/change';
import { graphql, type ResultOf } from '../../api/graphql';
import { isComposing } from '../editing/composing';
import { ProblemNotice } from '../ProblemNotice';
import { useCommandsNamed } from './commands';
import { type NamedScreen, ScreenAction, useScreensNamed } from './screens';

const searchQuery = graphql(`
  query SearchEverywhere($text: String!) {
    searchTexts(text: $text, first: 20) {
      nodes {
        element {
          __typename
          ... on Document {
            id
            name
          }
          ... on Folder {
            id
            name
          }
          ... on Image {
            id
            name
            documentId
            smallThumbnailUrl
          }
          ... on Organization {
            id
            name
          }
          ... on Zone {
            id
            name
            imageId
            image {
              id
              documentId
            }
          }
        }
        matches {
          field
          text
          box {
            left
            top
            width
            height
          }
        }
        path {
          id
          name
        }
      }
    }
  }
`);

type Hit = ResultOf<typeof searchQuery>['searchTexts']['nodes'][number];

const TYPED_MS = 200;
const SHORTEST = 2;

const SIGNS = {
  Document: IconFileText,
  Folder: IconFolder,
  Image: IconFileText,
  Organization: IconFolder,
  Zone: IconSquareDashed,
};

function addressOf({ element }: Hit): string {
  switch (element.__typename) {
    case 'Document':
      return `/documents/${element.id}`;
    case 'Image':
      return `/documents/${element.documentId}?page=${element.id}`;
    case 'Zone':
      return `/documents/${element.image.documentId}?page=${element.imageId}`;
    case 'Folder':
    case 'Organization':
      return `/library/${element.id}`;
  }
}

export function SearchEverywhere() {
  const { t } = useTranslation();
  const { typed, change, press, places, chosen, choose, isLongEnough, isFailed, fetching, text, error, ask } =
    usePlaces();
  return (
    <>
      <SearchButton />
      <Spotlight.Root
        query={typed}
        onQueryChange={change}
        shortcut="mod + K"
        tagsToIgnore={EVERYWHERE}
        scrollable
        maxHeight="60vh"
        attributes={{ content: { 'aria-label': t('search.open') } }}
      >
        <Spotlight.Search
          placeholder={t('search.placeholder')}
          aria-label={t('search.placeholder')}
          onKeyDownCapture={press}
          leftSection={<IconSearch size={18} aria-hidden />}
        />
        <Spotlight.ActionsList aria-label={t('search.open')}>
          {places.map((place) =>
            place.hit === null ? (
              <ScreenAction
                key={place.key}
                screen={place.screen}
                detail={t(place.run === null ? 'search.screen' : 'search.command')}
                isChosen={place.key === chosen?.key}
                onChoose={() => choose(place)}
              />
            ) : (
              <HitAction
                key={place.key}
                hit={place.hit}
                isChosen={place.key === chosen?.key}
                onChoose={() => choose(place)}
              />
            ),
          )}
          {(places.length === 0 || !isLongEnough) && !isFailed && (
            <Spotlight.Empty>
              {!isLongEnough || fetching ? t('search.hint') : t('search.nothing', { text })}
            </Spotlight.Empty>
          )}
        </Spotlight.ActionsList>
        {isFailed && error !== undefined && (
          <ProblemNotice problem={problemOf(error)} onRetry={() => ask({ requestPolicy: 'network-only' })} />
        )}
      </Spotlight.Root>
    </>
  );
}

/** The places that are found, and which of them the keyboard has chosen. */
function usePlaces() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), TYPED_MS);
  const isLongEnough = text.length >= SHORTEST;
  const [{ data, error, fetching }, ask] = useQuery({
    query: searchQuery,
    variables: { text },
    pause: !isLongEnough,
  });
  const isFailed = isLongEnough && data === undefined && error !== undefined && !fetching;
  const hits = isLongEnough && data !== undefined ? data.searchTexts.nodes : NONE;
  // At once, since Enter may follow before the server is asked.
  const screens = useScreensNamed(typed.trim());
  const commands = useCommandsNamed(typed.trim());
  const places: readonly Place[] = [
    ...commands.map(({ name, run }) => ({
      key: `! ${name}`,
      run,
      screen: { name, icon: IconBolt },
      hit: null,
    })),
    ...screens.map((screen) => ({ key: screen.path, address: screen.path, run: null, screen, hit: null })),
    ...hits.map((hit) => ({ key: hit.element.id, address: addressOf(hit), run: null, screen: null, hit })),
  ];
  /** The first hit is chosen until the arrow keys choose another one. */
  const [steps, setSteps] = useState(0);
  const chosen = places.length === 0 ? undefined : places[steps % places.length];
  const change = (words: string) => {
    setTyped(words);
    setSteps(0);
  };
  const choose = (place: Place) =>
    place.run === null ? void navigate({ href: place.address }) : place.run();
  /** Before the search field's own keys, whose choice is lost when hits come again from the server. */
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (isComposing(event) || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    event.stopPropagation();
    if (chosen === undefined) return;
    if (step !== undefined) return setSteps((steps + step + places.length) % places.length);
    spotlight.close();
    choose(chosen);
  };
  return { typed, change, press, places, chosen, choose, isLongEnough, isFailed, fetching, text, error, ask };
}

function SearchButton() {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      size="sm"
      px="sm"
      className="search-button"
      onClick={spotlight.open}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        <Kbd size="xs" visibleFrom="sm" aria-hidden>
          {SHORTCUT}
        </Kbd>
      }
    >
      <span className="search-word">{t('search.open')}</span>
    </Button>
  );
}

type Place = { readonly key: string } & (
  | { readonly run: () => void; readonly screen: Pick<NamedScreen, 'name' | 'icon'>; readonly hit: null }
  | { readonly run: null; readonly address: string; readonly screen: NamedScreen; readonly hit: null }
  | { readonly run: null; readonly address: string; readonly screen: null; readonly hit: Hit }
);

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const NONE: readonly Hit[] = [];
/** The shortcut works in fields, too. */
const EVERYWHERE: string[] = [];

const SHORTCUT = 'Ctrl K';

interface HitProps {
  readonly hit: Hit;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function HitAction({ hit, isChosen, onChoose }: HitProps) {
  const { t } = useTranslation();
  const action = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isChosen) action.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const { element, matches, path } = hit;
  const Sign = SIGNS[element.__typename];
  const found = matches.find(({ text }) => text !== element.name);
  const printed = matches.find(({ field }) => field === 'PAGE_TEXT');
  const place = path
    .slice(0, -1)
    .map(({ name }) => name)
    .join(' / ');
  return (
    <Spotlight.Action ref={action} onClick={onChoose} data-selected={isChosen || undefined}>
      {printed?.box != null && element.__typename === 'Image' && element.smallThumbnailUrl !== null ? (
        <MarkedPage address={element.smallThumbnailUrl} box={printed.box} />
      ) : (
        <Sign size={22} stroke={1.5} aria-hidden className="search-sign" />
      )}
      <div style={{ minWidth: 0, flex: 1 }}>
        <Text className="one-line">{element.name}</Text>
        {found !== undefined && (
          <Text size="sm" className="one-line search-detail">
            {`${t(`search.fields.${found.field}`)}: ${found.text}`}
          </Text>
        )}
        <Text size="xs" className="one-line search-detail">
          {[t(`search.kinds.${element.__typename}`), place].filter((part) => part !== '').join(' · ')}
        </Text>
      </div>
    </Spotlight.Action>
  );
}

interface MarkedPageProps {
  readonly address: string;
  readonly box: NonNullable<Hit['matches'][number]['box']>;
}

/** The page, small, with the place marked where the words stand. */
function MarkedPage({ address, box: { left, top, width, height } }: MarkedPageProps) {
  const percent = (fraction: number) => `${100 * fraction}%`;
  const place = { left: percent(left), top: percent(top), width: percent(width), height: percent(height) };
  return (
    <span className="search-page" aria-hidden>
      <img src={address} alt="" />
      <span className="search-mark" style={place} />
    </span>
  );
}
