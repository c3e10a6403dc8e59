import * as z from 'zod/mini'

import { creatorPage } from '../creators/routes.ts'
import { id, moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { mediumKind } from '../media/rules.ts'
import { pageFailures } from '../failures.ts'
import { pageHandle } from '../page-address.ts'
import { postFailures as failures } from './failures.ts'
import { SEARCH_TEXT_MAX_LENGTH, SEARCH_TEXT_MIN_LENGTH } from './limits.ts'
import { postMessages } from './messages.ts'

/** A post that was found: its words as text, in pieces, those that match marked. */
const foundPost = z.object({
  _id: id(),
  title: z.nullable(z.string()),
  /** How it begins, as far as the caller may read it; of one without a title. */
  beginning: z.string(),
  creator: z.object({
    pageHandle: z.string(),
    pageName: z.string(),
    profileImage: z.nullable(z.string()),
  }),
  /** Of the post, or of its teaser and what is above its line if the caller may not read it. */
  excerpt: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
  locked: z.boolean(),
  /** The plan that opens it; null: it is free, or no plan does. */
  planName: z.nullable(z.string()),
  holds: z.nullable(mediumKind),
  publishedAt: moment,
})

export const search = route({
  method: 'GET',
  path: '/search',
  caller: 'anyone',
  summary:
    'Creators, topics and posts, best matches first. Posts are searched as far as the caller may read them, locked ones by title, teaser and what is above their line.',
  input: z.object({
    q: z
      .string()
      .check(
        z.trim(),
        z.minLength(SEARCH_TEXT_MIN_LENGTH, postMessages.searchTooShort),
        z.maxLength(SEARCH_TEXT_MAX_LENGTH, postMessages.searchTooLong),
      ),
    in: z._default(z.enum(['all', 'creators', 'posts']), 'all'),
    /** Only posts of this page. */
    pageHandle: z.optional(pageHandle),
    /** Only posts that hold one of these. */
    kind: z.optional(mediumKind),
    /** Only posts that this plan opens. */
    planId: z.optional(id()),
    /** `next` of the answer before; continues the posts. */
    cursor: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  }),
  output: z.object({
    creators: z.array(creatorPage),
    topics: z.array(z.string()),
    posts: z.array(foundPost),
    /** null: these are all. */
    next: z.nullable(z.string()),
  }),
  failures: [pageFailures.page_not_found, failures.search_too_broad],
})

export const listTopics = route({
  method: 'GET',
  path: '/search/topics',
  caller: 'anyone',
  summary: 'Topics that many creators chose, to begin a search with.',
  input: z.object({}),
  output: z.array(z.string()),
  failures: [],
})

export const searchRoutes = [search, listTopics] as const
