import { row, type Row } from './row.ts'

export const entityRows: readonly Row[] = [
  row(
    'Support tiers basic 5%, pro 10%, premium 25% with 30% struck through, their descriptions and features',
    'contract/site/support-tiers.ts › SUPPORT_TIERS',
    'server/domains/creators/support-tiers.test.ts › the front page names the platform plans with the percentages that are charged',
  ),
  row(
    'User: name, username, email, country, profileImage, isCreator, uid and photoURL, displayName, _id',
    [
      'contract/accounts/routes.ts › const user = z.object',
      'server/migrations/0002-accounts.sql › create table users',
    ],
    [
      'server/domains/accounts/profile.test.ts › takes a display name, a username and a country, and answers with them',
      'server/domains/accounts/google.test.ts › makes one account, and finds it again',
    ],
  ),
  row(
    'Creator page: _id, pageName, pageHandle, headline, bannerTitle, bannerSubTitle, isAdultContent, images, planId, isCurrentUser, isSubscribed',
    'contract/creators/routes.ts › export const creatorPage',
    'server/domains/creators/creators.test.ts › makes the page and its owner a creator',
  ),
  row(
    'Platform plan: id, name, percentCharge (shown as a percent in the option label when present)',
    [
      'contract/creators/routes.ts › export const platformPlan',
      'web/screens/create/create-rules.ts › export function planLabel',
    ],
    [
      'server/domains/creators/creators.test.ts › are three, with the share the platform takes',
      'web/screens/create/create-rules.test.ts › a platform plan names its share',
    ],
  ),
  row(
    'Membership plan: _id/id, name, price (monthly, dollars), description, subscribed (viewer flag)',
    'contract/plans/routes.ts › export const plan = z.object',
    'server/domains/plans/plans.test.ts › offers it with its yearly price, lowest price first',
  ),
  row(
    'Post: _id, creatorId (object), content (HTML), planId (null means free), image, video, audio, createdAt',
    'contract/posts/routes.ts › export const post = z.object',
    'server/domains/posts/posts.test.ts › turns the blocks of the editor into HTML, and keeps the blocks',
  ),
  row(
    'Post draft: content, planId, image/video/audio files and previews',
    'web/features/post-editor/post-draft.ts › export',
    'web/features/post-editor/post-draft.test.ts › is there again, per page, until it is discarded',
  ),
  row(
    'Editor content is saved as blocks; paragraphs, headers, ordered/unordered lists, link blocks as anchors opening in a new tab',
    'server/domains/posts/blocks.ts › export function',
    'server/domains/posts/posts.test.ts › turns the blocks of the editor into HTML, and keeps the blocks',
  ),
  row(
    'Link block data: link, meta {title, description, image.url}',
    'server/domains/posts/link-preview.ts › export',
    'server/domains/posts/link-preview.test.ts › reads Open Graph tags, decodes entities and makes the picture absolute',
  ),
  row(
    'Subscription: _id; creatorId (object); creatorName; planId (object); tier; category; success-page record',
    'contract/subscriptions/routes.ts › export const subscription',
    'server/domains/subscriptions/join.test.ts › opens the posts, shows up on both sides, and mails a receipt',
  ),
  row(
    'Creator payment: _id, userId {name}, planId {name}, amount, createdAt',
    'contract/payments/routes.ts › userId',
    'server/domains/subscriptions/join.test.ts › opens the posts, shows up on both sides, and mails a receipt',
  ),
  row(
    'Payment order response: razorpayKey, subscriptionId; checkout-session response: approvalUrl',
    ['contract/subscriptions/routes.ts › razorpayKey', 'contract/subscriptions/routes.ts › approvalUrl'],
    'server/domains/subscriptions/join.test.ts › offers the payment page of the provider for checkout by redirect',
  ),
  row(
    'Recently visited (local storage, key recently-visited): up to 5, most recent first, de-duplicated by id',
    'web/features/recently-visited/visits.ts › export',
    [
      'web/features/recently-visited/visits.test.ts › are five at most: the oldest is forgotten',
      'web/features/recently-visited/visits.test.ts › hold a page once: visiting it again moves it to the front with its present name',
    ],
  ),
  row(
    'Recently visited is reset to empty on login',
    'web/features/sign-in/sign-in.ts › export',
    'tests/journeys/entry.journey.ts › news stands at the top right and leaves after five seconds; logging out forgets who was there',
  ),
  row(
    'Session: token in local storage under the key token, plus a logged-in flag',
    'web/api/session.ts › token',
    [
      'tests/journeys/entry.journey.ts › news stands at the top right and leaves after five seconds; logging out forgets who was there',
      'server/domains/accounts/sessions.test.ts › neither the token nor the cookie alone opens anything',
    ],
  ),
  row(
    'Route parameters: pageHandle, token, m2cSubscriptionId',
    'web/routes.tsx › /payment-success/:m2cSubscriptionId',
    'tests/journeys/accessible.journey.ts › a creator and her supporter meet no barrier on any page or dialog',
  ),
]
