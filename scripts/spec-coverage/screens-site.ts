import { row, type Row } from './row.ts'

const entry = 'tests/journeys/entry.journey.ts'
const members = 'tests/journeys/members.journey.ts'
const site = 'tests/journeys/site.journey.ts'
const footer = `${site} › every link of the footer leads to a page with a heading`
const legal = `${site} › the legal pages are read in full without JavaScript`
const front = `${site} › the front page is all there without JavaScript, its picture standing still`
const sidebar = `${members} › the sidebar leads everywhere, remembers visits, and its menu closes beside it`
const leads = 'web/routes.test.ts › '

export const siteScreenRows: readonly Row[] = [
  row(
    'Signed-out visitors: /{pageHandle}, /, /login, /signup, /activate-account/{token}, the legal pages, /contact, /about',
    'web/routes.tsx › export const urls',
    [
      'tests/journeys/accessible.journey.ts › a visitor meets no barrier on any page',
      `${leads}a signed-out visitor`,
    ],
  ),
  row(
    'Signed-in users: /create on its own without the shared layout',
    "web/routes.tsx › page('/create', 'signed-in', 'alone'",
    'tests/journeys/accessible.journey.ts › a creator and her supporter meet no barrier on any page or dialog',
  ),
  row(
    'Inside the shared layout: /payment-success/{m2cSubscriptionId}, /explore, /settings, /subscriptions, /payout, /{pageHandle}',
    ['web/features/shell/shell.tsx › export function Shell', 'web/routes.tsx › export const urls'],
    sidebar,
  ),
  row('Any other path redirects (replace) to /explore', 'web/routes.tsx › export function redirectFor', [
    `${leads}is led from %s, which is no page, to /explore`,
    sidebar,
  ]),
  row(
    'Signed-in users do not get the landing, login or signup pages',
    'web/routes.tsx › export function redirectFor',
    `${leads}goes on where they were before logging in`,
  ),
  row(
    'The session token is restored from local storage on load',
    'web/api/session.ts › export function readToken',
    `${entry} › news stands at the top right and leaves after five seconds; logging out forgets who was there`,
  ),
  row(
    'Landing: top bar with Log in and Create on the product buttons',
    'web/features/site/top-bar.tsx › export function TopBar',
    front,
  ),
  row(
    'On small screens a slide-in menu holds the same two',
    'web/features/site/slide-in-menu.tsx › export function SlideInMenu',
    `${site} › on a phone the menu holds the two ways in, keeps the focus and closes on Esc`,
  ),
  row(
    'Hero with a background carousel of three images rotating every 5 seconds with a 1-second fade',
    [
      'web/screens/home/backdrop.tsx › ROTATE_AFTER_MS = 5000',
      'web/screens/home/backdrop.tsx › duration-1000',
    ],
    `${site} › the pictures behind the promise take turns until they are paused`,
  ),
  row(
    'A call to action "Start Creating Today" to /login',
    'web/screens/home/hero.tsx › startCreating',
    front,
  ),
  row(
    'A tier section of three cards, each with a "Subscribe" button to /login',
    'web/screens/home/support-tiers.tsx › export function SupportTiers',
    [
      front,
      'server/domains/creators/support-tiers.test.ts › the front page names the platform plans with the percentages that are charged',
    ],
  ),
  row(
    '"Contact Us for Custom Pricing" goes to /contact, with "Need a custom plan? We offer per-creation pricing models too!"',
    'web/screens/home/support-tiers.tsx › siteMessages.customPricing',
    front,
  ),
  row(
    'Then hosting features, engagement features and a footer',
    'web/screens/home/features.tsx › export function Features',
    front,
  ),
  row(
    'Footer links: / (logo), /about, /contact, /privacy-policy, /terms-and-conditions, /refund-policy',
    'web/features/site/site-footer.tsx › export function SiteFooter',
    footer,
  ),
  row(
    'The copyright line shows the current year',
    'web/features/site/site-footer.tsx › copyrightYear',
    front,
  ),
  row(
    'Headline, sub-text and the three benefits',
    ['contract/site/messages.ts › headline', 'web/screens/home/benefits.tsx › export function Benefits'],
    front,
  ),
  row(
    'Footer tagline: "Empowering creators to build sustainable businesses and meaningful connections."',
    'contract/site/messages.ts › tagline',
    'contract/spec-texts.test.ts › Empowering creators to build sustainable businesses and meaningful connections.',
  ),
  row(
    'Login: Sign-in-with-Google button, an OR divider, email and password with a show/hide toggle, Login, a link to sign-up',
    'web/screens/login/login.tsx › export function LoginScreen',
    `${entry} › the login form says what is missing, shows the password, and offers the other ways in`,
  ),
  row(
    'If a login response carries showActivateOption, the Login button is replaced by an Activate button',
    'web/screens/login/login.tsx › needsActivation',
    [
      `${entry} › an activation link that is wrong says so, and one that is missing can be sent again`,
      'server/domains/accounts/activation.test.ts › is offered a new mail after the right password, and gets no session',
    ],
  ),
  row(
    'Sign-up: Google button; Name, Username, Email, Password, Confirm Password; Sign Up; link to login',
    'web/screens/signup/signup.tsx › export function SignupScreen',
    `${entry} › the sign-up form says what is missing, field by field, and knows the way back`,
  ),
  row(
    'Activation: loading ("Activating your account..."), success ("Account Activated!" with a Go to Login link)',
    'web/screens/activate-account/activate-account.tsx › export function ActivateAccountScreen',
    [
      'tests/journeys/from-empty.journey.ts › a creator opens a page, a supporter pays and reads, a stranger sees nothing of it',
      'contract/spec-texts.test.ts › Activating your account...',
    ],
  ),
  row(
    'Activation: error ("Activation Failed" with a Sign Up link)',
    'web/screens/activate-account/activate-account.tsx › activationFailed',
    `${entry} › an activation link that is wrong says so, and one that is missing can be sent again`,
  ),
  row('Layout: mobile open/close toggle', 'web/features/shell/sidebar-messages.ts › Open menu', sidebar),
  row(
    'Links: Explore, Subscriptions, Payouts (creators only), Settings',
    'web/features/shell/sidebar.tsx › const LINKS',
    sidebar,
  ),
  row(
    'A Recently Visited list shows each visited creator’s page name and image (or the first letter of the handle), linking to the page',
    'web/features/shell/sidebar.tsx › function RecentlyVisited',
    sidebar,
  ),
  row(
    'At the bottom: the user’s name labelled Member, and a menu',
    'web/features/shell/account-menu.tsx › export function AccountMenu',
    sidebar,
  ),
  row(
    'Your Creator Page (page name and @handle, with a loading note; creators only)',
    'web/features/shell/sidebar-messages.ts › Loading your page…',
    sidebar,
  ),
  row(
    'Terms of Use, Privacy Policy, Join as creator (non-creators only, goes to /create), Profile, Log out',
    'web/features/shell/sidebar-messages.ts › Join as creator',
    sidebar,
  ),
  row('Clicking outside closes the menu', 'web/ui/menu.tsx › export function Menu', sidebar),
  row('Sidebar width is 52 units', 'web/features/shell/shell.tsx › w-52', sidebar),
  row(
    'Terms: 10 sections, governing law India, effective date 3rd July 2005',
    [
      'web/screens/terms/terms.tsx › export function TermsScreen',
      'server/platform/operator.ts › 3rd July 2005',
    ],
    legal,
  ),
  row(
    'Privacy: information collected, use, sharing, rights, retention and security, third parties, contact',
    'web/screens/privacy/privacy.tsx › export function PrivacyScreen',
    legal,
  ),
  row('Refund: 7-day refund policy', 'web/screens/refund/refund.tsx › export function RefundScreen', legal),
  row(
    'Contact: general, business/media, creator support; phone hours Monday to Friday, 10 AM to 6 PM IST',
    'contract/site/policy.ts › 10 AM to 6 PM IST',
    front,
  ),
  row(
    'About: mission text and "What Makes Us Unique"',
    'web/screens/about/about.tsx › What Makes Us Unique',
    legal,
  ),
]
