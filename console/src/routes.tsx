/** The addresses of the console. Each screen is loaded when it is first shown. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ownPath } from './api/own-path';
import { session } from './api/session';
import { loadSentences } from './i18n';
import { NotFound } from './parts/NotFound';
import { ScreenError } from './parts/ScreenError';
import { StartScreen } from './screens/start/StartScreen';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: ScreenError });

async function known() {
  const state = session.state.get();
  return state.status === 'unknown' ? session.load() : state;
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: StartScreen,
  validateSearch: (search: Record<string, unknown>): { then?: string } =>
    typeof search['then'] === 'string' && /^\/(?!\/)/.test(search['then']) ? { then: search['then'] } : {},
});

const link = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('./screens/start/LinkScreen'), 'LinkScreen'),
});

const password = createRoute({
  getParentRoute: () => root,
  path: '/password',
  component: lazyRouteComponent(() => import('./screens/start/PasswordScreen'), 'PasswordScreen'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/$provider',
  component: lazyRouteComponent(() => import('./screens/start/SignInScreen'), 'SignInScreen'),
});

const signInReturn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/$provider/return',
  component: lazyRouteComponent(() => import('./screens/start/SignInScreen'), 'SignInReturnScreen'),
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyRouteComponent(() => import('./screens/start/ForgotScreen'), 'ForgotScreen'),
});

/** For people who were given a link, without a log-in. */
const shared = createRoute({
  getParentRoute: () => root,
  path: '/preview',
  loader: loadSentences,
  component: lazyRouteComponent(() => import('./screens/shared/SharedScreen'), 'SharedScreen'),
});

const sharedComparison = createRoute({
  getParentRoute: () => root,
  path: '/comparison',
  loader: loadSentences,
  component: lazyRouteComponent(
    () => import('./screens/shared/SharedComparisonScreen'),
    'SharedComparisonScreen',
  ),
});

const sharedApproval = createRoute({
  getParentRoute: () => root,
  path: '/approval',
  loader: loadSentences,
  component: lazyRouteComponent(
    () => import('./screens/shared/SharedApprovalScreen'),
    'SharedApprovalScreen',
  ),
});

/** Everything behind the log-in: the frame with its navigation, and the GraphQL client. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ location }) => {
    const { viewer } = await known();
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to lead elsewhere
    if (viewer === null) throw redirect({ to: '/', search: { then: location.href } });
  },
  loader: loadSentences,
  component: lazyRouteComponent(() => import('./parts/frame/Inside'), 'Inside'),
});

/** The members of an address that are texts; what else it holds is left out. */
function texts<Name extends string>(
  search: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const given = names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []));
  return Object.fromEntries(given) as Partial<Record<Name, string>>;
}

const screen = <const Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => inside, path, component });

const library = screen(
  '/library',
  lazyRouteComponent(() => import('./screens/library/LibraryScreen'), 'LibraryScreen'),
);
const libraryPlace = screen(
  '/library/$placeId',
  lazyRouteComponent(() => import('./screens/library/LibraryScreen'), 'LibraryScreen'),
);

const document = createRoute({
  getParentRoute: () => inside,
  path: '/documents/$documentId',
  component: lazyRouteComponent(() => import('./screens/document/DocumentScreen'), 'DocumentScreen'),
  validateSearch: (search: Record<string, unknown>): { page?: string; language?: string; comment?: string } =>
    texts(search, ['page', 'language', 'comment']),
});
const preflight = screen(
  '/documents/$documentId/check',
  lazyRouteComponent(() => import('./screens/preflight/PreflightScreen'), 'PreflightScreen'),
);
const history = screen(
  '/documents/$documentId/history',
  lazyRouteComponent(() => import('./screens/history/HistoryScreen'), 'HistoryScreen'),
);
const proposals = screen(
  '/documents/$documentId/proposals',
  lazyRouteComponent(() => import('./screens/proposals/ProposalsScreen'), 'ProposalsScreen'),
);
const textTable = screen(
  '/texts/$placeId',
  lazyRouteComponent(() => import('./screens/texts/TextsScreen'), 'TextsScreen'),
);
const trash = screen(
  '/trash',
  lazyRouteComponent(() => import('./screens/trash/TrashScreen'), 'TrashScreen'),
);

const compare = screen(
  '/compare',
  lazyRouteComponent(() => import('./screens/compare/CompareScreen'), 'CompareScreen'),
);

interface StatisticsSearch {
  readonly of?: string | undefined;
  readonly days?: string | undefined;
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  readonly zone?: string | undefined;
}

const statistics = createRoute({
  getParentRoute: () => inside,
  path: '/statistics',
  component: lazyRouteComponent(() => import('./screens/statistics/StatisticsScreen'), 'StatisticsScreen'),
  validateSearch: (search: Record<string, unknown>): StatisticsSearch =>
    texts(search, ['of', 'days', 'first', 'last', 'zone']),
});

const page = screen(
  '/pages/$pageId',
  lazyRouteComponent(() => import('./screens/page/PageScreen'), 'PageScreen'),
);

const preview = screen(
  '/pages/$pageId/preview',
  lazyRouteComponent(() => import('./screens/preview/PreviewScreen'), 'PreviewScreen'),
);

const tryOut = screen(
  '/try',
  lazyRouteComponent(() => import('./screens/try/TryScreen'), 'TryScreen'),
);

const administration = createRoute({
  getParentRoute: () => inside,
  path: '/administration',
  component: lazyRouteComponent(
    () => import('./screens/administration/AdministrationScreen'),
    'AdministrationScreen',
  ),
  validateSearch: (search: Record<string, unknown>): { tab?: string; organization?: string } =>
    texts(search, ['tab', 'organization']),
});

const inbox = screen(
  '/inbox',
  lazyRouteComponent(() => import('./screens/inbox/InboxScreen'), 'InboxScreen'),
);

const live = screen(
  '/live',
  lazyRouteComponent(() => import('./screens/live/LiveScreen'), 'LiveScreen'),
);

const calendar = screen(
  '/calendar',
  lazyRouteComponent(() => import('./screens/calendar/CalendarScreen'), 'CalendarScreen'),
);

const conflicts = screen(
  '/conflicts',
  lazyRouteComponent(() => import('./screens/conflicts/ConflictsScreen'), 'ConflictsScreen'),
);

const engine = screen(
  '/engine',
  lazyRouteComponent(() => import('./screens/engine/EngineScreen'), 'EngineScreen'),
);

const pictures = screen(
  '/pictures',
  lazyRouteComponent(() => import('./screens/pictures/PicturesScreen'), 'PicturesScreen'),
);

/** One line for each screen. */
// oxfmt-ignore
const screens = [
  library,
  libraryPlace,
  document,
  textTable,
  preflight,
    history,
    proposals,
  trash,
  compare,
  statistics,
  live,
  inbox,
  calendar,
  page,
  preview,
  tryOut,
  administration,
  conflicts,
  engine,
  pictures,
] as const;

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    link,
    password,
    forgot,
    signIn,
    signInReturn,
    shared,
    sharedComparison,
    sharedApproval,
    inside.addChildren(screens),
  ]),
  ...(ownPath === '' ? {} : { basepath: ownPath }),
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
