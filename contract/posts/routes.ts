import * as z from 'zod/mini'

import { draftSteps } from '../audiences/draft-steps.ts'
import { toldStep } from '../audiences/steps.ts'
import { id, listInput, moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { embedProvider } from '../media/embeds.ts'
import { creatorFailures } from '../creators/failures.ts'
import { mediaFailures } from '../media/failures.ts'
import { playback } from '../media/playback.ts'
import { ALT_MAX_LENGTH, mediumKind } from '../media/rules.ts'
import { CURRENCIES } from '../money.ts'
import { pageFailures } from '../failures.ts'
import { pageHandle } from '../page-address.ts'
import { planFailures } from '../plans/failures.ts'
import { pollFailures } from '../polls/failures.ts'
import { postFailures as failures } from './failures.ts'
import { filesOfPost, postFile } from './files.ts'
import {
  PICTURES_PER_POST,
  PLAYERS_PER_POST,
  POST_ADDRESS_MAX_LENGTH,
  POST_CONTENT_MAX_BYTES,
  POST_TEASER_MAX_LENGTH,
  POST_TITLE_MAX_LENGTH,
} from './limits.ts'
import { postMessages } from './messages.ts'

/** A post as the viewer may see it. A locked one carries a teaser, and what is above the line that its creator drew. */
export const post = z.object({
  _id: id(),
  /** Its page: `/{handle}/posts/{slug, or else id}`, percent-encoded. */
  path: z.string(),
  /** Shown on locked posts too; null: it has none. */
  title: z.nullable(z.string()),
  creatorId: z.object({
    _id: id(),
    pageHandle: z.string(),
    pageName: z.string(),
    profileImage: z.nullable(z.string()),
  }),
  /**
   * Sanitised HTML; of a locked one what is above its line, often nothing. Lists carry at most 2 KB (UTF-8) of it, cut
   * between two words. Pictures in it are named by their ids: `partsOfText`.
   */
  content: z.string(),
  /** `content` is only the beginning of what they may read; getPost returns all of it. */
  isExcerpt: z.boolean(),
  /** The cheapest plan that opens it; null: free for everyone, or no plan does. */
  planId: z.nullable(id()),
  /**
   * The plan it needs, price per month in its currency. `isOffered`: it can be joined; not once it is archived, nor by
   * someone the creator blocked.
   */
  plan: z.nullable(
    z.object({
      _id: id(),
      name: z.string(),
      price: z.number(),
      currency: z.enum(CURRENCIES),
      isOffered: z.boolean(),
    }),
  ),
  locked: z.boolean(),
  /** One line that gives nothing away; only on locked posts. */
  teaser: z.nullable(z.string()),
  /** About how long reading it takes; only on locked posts. */
  readMinutes: z.nullable(z.number()),
  image: z.nullable(z.string()),
  video: z.nullable(z.string()),
  audio: z.nullable(z.string()),
  /** The first of its pictures, videos or audio files; null if there is none or the post is locked. */
  media: z.nullable(playback),
  /** All of them, in the order they are shown; of a locked post those above its line. */
  allMedia: z.array(playback),
  /** Those that stand in the text; all others are shown below it. */
  placedIds: z.array(id()),
  /** To download, in the order they are listed; empty when the post is locked. */
  files: z.array(postFile),
  /** How many files it has, on locked posts too. */
  fileCount: z.number(),
  /** A video at a provider, to be framed. */
  embed: z.nullable(
    z.object({ provider: embedProvider, src: z.string(), link: z.string(), title: z.string() }),
  ),
  /** The medium in a locked post; nothing else about it is revealed. */
  holds: z.nullable(z.object({ kind: mediumKind, durationMs: z.nullable(z.number()) })),
  /**
   * The next step that opens it to this viewer, or to whoever follows the page; while it is open to nobody, the next one
   * at all. null: none, or they may read it.
   */
  opensNext: z.nullable(toldStep),
  /** The step by which this viewer reads it, where it ends. */
  closesNext: z.nullable(toldStep),
  /** How many of each kind are in a locked post, and how long its videos and audio play in all. */
  contents: z.nullable(
    z.object({
      videos: z.number(),
      audios: z.number(),
      pictures: z.number(),
      playMs: z.nullable(z.number()),
    }),
  ),
  /** What its creator tells people who can't read it; only on locked posts. */
  pitch: z.nullable(z.string()),
  /** A picture that everyone may see. */
  cover: z.nullable(playback),
  /** Its page has plans that can be joined. */
  hasPlans: z.boolean(),
  /** Only its creator sees it yet: it goes out when its medium can be played. */
  isWaiting: z.boolean(),
  /** At the top of its page, where it comes first. */
  isPinned: z.boolean(),
  /** What is left of a live session: its recording comes before its text. */
  isReplay: z.boolean(),
  /** When it was last changed after it had gone out; null: it wasn't. */
  editedAt: z.nullable(moment),
  createdAt: moment,
  /** When it went out: its place among the others. */
  publishedAt: moment,
})

export const getPosts = route({
  method: 'GET',
  path: '/post/getPosts',
  caller: 'anyone',
  summary: 'Recent posts of all creators, newest first; the cursor is the _id of the last post seen.',
  input: z.object(listInput),
  output: z.array(post),
  failures: [],
})

export const getPostsByPageHandle = route({
  method: 'GET',
  path: '/post/getPostsByPageHandle/:pageHandle',
  caller: 'anyone',
  summary: "One creator's posts, newest first; the cursor is the _id of the last post seen.",
  input: z.object({ pageHandle, ...listInput }),
  output: z.array(post),
  failures: [pageFailures.page_not_found],
})

export const viewPostsAs = route({
  method: 'GET',
  path: '/creators/:pageHandle/posts-as',
  caller: 'owner',
  summary:
    "A creator's own posts as a member of one of the page's plans finds them; without a plan, as a visitor does.",
  input: z.object({ pageHandle, planId: z.optional(id()), ...listInput }),
  output: z.array(post),
  failures: [pageFailures.page_not_found, planFailures.plan_not_found],
})

export const getPost = route({
  method: 'GET',
  path: '/post/getPost/:id',
  caller: 'anyone',
  summary:
    'One post with its full content, where lists return an excerpt; a members-only post stays locked for everyone else.',
  input: z.object({ id: id() }),
  output: post,
  failures: [failures.post_not_found, pageFailures.page_not_found],
})

/** A post before or after another on its page. */
const neighbour = z.nullable(
  z.object({
    path: z.string(),
    title: z.nullable(z.string()),
    /** How it begins, as far as the caller may read it; of one without a title. */
    excerpt: z.string(),
    publishedAt: moment,
  }),
)

export const getPostByAddress = route({
  method: 'GET',
  path: '/post/getPostByAddress/:pageHandle',
  caller: 'anyone',
  summary:
    'One post with its full content, by the last part of its address or by its id, with the posts published before and after it.',
  // A query parameter: percent-encoded, an address in another script is longer than a part of a path may be.
  input: z.object({ pageHandle, address: z.string().check(z.maxLength(POST_ADDRESS_MAX_LENGTH)) }),
  output: z.object({
    post,
    previous: neighbour,
    next: neighbour,
    /** The collections it is in, by title. */
    collections: z.array(z.object({ path: z.string(), title: z.string() })),
  }),
  failures: [failures.post_not_found, pageFailures.page_not_found],
})

const linkOfVideo = z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(2048))))

