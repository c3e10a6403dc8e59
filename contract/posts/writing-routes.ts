import * as z from 'zod/mini'

import { draftSteps } from '../audiences/draft-steps.ts'
import { id, listInput, moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { creatorFailures } from '../creators/failures.ts'
import { mediaFailures } from '../media/failures.ts'
import { medium } from '../media/routes.ts'
import { planFailures } from '../plans/failures.ts'
import { pollFailures } from '../polls/failures.ts'
import { postFailures as failures } from './failures.ts'
import { draftFile, filesOfPost } from './files.ts'
import {
  PICTURES_PER_POST,
  PLAYERS_PER_POST,
  POST_TEASER_MAX_LENGTH,
  POST_TITLE_MAX_LENGTH,
} from './limits.ts'
import { postMessages } from './messages.ts'

/** Where a post is in its life. `hidden`: published before, and only its creator's now. */
const postState = z.enum(['draft', 'scheduled', 'published', 'hidden'])

/** The editor's blocks; what they may hold is read when it is saved. */
const blocks = z.looseObject({ blocks: z.array(z.unknown()) })

const title = z.nullable(
  z.string().check(z.trim(), z.maxLength(POST_TITLE_MAX_LENGTH, postMessages.titleTooLong)),
)

/** What its creator is writing: a new post, or changes of a published one that nobody else sees yet. */
export const postDraft = z.object({
  _id: id(),
  state: postState,
  /** Counts what was saved; saving and publishing name the one they began with. */
  revision: z.number(),
  title: z.nullable(z.string()),
  content: blocks,
  audience: draftSteps,
  /** In the order they are shown. */
  media: z.array(medium),
  /** To download, in the order they are listed. */
  files: z.array(draftFile),
  videoLink: z.nullable(z.string()),
  /** For people who can't read it. */
  teaser: z.nullable(z.string()),
  /** A picture that everyone may see. */
  cover: z.nullable(medium),
  /** Members who want mails get one when it goes out for the first time. */
  isMailed: z.boolean(),
  /** What is left of a live session: its recording comes before its text. */
  isReplay: z.boolean(),
  savedAt: moment,
  /** `scheduled`: when it goes out. */
  publishAt: z.nullable(moment),
  publishedAt: z.nullable(moment),
  /** `published`, `hidden`: there is something in it that has not been published yet. */
  hasChanges: z.boolean(),
})

/** A post in its creator's list of all posts. */
export const ownPost = z.object({
  _id: id(),
  state: postState,
  title: z.nullable(z.string()),
  /** The beginning of its text, at most 140 characters. */
  excerpt: z.string(),
  /** Of its page; null: it has none until it is published. */
  path: z.nullable(z.string()),
  audience: draftSteps,
  /** To know it by: its cover, or else its first picture, small; without an address until it is ready. */
  picture: z.nullable(z.object({ _id: id(), url: z.nullable(z.string()) })),
  pictures: z.number(),
  players: z.number(),
  isPinned: z.boolean(),
  /** Taken out of sight by the operator: only its creator sees it. */
  isWithheld: z.boolean(),
  hasChanges: z.boolean(),
  savedAt: moment,
  publishAt: z.nullable(moment),
  publishedAt: z.nullable(moment),
  /** Members who opened it; only posts behind a plan are counted. */
  openedBy: z.number(),
})

const ofPost = z.object({ id: id() })
const saved = z.object({ id: id(), revision: z.number() })

export const createDraft = route({
  method: 'POST',
  path: '/posts/drafts',
  caller: 'creator',
  summary: 'Begins a post; with `from`, as a copy of another of theirs without its media.',
  input: z.object({ clientKey: id(), from: z.optional(id()) }),
  output: postDraft,
  failures: [failures.post_not_found, failures.too_many_drafts],
})

export const getDraft = route({
  method: 'GET',
  path: '/posts/:id/draft',
  caller: 'owner',
  summary: 'What is being written in a post.',
  input: ofPost,
  output: postDraft,
  failures: [failures.post_not_found],
})

export const saveDraft = route({
  method: 'PUT',
  path: '/posts/:id/draft',
  caller: 'owner',
  summary: 'Saves what is being written; refused when something else was saved since `revision`.',
  input: z.object({
    ...saved.shape,
    title,
    content: blocks,
    audience: draftSteps,
    mediaIds: z
      .array(id())
      .check(z.maxLength(PICTURES_PER_POST + PLAYERS_PER_POST, postMessages.tooManyMedia)),
    /** Absent: they stay as they are. */
    files: z.optional(filesOfPost),
    videoLink: z.nullable(z.string().check(z.trim(), z.maxLength(2048))),
    teaser: z.nullable(
      z.string().check(z.trim(), z.maxLength(POST_TEASER_MAX_LENGTH, postMessages.teaserTooLong)),
    ),
    coverId: z.nullable(id()),
    isMailed: z.boolean(),
  }),
  output: postDraft,
  failures: [
    failures.post_not_found,
    failures.draft_changed,
    failures.content_too_long,
    failures.content_malformed,
    failures.too_many_media,
    planFailures.plan_not_found,
    mediaFailures.medium_not_found,
    mediaFailures.medium_not_usable,
    mediaFailures.one_medium_only,
    mediaFailures.video_link_refused,
  ],
})

export const discardChanges = route({
  method: 'DELETE',
  path: '/posts/:id/draft',
  caller: 'owner',
  summary: 'Forgets what has not been published; a post that never was is deleted.',
  input: ofPost,
  output: z.object({ msg: z.string() }),
  failures: [failures.post_not_found],
})

export const publishDraft = route({
  method: 'POST',
  path: '/posts/:id/publish',
  caller: 'owner',
  summary: 'Publishes what was saved last, now or at `publishAt`, one minute to one year ahead.',
  input: z.object({ ...saved.shape, publishAt: z.optional(z.nullable(moment)) }),
  output: z.object({ msg: z.string(), post: ownPost }),
  failures: [
    failures.post_not_found,
    failures.draft_changed,
    failures.content_empty,
    failures.publish_at_wrong,
    creatorFailures.posting_stopped,
    planFailures.plan_not_found,
    mediaFailures.medium_not_usable,
    pollFailures.poll_not_found,
    pollFailures.too_many_polls,
  ],
})

export const movePost = route({
  method: 'POST',
  path: '/posts/:id/move',
  caller: 'owner',
  summary:
    'Takes a scheduled post back to the drafts, hides a published one or shows it again, pins it or unpins it, or brings back one deleted within the last 30 seconds.',
  input: z.object({ id: id(), to: z.enum(['draft', 'hidden', 'shown', 'pinned', 'unpinned', 'restored']) }),
  output: z.object({ msg: z.string(), post: ownPost }),
  failures: [failures.post_not_found, failures.pins_full, failures.post_state_wrong],
})

export const listOwnPosts = route({
  method: 'GET',
  path: '/posts/own',
  caller: 'creator',
  summary:
    'All posts of the caller, those they worked on last first; the cursor is the _id of the last one seen.',
  input: z.object({
    state: z.optional(postState),
    planId: z.optional(id()),
    /** Words of the title or the text. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    ...listInput,
  }),
  output: z.object({
    posts: z.array(ownPost),
    /** Of all their posts, whatever was asked for. */
    counts: z.object({ draft: z.number(), scheduled: z.number(), published: z.number(), hidden: z.number() }),
  }),
  failures: [],
})

export const postWritingRoutes = [
  createDraft,
  listOwnPosts,
  getDraft,
  saveDraft,
  discardChanges,
  publishDraft,
  movePost,
] as const
