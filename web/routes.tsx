import { Suspense } from 'react'

import { HANDLE_PATTERN, isReservedHandle } from '#contract/handles.ts'
import { siteMessages } from '#contract/site/messages.ts'

import { useViewer, type Viewer } from './api/session.ts'
import { pageTitles as titles } from './features/page-head/messages.ts'
import { usePageTitle } from './features/page-head/page-title.ts'
import { planCardsPart } from './features/plan-cards/plan-cards-part.ts'
import { type FrameKind, Frame, frameAround } from './features/shell/frame.tsx'
import { lazyScreen, type LazyScreen } from './features/shell/lazy-screen.tsx'
import type { PageSketchProps } from './features/shell/page-sketch.tsx'
import { hasChosenToLeave } from './features/sign-in/leaving.ts'
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
import { useLocation } from './routing/location.ts'
import { matchPath, ParamsContext, useParams } from './routing/match-path.ts'
import { Redirect } from './routing/redirect.tsx'
import { aboutPart } from './screens/creator-page/about-part.ts'
import { FullPageSpinner } from './ui/spinner.tsx'

const home = lazyScreen(
  async () => (await import('./screens/home/home.tsx')).HomeScreen,
  'screens/home/home.tsx',
)
const login = lazyScreen(
  async () => (await import('./screens/login/login.tsx')).LoginScreen,
  'screens/login/login.tsx',
)
const signup = lazyScreen(
  async () => (await import('./screens/signup/signup.tsx')).SignupScreen,
  'screens/signup/signup.tsx',
)
const activate = lazyScreen(
  async () => (await import('./screens/activate-account/activate-account.tsx')).ActivateAccountScreen,
)
const forgot = lazyScreen(
  async () => (await import('./screens/forgot-password/forgot-password.tsx')).ForgotPasswordScreen,
  'screens/forgot-password/forgot-password.tsx',
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
  'screens/explore/explore.tsx',
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
const ownPosts = lazyScreen(async () => (await import('./screens/own-posts/own-posts.tsx')).OwnPostsScreen)
const write = lazyScreen(async () => (await import('./screens/write/write.tsx')).WriteScreen)
const settings = lazyScreen(async () => (await import('./screens/settings/settings.tsx')).SettingsScreen)
const receipt = lazyScreen(async () => (await import('./screens/receipt/receipt.tsx')).ReceiptScreen)
const statement = lazyScreen(async () => (await import('./screens/statement/statement.tsx')).StatementScreen)
const unsubscribe = lazyScreen(
  async () => (await import('./screens/unsubscribe/unsubscribe.tsx')).UnsubscribeScreen,
)
const creator = lazyScreen(
  async () => (await import('./screens/creator-page/creator-page.tsx')).CreatorPage,
  'screens/creator-page/creator-page.tsx',
)
const post = lazyScreen(
  async () => (await import('./screens/post/post.tsx')).PostPage,
  'screens/post/post.tsx',
)

const preview = lazyScreen(async () => (await import('./screens/preview/preview.tsx')).PreviewScreen)

const terms = lazyScreen(
  async () => (await import('./screens/terms/terms.tsx')).TermsScreen,
  'screens/terms/terms.tsx',
)
const privacy = lazyScreen(
  async () => (await import('./screens/privacy/privacy.tsx')).PrivacyScreen,
  'screens/privacy/privacy.tsx',
)
const refund = lazyScreen(
  async () => (await import('./screens/refund/refund.tsx')).RefundScreen,
  'screens/refund/refund.tsx',
)
const delivery = lazyScreen(
  async () => (await import('./screens/digital-delivery/digital-delivery.tsx')).DigitalDeliveryScreen,
  'screens/digital-delivery/digital-delivery.tsx',
)
const contact = lazyScreen(
  async () => (await import('./screens/contact/contact.tsx')).ContactScreen,
  'screens/contact/contact.tsx',
)
const about = lazyScreen(
  async () => (await import('./screens/about/about.tsx')).AboutScreen,
  'screens/about/about.tsx',
)

const notFound = lazyScreen(
  async () => (await import('./features/not-found/not-found.tsx')).NotFound,
  'features/not-found/not-found.tsx',
)

/** A page's placeholder while it is unknown whether the viewer may see it. */
const sketch = lazyScreen<PageSketchProps>(
  async () => (await import('./features/shell/page-sketch.tsx')).PageSketch,
  'features/shell/page-sketch.tsx',
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
  forAll?: Pick<LazyScreen, 'load' | 'module'>
  /** Rendered on the server for signed-out visitors. */
  isPublic: boolean
}

const CREATOR_PATH = '/:pageHandle'
const CREATOR_ABOUT_PATH = '/:pageHandle/about'
const CREATOR_MEMBERSHIP_PATH = '/:pageHandle/membership'
/** Everything that is one creator's page: its parts have addresses of their own. */
export const CREATOR_PATHS: ReadonlySet<string> = new Set([
  CREATOR_PATH,
  CREATOR_ABOUT_PATH,
  CREATOR_MEMBERSHIP_PATH,
])
/** A post by its slug, or its id. */
export const POST_PATH = '/:pageHandle/posts/:address'

/** Every address of the product. The first match counts. */
export const urls: readonly Url[] = [
  publicPage('/', 'signed-out', 'site', siteMessages.headline, home),
  publicPage('/login', 'signed-out', 'entry', titles.logIn, login),
  publicPage('/signup', 'signed-out', 'entry', titles.signUp, signup),
  page('/activate-account/:token', 'signed-out', 'entry', titles.activation, activate),
  publicPage('/forgot-password', 'both', 'entry', titles.forgotPassword, forgot),
  page('/reset-password/:token', 'both', 'entry', titles.resetPassword, reset),
  page('/confirm-follow/:token', 'signed-out', 'entry', titles.confirmFollow, confirmFollow),
  page('/create', 'signed-in', 'alone', titles.create, create),
  publicPage(EXPLORE_PATH, 'both', 'site', titles.explore, explore),
  page('/subscriptions', 'signed-in', 'shell', titles.subscriptions, subscriptions),
  page('/library', 'signed-in', 'shell', titles.library, library),
  page('/search', 'both', 'site', titles.search, results),
  page('/payout', 'signed-in', 'shell', titles.payouts, payout),
  page('/payout/statements/:month', 'signed-in', 'shell', titles.statement, statement),
  page('/payment-success/:m2cSubscriptionId', 'signed-in', 'shell', titles.membership, paid),
  page('/studio/posts', 'signed-in', 'shell', titles.ownPosts, ownPosts),
  page('/:pageHandle/write/:draft', 'signed-in', 'alone', titles.writing, write),
  page('/settings', 'signed-in', 'shell', titles.settings, settings),
  page('/receipts/:paymentId', 'signed-in', 'shell', titles.receipt, receipt),
  page('/unsubscribe/:token', 'both', 'entry', titles.unsubscribe, unsubscribe),
  page('/preview/:token', 'both', 'shell', titles.preview, preview),
  publicPage(TERMS_PATH, 'both', 'site', titles.terms, terms),
  publicPage(PRIVACY_PATH, 'both', 'site', titles.privacy, privacy),
  publicPage(REFUND_PATH, 'both', 'site', titles.refunds, refund),
  publicPage(DELIVERY_PATH, 'both', 'site', titles.delivery, delivery),
  publicPage(CONTACT_PATH, 'both', 'site', titles.contact, contact),
  publicPage(ABOUT_PATH, 'both', 'site', titles.about, about),
  publicPage(POST_PATH, 'both', 'shell', null, post),
  { ...publicPage(CREATOR_PATH, 'both', 'shell', null, creator), forVisitors: planCardsPart },
  {
    ...publicPage(CREATOR_ABOUT_PATH, 'both', 'shell', null, creator),
    forVisitors: planCardsPart,
    forAll: aboutPart,
  },
  { ...publicPage(CREATOR_MEMBERSHIP_PATH, 'both', 'shell', null, creator), forVisitors: planCardsPart },
]

function page(path: string, who: Audience, frame: FrameKind, title: string | null, screen: LazyScreen): Url {
  return { path, who, frame, title, screen, isPublic: false }
}

function publicPage(...of: Parameters<typeof page>): Url {
  return { ...page(...of), isPublic: true }
}

/** The page at a path, or null. Below a segment that can't be a handle there is no page. */
export function findUrl(pathname: string): Url | null {
  for (const url of urls) {
    const match = matchPath(url.path, pathname)
    if (!match) continue
    if (!CREATOR_PATHS.has(url.path) && url.path !== POST_PATH) return url
    const handle = match['pageHandle'] ?? ''
    return HANDLE_PATTERN.test(handle) && !isReservedHandle(handle) ? url : null
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
    .filter((module) => module !== null)
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

/**
 * The screen at the current address. `isFirstPageMissing`: the server has already found that the address this page was
 * opened with belongs to no creator.
 */
export function Screens({ isFirstPageMissing }: { isFirstPageMissing: boolean }) {
  const place = useLocation()
  const viewer = useViewer()
  const url = findUrl(place.pathname)
  const redirect = viewer === 'unknown' ? null : redirectFor(place, viewer === 'member')
  usePageTitle(url?.title ?? null)

  if (redirect) return <Redirect to={redirect} />
  // Only the entry a page was opened with has the key "default"; later the handle may have been taken.
  const shown = isFirstPageMissing && place.key === 'default' ? null : url
  const isWaiting = isSketched(url, viewer)

  return (
    // One boundary around everything: during navigation the current page stays until the next one's chunk has loaded.
    <Suspense fallback={<FullPageSpinner />}>
      <Frame kind={shown?.frame ?? 'shell'}>
        <ParamsContext value={(shown && matchPath(shown.path, place.pathname)) ?? {}}>
          {isWaiting ? <Sketch of={shown} /> : <AtAddress url={shown} />}
        </ParamsContext>
      </Frame>
    </Suspense>
  )
}

function AtAddress({ url }: { url: Url | null }) {
  const { path, screen } = url ?? { path: null, screen: notFound }
  if (path !== null && CREATOR_PATHS.has(path)) return <CreatorAtHandle />
  return path === POST_PATH ? <PostAtAddress /> : <screen.Screen />
}

function Sketch({ of: url }: { of: Url | null }) {
  return <sketch.Screen title={url?.title ?? null} shape={url?.frame === 'entry' ? 'form' : 'rows'} />
}

function PostAtAddress() {
  const { pageHandle = '', address = '' } = useParams()
  return <post.Screen key={`${pageHandle}/${address}`.toLowerCase()} />
}

/** Another handle is another page: no state of the previous one is kept. */
function CreatorAtHandle() {
  const { pageHandle = '' } = useParams()
  return <creator.Screen key={pageHandle.toLowerCase()} />
}
