import * as z from 'zod/mini'

import { pageFailures } from '../failures.ts'
import { id, moment, saying, searchText } from '../fields.ts'
import { route } from '../http/route.ts'
import { pageHandle } from '../page-address.ts'
import { planFailures } from '../plans/failures.ts'
import { commentersForm } from './commenters.ts'
import { moderationFailures as failures } from './failures.ts'
import { moderationMessages as messages } from './messages.ts'
import {
  LINKERS,
  MUTE_MAX_DAYS,
  PERSON_SEARCH_MAX_LENGTH,
  PHRASE_MAX_LENGTH,
  SLOW_MODE_MAX_SECONDS,
  WORD_ACTS,
  WORD_RULES_MAX,
} from './rules.ts'

export const slowSeconds = z
  .int()
  .check(z.nonnegative(), z.maximum(SLOW_MODE_MAX_SECONDS, messages.slowTooLong))

const wordRule = z.object({
  /** Words after one another; the last may end with `*`, and is then only the beginning of a word. */
  phrase: z
    .string()
    .check(
      z.trim(),
      z.maxLength(PHRASE_MAX_LENGTH, messages.phraseTooLong),
      z.regex(/[\p{L}\p{N}]/u, messages.phraseRequired),
    ),
  act: z.enum(WORD_ACTS),
})

/** The order of a page, as its owner sets it. */
const moderation = {
  ...commentersForm,
  linksFrom: z.enum(LINKERS),
  /** A person's first message on the page waits until somebody approves it. */
  holdFirst: z.boolean(),
  /** Three reports hold a message. */
  autoHide: z.boolean(),
  /** Between two messages of a person in one place, where that place says nothing else. */
  slowSeconds,
  words: z.array(wordRule).check(z.maxLength(WORD_RULES_MAX, messages.tooManyWords)),
}

const ofPage = z.object({ pageHandle })

/** Somebody whom a page's list names. */
const person = { _id: id(), name: z.string(), profileImage: z.nullable(z.string()) }

export const getModeration = route({
  method: 'GET',
  path: '/creators/:pageHandle/moderation',
  caller: 'owner',
  summary: 'Who may comment on a page, whose links it takes, its words, and what waits for approval.',
  input: ofPage,
  output: z.object(moderation),
  failures: [pageFailures.page_not_found],
})

export const updateModeration = route({
  method: 'PUT',
  path: '/creators/:pageHandle/moderation',
  caller: 'owner',
  accepts: 'long-json',
  summary:
    'Changes what is given of it; the rest stays as it is. Who may comment and the plans come together.',
  input: z.extend(z.partial(z.object(moderation)), { pageHandle }).check(
    z.refine(({ commentsFrom, planIds = [] }) => (commentsFrom === 'plans') === planIds.length > 0, {
      error: messages.plansMissing,
      path: ['planIds'],
    }),
  ),
  output: z.object({ msg: z.string(), moderation: z.object(moderation) }),
  failures: [pageFailures.page_not_found, planFailures.plan_not_found],
})

export const listModerators = route({
  method: 'GET',
  path: '/creators/:pageHandle/moderators',
  caller: 'member',
  summary: 'The moderators of a page, for its owner and for themselves.',
  input: ofPage,
  output: z.array(z.object({ ...person, namedAt: moment })),
  failures: [pageFailures.page_not_found],
})

export const findCandidate = route({
  method: 'GET',
  path: '/creators/:pageHandle/moderator-candidates',
  caller: 'owner',
  summary:
    'The person with exactly this username, or, among the members and followers of the page, with exactly this address; nobody or one.',
  input: z.object({
    pageHandle,
    q: searchText(PERSON_SEARCH_MAX_LENGTH).check(z.minLength(1)),
  }),
  output: z.array(z.object(person)),
  failures: [pageFailures.page_not_found],
})

export const addModerator = route({
  method: 'PUT',
  path: '/creators/:pageHandle/moderators/:userId',
  caller: 'owner',
  summary: 'Names a moderator, at most ten; again, it changes nothing.',
  input: z.object({ pageHandle, userId: id() }),
  output: saying,
  failures: [
    pageFailures.page_not_found,
    failures.moderators_full,
    failures.owner_is_no_moderator,
    failures.moderated_person_not_found,
  ],
})

export const removeModerator = route({
  method: 'DELETE',
  path: '/creators/:pageHandle/moderators/:userId',
  caller: 'owner',
  summary: 'Takes the office from a moderator.',
  input: z.object({ pageHandle, userId: id() }),
  output: saying,
  failures: [pageFailures.page_not_found],
})

export const listMutes = route({
  method: 'GET',
  path: '/creators/:pageHandle/mutes',
  caller: 'member',
  summary: 'Who may not write on a page now, for its owner and moderators; the latest first.',
  input: ofPage,
  output: z.array(
    z.object({
      ...person,
      /** null: on the whole page. */
      channelId: z.nullable(id()),
      /** null: until it is lifted. */
      until: z.nullable(moment),
      mutedAt: moment,
    }),
  ),
  failures: [pageFailures.page_not_found],
})

export const mutePerson = route({
  method: 'POST',
  path: '/creators/:pageHandle/mutes',
  caller: 'member',
  summary: 'Keeps a person from writing, on the page or in one place of it; for its owner and moderators.',
  input: z.object({
    pageHandle,
    userId: id(),
    /** For so long from now, by the server's clock; null: until it is lifted. */
    minutes: z.nullable(z.int().check(z.positive(), z.maximum(MUTE_MAX_DAYS * 1440, messages.muteTooLong))),
    channelId: z.nullable(id()),
    /** Hides what they wrote there before, too. */
    hidePast: z.boolean(),
  }),
  output: saying,
  failures: [pageFailures.page_not_found, failures.may_not_mute, failures.moderated_person_not_found],
})

export const unmutePerson = route({
  method: 'DELETE',
  path: '/creators/:pageHandle/mutes/:userId',
  caller: 'member',
  summary: 'Lets a person write again, on the page and everywhere on it; for its owner and moderators.',
  input: z.object({ pageHandle, userId: id() }),
  output: saying,
  failures: [pageFailures.page_not_found],
})

export const listModeratedPages = route({
  method: 'GET',
  path: '/user/moderated-pages',
  caller: 'member',
  summary: 'The pages where the caller keeps order: their own first, then those that named them.',
  input: z.object({}),
  output: z.array(
    z.object({
      _id: id(),
      pageName: z.string(),
      pageHandle: z.string(),
      profileImage: z.nullable(z.string()),
      isOwner: z.boolean(),
    }),
  ),
  failures: [],
})

export const moderationRoutes = [
  listModeratedPages,
  getModeration,
  updateModeration,
  listModerators,
  findCandidate,
  addModerator,
  removeModerator,
  listMutes,
  mutePerson,
  unmutePerson,
] as const
