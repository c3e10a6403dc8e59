import * as z from 'zod/mini'

import { getFollowedPages } from '../audiences/routes.ts'
import { id, moment } from '../fields.ts'
import { route, type Route } from '../http/route.ts'
import { getNotificationChoices } from '../notifications/choice-routes.ts'
import { getUserPayments } from '../payments/routes.ts'
import { getPostsByPageHandle, post } from '../posts/routes.ts'
import { getPausedSubscriptions, getUserSubscriptions } from '../subscriptions/routes.ts'
import { consoleFailures as failures } from './failures.ts'
import { consoleMessages as messages } from './messages.ts'

/*
 * What the staff see with a pass that somebody gave them. Only what is named here, and only calls that read; no messages,
 * no payout details, no sessions and nothing that protects the account.
 */

export const redeemPass = route({
  method: 'POST',
  path: '/staff/passes',
  caller: 'staff:contact',
  stepUp: 'always',
  summary: 'Takes the code that a person gave: from now on the caller sees part of their account.',
  input: z.object({
    code: z.string().check(
      z.overwrite((code) => code.replace(/\s/g, '')),
      z.regex(/^\d{8}$/, messages.passCodeWrong),
    ),
  }),
  output: z.object({ passId: id() }),
  failures: [failures.pass_unknown],
})

export const getPass = route({
  method: 'GET',
  path: '/staff/passes/:passId',
  caller: 'staff:contact',
  summary: 'Whose pass it is, and until when, while the caller uses it.',
  input: z.object({ passId: id() }),
  output: z.object({
    person: z.object({ _id: id(), name: z.string(), username: z.string() }),
    expiresAt: moment,
  }),
  failures: [failures.pass_over],
})

export const leavePass = route({
  method: 'POST',
  path: '/staff/passes/:passId/end',
  caller: 'staff:contact',
  stepUp: 'always',
  summary: 'Ends a pass that the caller uses.',
  input: z.object({ passId: id() }),
  output: z.object({ changed: z.boolean() }),
  failures: [failures.pass_over],
})

/*
 * Calls of the person's own, as the staff make them with a pass: the same answer, or the part of it that is named here.
 */
const withPass = { passId: id() }

export const seenSubscriptions = route({
  method: 'GET',
  path: '/staff/passes/:passId/seen/m2cSubscription/getUserSubscriptions',
  caller: 'staff:contact',
  summary: 'With a pass: the subscriptions that give the person access.',
  input: z.extend(getUserSubscriptions.input, withPass),
  output: getUserSubscriptions.output,
  failures: [...getUserSubscriptions.failures, failures.pass_over],
})

export const seenPausedSubscriptions = route({
  method: 'GET',
  path: '/staff/passes/:passId/seen/m2cSubscription/getPausedSubscriptions',
  caller: 'staff:contact',
  summary: 'With a pass: their paused subscriptions.',
  input: z.extend(getPausedSubscriptions.input, withPass),
  output: getPausedSubscriptions.output,
  failures: [...getPausedSubscriptions.failures, failures.pass_over],
})

export const seenPayments = route({
  method: 'GET',
  path: '/staff/passes/:passId/seen/payment/getUserPayments',
  caller: 'staff:contact',
  summary: 'With a pass: their payments, newest first.',
  input: z.extend(getUserPayments.input, withPass),
  output: getUserPayments.output,
  failures: [...getUserPayments.failures, failures.pass_over],
})

export const seenChoices = route({
  method: 'GET',
  path: '/staff/passes/:passId/seen/user/notification-choices',
  caller: 'staff:contact',
  summary: 'With a pass: what reaches them where.',
  input: z.extend(getNotificationChoices.input, withPass),
  output: getNotificationChoices.output,
  failures: [...getNotificationChoices.failures, failures.pass_over],
})

export const seenFollows = route({
  method: 'GET',
  path: '/staff/passes/:passId/seen/user/follows',
  caller: 'staff:contact',
  summary: 'With a pass: the pages that they follow.',
  input: z.extend(getFollowedPages.input, withPass),
  output: getFollowedPages.output,
  failures: [...getFollowedPages.failures, failures.pass_over],
})

export const seenPosts = route({
  method: 'GET',
  path: '/staff/passes/:passId/seen/post/getPostsByPageHandle/:pageHandle',
  caller: 'staff:contact',
  summary: 'With a pass: which posts of a page they can read, without what is in them.',
  input: z.extend(getPostsByPageHandle.input, withPass),
  output: z.array(
    z.pick(post, { _id: true, path: true, title: true, locked: true, plan: true, publishedAt: true }),
  ),
  failures: [...getPostsByPageHandle.failures, failures.pass_over],
})

/** Each beside the call it stands for. */
export const SEEN_WITH_PASS: readonly { own: Route; seen: Route }[] = [
  { own: getUserSubscriptions, seen: seenSubscriptions },
  { own: getPausedSubscriptions, seen: seenPausedSubscriptions },
  { own: getUserPayments, seen: seenPayments },
  { own: getNotificationChoices, seen: seenChoices },
  { own: getFollowedPages, seen: seenFollows },
  { own: getPostsByPageHandle, seen: seenPosts },
]

export const passRoutes: readonly Route[] = [
  redeemPass,
  getPass,
  leavePass,
  ...SEEN_WITH_PASS.map(({ seen: route_ }) => route_),
]
