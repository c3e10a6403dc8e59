import { row, type Row } from './row.ts'

const sidebar =
  'tests/journeys/members.journey.ts › the sidebar leads everywhere, remembers visits, and its menu closes beside it'

export const rightRows: readonly Row[] = [
  row(
    'Visitor: landing, login, sign-up, activation, legal/info pages, creator pages',
    'web/routes.tsx › export const urls',
    'tests/journeys/accessible.journey.ts › a visitor meets no barrier on any page',
  ),
  row(
    'Anonymous visitors are prompted to log in to join a plan',
    'web/features/plan-cards/messages.ts › Login to Join',
    'tests/journeys/public-pages.journey.ts › a creator page is all there without JavaScript, and becomes the app after signing in',
  ),
  row(
    'Member: explore, subscriptions, settings, payment-success, creator page creation',
    'contract/http/route.ts › export type Caller',
    ['server/route-access.test.ts › every route is in the table, and the table names no other', sidebar],
  ),
  row(
    'May join a plan unless already subscribed',
    'server/domains/subscriptions/start.ts › export',
    'server/domains/subscriptions/join.test.ts › is refused to members, to the owner, and for plans that are not there',
  ),
  row(
    'Creator (isCreator true): Payouts link, Your Creator Page entry, Creator Page Information; non-creators see Join as creator',
    [
      'web/features/shell/sidebar.tsx › isForCreators',
      'web/features/shell/sidebar-messages.ts › Join as creator',
    ],
    sidebar,
  ),
  row(
    'Page owner (isCurrentUser): edit page, create and delete posts, add/edit/delete plans, see plan badges',
    'server/domains/creators/access.ts › export function isOwner',
    [
      'server/domains/creators/creators.test.ts › is for its owner alone',
      'server/domains/plans/plans.test.ts › is for the owner of the page',
      'server/domains/posts/posts.test.ts › is for its creator alone',
    ],
  ),
  row(
    'Creators may upload content, create tiers, receive payments',
    'contract/http/route.ts › export type Caller',
    [
      'server/domains/posts/posts.test.ts › is for creators, and for plans of their own that are on offer',
      'server/domains/media/tus.test.ts › is for creators, with both halves of their session',
    ],
  ),
  row(
    'The operator may suspend accounts',
    'server/domains/accounts/service.ts › suspended',
    'server/domains/accounts/sessions.test.ts › at once when the account is suspended, which a login is told only after the right password',
  ),
  row(
    'Users may delete their account at any time',
    'web/screens/settings/delete-account.tsx › export function DeleteAccount',
    [
      'tests/journeys/leaving.journey.ts › a creator deletes her account, is told what that means, and keeps it after all',
      'server/domains/accounts/deletion.test.ts › asks for the password, signs every device out, and says by mail until when it can be kept',
    ],
  ),
  row(
    'The payout screen is restricted to creators, by the server too',
    'contract/payouts/routes.ts › export',
    [
      'server/domains/payouts/payouts.test.ts › somebody without a page is refused both',
      'tests/journeys/payout.journey.ts › a creator sees a payment, opens it to the cent, and reads the chart as a table; a member has no dashboard',
    ],
  ),
]
