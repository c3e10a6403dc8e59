import { HANDLE_PATTERN, isReservedHandle } from '#contract/handles.ts'
import { siteMessages } from '#contract/site/messages.ts'

import type { Load } from './api/preload.ts'
import type { Viewer } from './api/session.ts'
import { pageTitles as titles } from './features/page-head/messages.ts'
import { planCardsPart } from './features/plan-cards/plan-cards-part.ts'
import { type FrameKind, frameAround } from './features/shell/frame.tsx'
import { lazyScreen, type LazyScreen } from './features/shell/lazy-screen.tsx'
import type { PageSketchProps } from './features/shell/page-sketch.tsx'
import { hasChosenToLeave } from './features/sign-in/leaving.ts'
import { loadIntent } from './features/sign-in/load.ts'
import { loginPath, nextIn, START_PATH } from './features/sign-in/own-path.ts'
import {
  ABOUT_PATH,
  CONTACT_PATH,
  DELIVERY_PATH,
  EXPLORE_PATH,
  PRIVACY_PATH,
  REFUND_PATH,
  TERMS_PATH,
} from './features/site/site-pages.ts'
import { matchPath } from './routing/match-path.ts'
import { loadCollection } from './screens/collection/load.ts'
import { lesserPart } from './screens/creator-page/lesser/lesser-parts.ts'
import { loadCreatorPage } from './screens/creator-page/load.ts'
import { loadExplore } from './screens/explore/load.ts'
import { loadPost } from './screens/post/load.ts'

const home = lazyScreen(
  async () => (await import('./screens/home/home.tsx')).HomeScreen,
  import.meta.env.SSR && 'screens/home/home.tsx',
)
const login = lazyScreen(
  async () => (await import('./screens/login/login.tsx')).LoginScreen,
  import.meta.env.SSR && 'screens/login/login.tsx',
)
const signup = lazyScreen(
  async () => (await import('./screens/signup/signup.tsx')).SignupScreen,
  import.meta.env.SSR && 'screens/signup/signup.tsx',
)
const activate = lazyScreen(
  async () => (await import('./screens/activate-account/activate-account.tsx')).ActivateAccountScreen,
)
const forgot = lazyScreen(
  async () => (await import('./screens/forgot-password/forgot-password.tsx')).ForgotPasswordScreen,
  import.meta.env.SSR && 'screens/forgot-password/forgot-password.tsx',
)
const reset = lazyScreen(
  async () => (await import('./screens/reset-password/reset-password.tsx')).ResetPasswordScreen,
)
const confirmFollow = lazyScreen(
  async () => (await import('./screens/confirm-follow/confirm-follow.tsx')).ConfirmFollowScreen,
)
const create = lazyScreen(async () => (await import('./screens/create/create.tsx')).CreateScreen)
const explore = lazyScreen(
  async () => (await import('./screens/explore/explore.tsx')).ExploreScreen,
  import.meta.env.SSR && 'screens/explore/explore.tsx',
)
const subscriptions = lazyScreen(
  async () => (await import('./screens/subscriptions/subscriptions.tsx')).SubscriptionsScreen,
)
const library = lazyScreen(async () => (await import('./screens/library/library.tsx')).LibraryScreen)
const results = lazyScreen(async () => (await import('./screens/search/search-screen.tsx')).SearchScreen)
const payout = lazyScreen(async () => (await import('./screens/payout/payout.tsx')).PayoutScreen)
const paid = lazyScreen(
  async () => (await import('./screens/payment-success/payment-success.tsx')).PaymentSuccessScreen,
)
const notifications = lazyScreen(
  async () => (await import('./screens/notifications/notifications.tsx')).NotificationsScreen,
)
const talk = () => import('./talk-screens.ts')
const messages = lazyScreen(async () => (await talk()).MessagesScreen)
const studio = () => import('./studio-screens.ts')
const ownPosts = lazyScreen(async () => (await studio()).OwnPostsScreen)
const members = lazyScreen(async () => (await studio()).MembersScreen)
const moderation = lazyScreen(async () => (await studio()).ModerationScreen)
const insights = lazyScreen(async () => (await studio()).InsightsScreen)
const payments = lazyScreen(async () => (await studio()).AllPaymentsScreen)
const studioHome = lazyScreen(async () => (await studio()).StudioScreen)
const you = lazyScreen(async () => (await import('./screens/you/you.tsx')).YouScreen)
const reports = () => import('./report-screens.ts')
const cases = lazyScreen(async () => (await reports()).CasesScreen)
const oneCase = lazyScreen(async () => (await reports()).CaseScreen)
const grievance = lazyScreen(async () => (await reports()).GrievanceScreens)
const transparency = lazyScreen(async () => (await reports()).TransparencyScreen)
const staff = lazyScreen(async () => (await import('./screens/staff/console.tsx')).ConsoleScreen)
const write = lazyScreen(async () => (await import('./screens/write/write.tsx')).WriteScreen)
const settings = lazyScreen(async () => (await import('./screens/settings/settings.tsx')).SettingsScreen)
const mailed = () => import('./mail-screens.ts')
const mailLink = lazyScreen(async () => (await mailed()).MailLinkScreen)
const receipt = lazyScreen(async () => (await mailed()).ReceiptScreen)
const statement = lazyScreen(async () => (await mailed()).StatementScreen)
const unsubscribe = lazyScreen(async () => (await mailed()).UnsubscribeScreen)
const creator = lazyScreen(
  async () => (await import('./screens/creator-page/creator-page.tsx')).CreatorPage,
  import.meta.env.SSR && 'screens/creator-page/creator-page.tsx',
)
const post = lazyScreen(
  async () => (await import('./screens/post/post.tsx')).PostPage,
  import.meta.env.SSR && 'screens/post/post.tsx',
)