export const createPost = route({
  method: 'POST',
  path: '/post/create',
  caller: 'creator',
  summary:
    "Publishes a post. `content` is the editor's blocks as JSON, or HTML, up to 256 KB; at most one file beside the fields.",
  accepts: 'multipart',
  input: z.object({
    content: z.union([
      // More characters are more bytes; bytes are counted when it is read.
      z.string().check(z.maxLength(POST_CONTENT_MAX_BYTES, postMessages.contentTooLong)),
      z.looseObject({ blocks: z.array(z.unknown()) }),
    ]),
    title: z.optional(
      z.nullable(z.string().check(z.trim(), z.maxLength(POST_TITLE_MAX_LENGTH, postMessages.titleTooLong))),
    ),
    /** Who may read it, in steps; wins over `planId`. */
    audience: z.optional(draftSteps),
    /** Empty or absent: free for everyone. */
    planId: z.optional(z.nullable(z.union([z.literal(''), id()]))),
    /** A medium of their own uploaded before; or one file beside these fields; or the link of a video. */
    mediaId: z.optional(z.nullable(z.union([z.literal(''), id()]))),
    /** The same for several, in the order they are shown. */
    mediaIds: z.optional(
      z.array(id()).check(z.maxLength(PICTURES_PER_POST + PLAYERS_PER_POST, postMessages.tooManyMedia)),
    ),
    videoLink: linkOfVideo,
    /** As text instead of a file: the same. */
    image: linkOfVideo,
    video: linkOfVideo,
    audio: linkOfVideo,
    /** What people are told who can't read it. */
    teaser: z.optional(
      z.nullable(z.string().check(z.trim(), z.maxLength(POST_TEASER_MAX_LENGTH, postMessages.teaserTooLong))),
    ),
    /** A picture of their own uploaded before, for everyone to see. */
    coverId: z.optional(z.nullable(z.union([z.literal(''), id()]))),
    /** Files to download, uploaded before, in the order they are listed. */
    files: z.optional(filesOfPost),
    /** What a picture sent beside these fields shows. */
    alt: z.optional(z.string().check(z.trim(), z.maxLength(ALT_MAX_LENGTH))),
  }),
  output: z.object({ msg: z.string(), post }),
  failures: [
    creatorFailures.posting_stopped,
    failures.content_empty,
    failures.content_too_long,
    failures.content_malformed,
    failures.too_many_media,
    pollFailures.poll_not_found,
    pollFailures.too_many_polls,
    planFailures.plan_not_found,
    mediaFailures.medium_not_found,
    mediaFailures.medium_not_usable,
    mediaFailures.medium_too_large,
    mediaFailures.storage_used_up,
    mediaFailures.medium_refused,
    mediaFailures.one_medium_only,
    mediaFailures.video_link_refused,
    mediaFailures.medium_as_text,
  ],
})

export const deletePost = route({
  method: 'DELETE',
  path: '/post/delete/:id',
  caller: 'owner',
  summary: 'Takes a post down.',
  input: z.object({ id: id() }),
  output: z.object({ msg: z.string() }),
  failures: [failures.post_not_found],
})

/** Answers in the shape the editor's link tool expects. */
export const linkPreview = route({
  method: 'GET',
  path: '/link-preview',
  caller: 'member',
  summary: 'The title, description and image of a public web page, for a link card in the editor.',
  input: z.object({ url: z.string().check(z.trim(), z.minLength(1), z.maxLength(2048)) }),
  output: z.object({
    success: z.union([z.literal(0), z.literal(1)]),
    link: z.string(),
    meta: z.object({
      title: z.string(),
      description: z.string(),
      image: z.object({ url: z.string() }),
    }),
  }),
  failures: [],
})

export const postRoutes = [
  getPosts,
  getPostsByPageHandle,
  viewPostsAs,
  getPost,
  getPostByAddress,
  createPost,
  deletePost,
  linkPreview,
] as const
