/*
 * Who looks at which screens in the proofs `accessible-*.proof.ts`, so that none is left out: `accessible-screens.test.ts`.
 * An address with `:name` is reached by steps.
 */

export const VISITORS = [
  '/',
  '/login',
  '/signup',
  '/activate-account/nothing-of-ours',
  '/forgot-password',
  '/reset-password/nothing-of-ours',
  '/unsubscribe/nothing-of-ours',
  '/confirm-follow/nothing-of-ours',
  '/mail/not-me/nothing-of-ours',
  '/explore',
  '/search?q=songs',
  '/preview/nothing-of-ours',
  '/terms-and-conditions',
  '/privacy-policy',
  '/refund-policy',
  '/digital-delivery',
  '/contact',
  '/about',
  '/grievance',
  '/grievance/12/nothing-of-ours',
  '/transparency',
  '/nobody-at-all',
]

/** What every member has. */
export const MEMBERS = [
  '/explore',
  '/subscriptions',
  '/library',
  '/notifications',
  '/you',
  '/search?q=Asha',
  '/messages',
  '/messages/new',
  '/cases',
  '/cases/00000000-0000-7000-8000-000000000000',
  '/settings',
  '/settings?tab=notifications',
  '/settings?tab=memberships',
  '/settings?tab=billing',
  '/settings/security',
  '/settings?tab=security',
  '/settings?tab=page',
  '/settings?tab=privacy',
  '/settings?tab=display',
  '/create',
  '/terms-and-conditions',
]

/** What joining a plan leads to. */
export const AFTER_JOINING = [
  '/payment-success/:m2cSubscriptionId',
  '/receipts/:paymentId',
  '/payout',
  '/payout/payments',
  '/payout/statements/:month',
]

/** A creator's own page and studio. */
export const CREATORS = [
  '/:pageHandle',
  '/:pageHandle/membership',
  '/:pageHandle/write/:draft',
  '/studio',
  '/studio/posts',
  '/studio/members',
  '/studio/insights',
  '/studio/moderation',
]

/** What a page has beside its plans, for its owner and for visitors. */
export const ON_A_PAGE = [
  '/:pageHandle/community/:roomId',
  '/studio/live',
  '/studio/live/:liveId',
  '/:pageHandle/live',
  '/:pageHandle/live/:liveId',
  '/:pageHandle/collections',
  '/:pageHandle/collections/:address',
  '/:pageHandle/about',
  '/:pageHandle/posts/:address',
]

/** `accessible-staff.proof.ts` */
export const CONSOLE = '/staff/*?'