const collection = lazyScreen(
  async () => (await import('./screens/collection/collection.tsx')).CollectionPage,
  import.meta.env.SSR && 'screens/collection/collection.tsx',
)

const community = lazyScreen(async () => (await talk()).CommunityScreen)

const live = lazyScreen(async () => (await talk()).LiveScreens)

const preview = lazyScreen(async () => (await import('./screens/preview/preview.tsx')).PreviewScreen)

const terms = lazyScreen(
  async () => (await import('./screens/terms/terms.tsx')).TermsScreen,
  import.meta.env.SSR && 'screens/terms/terms.tsx',
)
const privacy = lazyScreen(
  async () => (await import('./screens/privacy/privacy.tsx')).PrivacyScreen,
  import.meta.env.SSR && 'screens/privacy/privacy.tsx',
)
const refund = lazyScreen(
  async () => (await import('./screens/refund/refund.tsx')).RefundScreen,
  import.meta.env.SSR && 'screens/refund/refund.tsx',
)
const delivery = lazyScreen(
  async () => (await import('./screens/digital-delivery/digital-delivery.tsx')).DigitalDeliveryScreen,
  import.meta.env.SSR && 'screens/digital-delivery/digital-delivery.tsx',
)
const contact = lazyScreen(
  async () => (await import('./screens/contact/contact.tsx')).ContactScreen,
  import.meta.env.SSR && 'screens/contact/contact.tsx',
)
const about = lazyScreen(
  async () => (await import('./screens/about/about.tsx')).AboutScreen,
  import.meta.env.SSR && 'screens/about/about.tsx',
)

export const notFound = lazyScreen(
  async () => (await import('./features/not-found/not-found.tsx')).NotFound,
  import.meta.env.SSR && 'features/not-found/not-found.tsx',
)

/** A page's placeholder while it is unknown whether the viewer may see it. */
export const sketch = lazyScreen<PageSketchProps>(
  async () => (await import('./features/shell/page-sketch.tsx')).PageSketch,
  import.meta.env.SSR && 'features/shell/page-sketch.tsx',
)

/** A page's audience; everyone else is redirected, see redirectFor. */
type Audience = 'signed-out' | 'signed-in' | 'both'

