import { row, type Row } from './row.ts'

const story =
  'tests/journeys/from-empty.journey.ts › a creator opens a page, a supporter pays and reads, a stranger sees nothing of it'
const sidebar =
  'tests/journeys/members.journey.ts › the sidebar leads everywhere, remembers visits, and its menu closes beside it'
const payout =
  'tests/journeys/payout.journey.ts › a creator sees a payment, opens it to the cent, and reads the chart as a table; a member has no dashboard'
const settings =
  'tests/journeys/settings.journey.ts › a member changes name, password and mails, and signs another device out'
const empty = 'tests/journeys/members.journey.ts › a member with nothing yet is told what will be there'

export const accountScreenRows: readonly Row[] = [
  row(
    'Explore: headline and a search box (placeholder "Search creators or topics")',
    'web/screens/explore/messages.ts › Search creators or topics',
    sidebar,
  ),
  row(
    'Search filters the creator list and the recently visited list by page name, case-insensitively',
    'web/screens/explore/search.ts › export function',
    [
      sidebar,
      'web/screens/explore/search.test.ts › shows names at hand first, then what the server adds, each once',
    ],
  ),
  row(
    'Sections: Recently visited; "Creators for you" ("Based on your recent visits") as cards; Recent Posts',
    ['web/screens/explore/messages.ts › Creators for you', 'web/screens/explore/messages.ts › Recent Posts'],
    empty,
  ),
  row(
    '"Welcome to the Club!", page name, status Active, plan name, amount "$price/month", receipt "Sent to email"',
    'web/screens/payment-success/welcome.tsx › export function Welcome',
    story,
  ),
  row(
    'Explore Content (opens the creator page in a new tab)',
    'web/screens/payment-success/messages.ts › Explore Content',
    story,
  ),
  row(
    'Shows "Loading" until data arrives',
    'web/screens/payment-success/messages.ts › Loading',
    'server/domains/subscriptions/join.test.ts › is still waiting while nothing was paid, whatever the browser says',
  ),
  row(
    'Celebration decorations disappear after 3 seconds',
    'web/screens/payment-success/celebration.tsx › LASTS_MS = 3000',
    'tests/journeys/paying.journey.ts › a payment leads on after a moment, and the celebration ends by itself',
  ),
  row(
    'Title "My Subscriptions", subtitle, section "Active Subscriptions" ("Creators you’re currently supporting")',
    'web/screens/subscriptions/messages.ts › My Subscriptions',
    empty,
  ),
  row(
    'Each row: image (or upper-case first letter), pageName, coloured badge with plan name, category, price, "Monthly"',
    'web/screens/subscriptions/subscription-row.tsx › export function SubscriptionRow',
    story,
  ),
  row(
    '"Manage your earnings and payouts"; "Recent Supporter Payments" (5 most recent): initial, name, plan badge, date, "+$amount", "Subscription"',
    [
      'web/screens/payout/messages.ts › Manage your earnings and payouts',
      'web/screens/payout/recent-payments.tsx › export function RecentPayments',
    ],
    payout,
  ),
  row(
    'A Payout Information card: earnings above $50; bank transfers take 3-5 business days',
    'web/screens/payout/messages.ts › Payout Information',
    payout,
  ),
  row(
    'Four tabs: Account (default), Email notifications, Memberships, Billing history',
    'web/screens/settings/settings.tsx › export function SettingsScreen',
    [settings, empty],
  ),
  row(
    'Full-page spinner while user data is not loaded',
    'web/screens/settings/settings.tsx › FullPageSpinner',
    settings,
  ),
  row(
    'Blocked users',
    'web/screens/settings/blocked-users.tsx › export function BlockedUsers',
    'tests/journeys/leaving.journey.ts › a member blocks a page and meets it no more, until it is unblocked in the settings',
  ),
  row(
    'Empty states: "You aren’t pledging to anyone right now." and "There is currently no payment history to display for this member."',
    [
      'web/screens/settings/messages.ts › pledging to anyone right now',
      'web/screens/settings/messages.ts › There is currently no payment history',
    ],
    empty,
  ),
  row(
    'Account form: displayName, username, email (read-only), country, profileImage',
    'web/screens/settings/profile-form.tsx › export function ProfileForm',
    [
      settings,
      'server/domains/accounts/profile.test.ts › takes a display name, a username and a country, and answers with them',
    ],
  ),
  row(
    'A Creator Page Information section (pageHandle read-only) only when isCreator is set and a page is loaded',
    'web/screens/settings/account-tab.tsx › PageForm',
    'tests/journeys/accessible.journey.ts › a creator and her supporter meet no barrier on any page or dialog',
  ),
  row(
    'Red error banner and green success banner',
    'web/screens/settings/profile-form.tsx › failure.show',
    settings,
  ),
  row(
    'Notification preferences: replies, productUpdates, newsletter, offers, creatorUpdates',
    'web/screens/settings/notifications-tab.tsx › export function NotificationsTab',
    [
      settings,
      'server/domains/notifications/preferences.test.ts › is service until they choose: marketing is off',
    ],
  ),
  row(
    'Memberships tab: the creator’s plan management',
    'web/screens/settings/memberships-tab.tsx › ManagePlans',
    'tests/journeys/accessible.journey.ts › a creator and her supporter meet no barrier on any page or dialog',
  ),
]
