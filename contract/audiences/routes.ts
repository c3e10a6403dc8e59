import * as z from 'zod/mini'

import { emailAddress, followConfirmation } from '../accounts/rules.ts'
import { pageFailures } from '../failures.ts'
import { id, listInput, moment, saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { pageHandle } from '../page-address.ts'
import { audienceFailures as failures } from './failures.ts'

const following = z.object({ isFollowing: z.boolean() })

export const followPage = route({
  method: 'PUT',
  path: '/creators/:pageHandle/follow',
  caller: 'member',
  summary: "Follows a page: its followers' posts open, and new posts are mailed to those who want that.",
  input: z.object({ pageHandle }),
  output: following,
  failures: [pageFailures.page_not_found, failures.own_page, failures.page_unfollowable],
})

export const unfollowPage = route({
  method: 'DELETE',
  path: '/creators/:pageHandle/follow',
  caller: 'member',
  summary: 'Follows a page no longer.',
  input: z.object({ pageHandle }),
  output: following,
  failures: [pageFailures.page_not_found],
})

export const getFollowedPages = route({
  method: 'GET',
  path: '/user/follows',
  caller: 'member',
  summary:
    'The pages that the caller follows, the last one first; the cursor is the _id of the last page seen.',
  input: z.object(listInput),
  output: z.array(
    z.object({
      _id: id(),
      pageName: z.string(),
      pageHandle: z.string(),
      profileImage: z.nullable(z.string()),
      followedAt: moment,
      /** New posts of this page are mailed to them. */
      isMailed: z.boolean(),
    }),
  ),
  failures: [],
})

export const setFollowMails = route({
  method: 'PUT',
  path: '/creators/:pageHandle/follow/mails',
  caller: 'member',
  summary: 'Whether new posts of a page that the caller follows are mailed to them.',
  input: z.object({ pageHandle, isMailed: z.boolean() }),
  output: z.object({ isMailed: z.boolean() }),
  failures: [pageFailures.page_not_found, failures.not_following],
})

export const followByMail = route({
  method: 'POST',
  path: '/creators/:pageHandle/follow-by-mail',
  caller: 'anyone',
  summary:
    'Mails a link that finishes following a page. The answer is the same whether the address is known or new.',
  input: z.object({ pageHandle, email: emailAddress }),
  output: saying,
  failures: [pageFailures.page_not_found],
})

export const getMailedFollow = route({
  method: 'GET',
  path: '/confirm-follow/:token',
  caller: 'anyone',
  summary: 'What a mailed link follows. Looking confirms nothing.',
  input: z.object({ token: z.string().check(z.maxLength(200)) }),
  output: z.object({
    pageName: z.string(),
    pageHandle: z.string(),
    /** null once there is an account: the link has done all it can. */
    email: z.nullable(z.string()),
  }),
  failures: [failures.follow_link_invalid],
})

export const confirmFollow = route({
  method: 'POST',
  path: '/confirm-follow',
  caller: 'anyone',
  summary: 'Opens an account for the address that a link was mailed to, signs it in, and follows the page.',
  input: followConfirmation,
  output: z.object({
    /** One half of the session; the other half travels in an HttpOnly cookie set by the same answer. */
    token: z.string(),
    pageHandle: z.string(),
  }),
  failures: [failures.follow_link_invalid, failures.follow_link_used],
})

export const audienceRoutes = [
  followPage,
  unfollowPage,
  setFollowMails,
  getFollowedPages,
  followByMail,
  getMailedFollow,
  confirmFollow,
] as const