export interface Url {
  path: string
  who: Audience
  frame: FrameKind
  /** null: the screen sets its own title once it knows its content. */
  title: string | null
  screen: LazyScreen
  /** A part that the screen shows only to visitors and doesn't import itself. */
  forVisitors?: Pick<LazyScreen, 'load' | 'module'>
  /** A part that everybody sees at this address, and that the screen doesn't import itself. */
  forAll?: Pick<LazyScreen, 'load' | 'module'> | undefined
  /** Rendered on the server for signed-out visitors. */
  isPublic: boolean
  /** What it then asks for; in the browser false. */
  load?: Load | false
}

const CREATOR_PATH = '/:pageHandle'
/** A post by its slug, or its id. */
const POST_PATH = '/:pageHandle/posts/:address'
const COLLECTION_PATH = '/:pageHandle/collections/:address'

/** Every address of the product. The first match counts. */
export const urls: readonly Url[] = [
  publicPage('/', 'signed-out', 'site', siteMessages.headline, home),
  publicPage('/login', 'signed-out', 'entry', titles.logIn, login, import.meta.env.SSR && loadIntent),
  publicPage('/signup', 'signed-out', 'entry', titles.signUp, signup, import.meta.env.SSR && loadIntent),
  page('/activate-account/:token', 'both', 'entry', titles.activation, activate),
  publicPage(
    '/forgot-password',
    'both',
    'entry',
    titles.forgotPassword,
    forgot,
    import.meta.env.SSR && loadIntent,
  ),
  page('/reset-password/:token', 'both', 'entry', titles.resetPassword, reset),
  page('/confirm-follow/:token', 'signed-out', 'entry', titles.confirmFollow, confirmFollow),
  page('/create', 'signed-in', 'alone', titles.create, create),
  publicPage(EXPLORE_PATH, 'both', 'site', titles.explore, explore, import.meta.env.SSR && loadExplore),
  page('/subscriptions', 'signed-in', 'shell', titles.subscriptions, subscriptions),
  page('/library', 'signed-in', 'shell', titles.library, library),
  page('/search', 'both', 'site', titles.search, results),
  page('/payout', 'signed-in', 'shell', titles.payouts, payout),
  page('/payout/payments', 'signed-in', 'shell', titles.payments, payments),
  page('/payout/statements/:month', 'signed-in', 'shell', titles.statement, statement),
  page('/payment-success/:m2cSubscriptionId', 'signed-in', 'shell', titles.membership, paid),
  page('/notifications', 'signed-in', 'shell', titles.notifications, notifications),
  page('/messages/:conversationId?', 'signed-in', 'shell', titles.messages, messages),
  page('/you', 'signed-in', 'shell', titles.you, you),
  page('/studio', 'signed-in', 'shell', titles.studio, studioHome),
  page('/studio/posts', 'signed-in', 'shell', titles.ownPosts, ownPosts),
  page('/studio/members', 'signed-in', 'shell', titles.members, members),
  page('/studio/insights', 'signed-in', 'shell', titles.insights, insights),
  page('/studio/moderation', 'signed-in', 'shell', titles.moderation, moderation),
  page('/studio/live/:liveId?', 'signed-in', 'shell', null, live),
  page('/:pageHandle/write/:draft', 'signed-in', 'alone', titles.writing, write),
  page('/cases', 'signed-in', 'shell', titles.cases, cases),
  page('/cases/:caseId', 'signed-in', 'shell', titles.cases, oneCase),
  page('/settings', 'signed-in', 'shell', titles.settings, settings),
  page('/settings/security', 'signed-in', 'shell', titles.security, settings),
  page('/mail/:act/:token', 'both', 'entry', titles.security, mailLink),
  page('/receipts/:paymentId', 'signed-in', 'shell', titles.receipt, receipt),
  page('/unsubscribe/:token', 'both', 'entry', titles.unsubscribe, unsubscribe),
  page('/preview/:token', 'both', 'shell', titles.preview, preview),
  page('/staff/*?', 'signed-in', 'alone', null, staff),
  publicPage(TERMS_PATH, 'both', 'site', titles.terms, terms),
  publicPage(PRIVACY_PATH, 'both', 'site', titles.privacy, privacy),
  publicPage(REFUND_PATH, 'both', 'site', titles.refunds, refund),
  publicPage(DELIVERY_PATH, 'both', 'site', titles.delivery, delivery),
  publicPage(CONTACT_PATH, 'both', 'site', titles.contact, contact),
  page('/grievance', 'both', 'site', titles.grievance, grievance),
  page('/grievance/:number/:token', 'both', 'site', titles.grievance, grievance),
  page('/transparency', 'both', 'site', titles.transparency, transparency),
  publicPage(ABOUT_PATH, 'both', 'site', titles.about, about),
  publicPage(POST_PATH, 'both', 'shell', null, post, import.meta.env.SSR && loadPost),
  publicPage(COLLECTION_PATH, 'both', 'shell', null, collection, import.meta.env.SSR && loadCollection),
  page('/:pageHandle/community/:roomId?', 'both', 'shell', null, community),
  page('/:pageHandle/live/:liveId?', 'both', 'shell', null, live),
  creatorPage(CREATOR_PATH),
  creatorPage(`${CREATOR_PATH}/collections`, lesserPart),
  creatorPage(`${CREATOR_PATH}/about`, lesserPart),
  creatorPage(`${CREATOR_PATH}/membership`),
]

