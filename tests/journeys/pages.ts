/*
 * The screens that stand on the one grid of `web/ui/page.tsx`, so that `page-edges.journey.ts` leaves none out, and those
 * that don't: `pages.test.ts` holds both against the addresses of the product.
 */

/** For a creator; `:pageHandle` is their own page. */
export const PAGES = [
  '/explore',
  '/subscriptions',
  '/library',
  '/search',
  '/payout',
  '/payout/payments',
  '/notifications',
  '/you',
  '/studio',
  '/studio/posts',
  '/studio/members',
  '/studio/insights',
  '/studio/moderation',
  '/studio/live',
  '/cases',
  '/cases/00000000-0000-7000-8000-000000000000',
  '/settings',
  '/settings/security',
  '/grievance',
  '/grievance/1/nothing-of-ours',
  '/transparency',
  '/:pageHandle/live',
]

/** Another kind of page: the site's own, forms before the product, a stage, panes, a document, somebody's page. */
export const OF_ANOTHER_KIND = [
  '/',
  '/login',
  '/signup',
  '/activate-account/:token',
  '/forgot-password',
  '/reset-password/:token',
  '/confirm-follow/:token',
  '/create',
  '/payout/statements/:month',
  '/payment-success/:m2cSubscriptionId',
  '/messages/:conversationId?',
  '/:pageHandle/write/:draft',
  '/mail/:act/:token',
  '/receipts/:paymentId',
  '/unsubscribe/:token',
  '/preview/:token',
  '/staff/*?',
  '/terms-and-conditions',
  '/privacy-policy',
  '/refund-policy',
  '/digital-delivery',
  '/contact',
  '/about',
  '/:pageHandle/posts/:address',
  '/:pageHandle/collections/:address',
  '/:pageHandle/community/:roomId?',
  '/:pageHandle',
  '/:pageHandle/collections',
  '/:pageHandle/about',
  '/:pageHandle/membership',
]
