import * as z from 'zod/mini'

import { pageFailures } from '../failures.ts'
import { id, listInput } from '../fields.ts'
import { route } from '../http/route.ts'
import { choiceFailures } from './failures.ts'
import { MAIL_PACES, NOTICE_TOPICS, type NoticeTopic } from './kinds.ts'

const noticeTopic = z.enum(Object.keys(NOTICE_TOPICS) as [NoticeTopic, ...NoticeTopic[]])
const mailPace = z.enum(MAIL_PACES)

const digest = z.object({
  /** Otherwise nothing is collected for later; the bell has it. */
  isWanted: z.boolean(),
  /** Where it comes at eight. null: never learned or chosen, so by UTC. */
  timeZone: z.nullable(z.string()),
})

const choice = { bell: z.boolean(), mail: mailPace, push: z.boolean() }

export const getNotificationChoices = route({
  method: 'GET',
  path: '/user/notification-choices',
  caller: 'member',
  summary: 'What reaches the caller where, by topic, for all pages together.',
  input: z.object({}),
  output: z.object({
    topics: z.array(z.object({ topic: noticeTopic, ...choice })),
    digest,
  }),
  failures: [],
})

export const listPageChoices = route({
  method: 'GET',
  path: '/user/notification-choices/pages',
  caller: 'member',
  summary:
    'The same about the new posts of each page that the caller supports or follows; the cursor is the _id of the last.',
  input: z.object(listInput),
  output: z.array(
    z.object({
      _id: id(),
      pageName: z.string(),
      pageHandle: z.string(),
      profileImage: z.nullable(z.string()),
      /** Chosen for this page, in one respect at least. */
      isOwn: z.boolean(),
      ...choice,
    }),
  ),
  failures: [],
})

export const changeNotificationChoice = route({
  method: 'PUT',
  path: '/user/notification-choices',
  caller: 'member',
  summary:
    'Chooses what reaches the caller about a topic, for all pages or for one; what is left out stays as it is.',
  input: z.object({
    topic: noticeTopic,
    pageHandle: z.optional(z.string().check(z.maxLength(30))),
    bell: z.optional(z.boolean()),
    mail: z.optional(mailPace),
    push: z.optional(z.boolean()),
  }),
  output: z.object({ topic: noticeTopic, ...choice }),
  failures: [pageFailures.page_not_found, choiceFailures.choice_not_offered],
})

export const changeDigest = route({
  method: 'PUT',
  path: '/user/digest',
  caller: 'member',
  summary:
    "Changes the caller's digest: whether it comes, and in which time zone it is eight. `isGuess`: only where no zone is known yet.",
  input: z.object({
    isWanted: z.optional(z.boolean()),
    timeZone: z.optional(z.string().check(z.maxLength(60))),
    isGuess: z.optional(z.boolean()),
  }),
  output: digest,
  failures: [choiceFailures.time_zone_unknown],
})

export const choiceRoutes = [
  getNotificationChoices,
  listPageChoices,
  changeNotificationChoice,
  changeDigest,
] as const