function page(path: string, who: Audience, frame: FrameKind, title: string | null, screen: LazyScreen): Url {
  return { path, who, frame, title, screen, isPublic: false }
}

function publicPage(...of: [...Parameters<typeof page>, load?: Load | false]): Url {
  const [path, who, frame, title, screen, load = false] = of
  return { ...page(path, who, frame, title, screen), isPublic: true, load }
}

/** One part of a creator's page. */
function creatorPage(path: string, forAll?: Url['forAll']): Url {
  return {
    ...publicPage(path, 'both', 'shell', null, creator, import.meta.env.SSR && loadCreatorPage),
    forVisitors: planCardsPart,
    forAll,
  }
}

/** The page at a path, or null. Below a segment that can't be a handle there is no page. */
export function findUrl(pathname: string): Url | null {
  for (const url of urls) {
    const match = matchPath(url.path, pathname)
    if (!match) continue
    const handle = match['pageHandle']
    return handle === undefined || (HANDLE_PATTERN.test(handle) && !isReservedHandle(handle)) ? url : null
  }
  return null
}

/** Where this path redirects the viewer, or null when they may see it. */
export function redirectFor(
  place: { pathname: string; search: string; hash: string },
  isSignedIn: boolean,
): string | null {
  const url = findUrl(place.pathname)
  if (isSignedIn && !url) return START_PATH
  if (isSignedIn && url?.who === 'signed-out') return nextIn(place.search) ?? START_PATH
  if (!isSignedIn && url?.who === 'signed-in')
    return hasChosenToLeave() ? '/' : loginPath(place.pathname + place.search + place.hash)
  return null
}

/** Loads the chunks of a page, or of the not-found page, so it can be shown at once. */
export async function loadPage(url: Url | null, viewer: Viewer): Promise<void> {
  await Promise.all(partsOf(url, viewer).map((part) => part.load()))
}

/** The source files, relative to web/, that a viewer sees at a path. */
export function modulesOf(pathname: string, viewer: Viewer): string[] {
  return partsOf(findUrl(pathname), viewer)
    .map(({ module }) => module)
    .filter((module) => module !== false)
}

/** Screen and frame, and anything else the page's first view needs. */
function partsOf(url: Url | null, viewer: Viewer): Pick<LazyScreen, 'load' | 'module'>[] {
  const screen = isSketched(url, viewer) ? sketch : (url?.screen ?? notFound)
  const frame = frameAround(url?.frame ?? 'shell', viewer)
  const forVisitors = viewer === 'visitor' && url?.forVisitors
  return [screen, frame, forVisitors, url?.forAll].filter(
    (part) => part !== null && part !== undefined && part !== false,
  )
}

/** Whether a page has to wait for the viewer to be known: its content, if any, isn't the same for everyone. */
export function isSketched(url: Url | null, viewer: Viewer): boolean {
  return viewer === 'unknown' && !(url?.isPublic && url.who === 'both')
}
