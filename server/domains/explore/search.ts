import { postFailures } from '#contract/posts/failures.ts'
import type { ParsedInputOf } from '#contract/http/route.ts'
import type { search as searchRoute } from '#contract/posts/search-routes.ts'
import { getCreatorByHandle, listCreatorsByIds, presentCreator } from '#server/domains/creators/service.ts'
import { publicMediaUrl } from '#server/domains/media/service.ts'
import {
  excerptOfBeginning,
  meantWordsOf,
  typedWordsOf,
  wholeTypedWordsOf,
} from '#server/domains/posts/service.ts'
import { listSupportedCreatorIds } from '#server/domains/subscriptions/service.ts'
import { type Db, isStatementTimeout } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'

import { piecesOf } from './excerpts.ts'
import {
  ENOUGH_AS_TYPED,
  findCreatorIds,
  findPosts,
  findTopics,
  type FoundPost,
  type FoundPosts,
  limitSearch,
} from './search-queries.ts'

/** A statement of a search is given up after this time: no text may keep the database busy. */
const TIMEOUT_MS = 2000
const CREATORS_FOUND = 12
const TOPICS_FOUND = 8
const POSTS_PER_ANSWER = 20
/** Further back than anyone reads. */
const POSTS_FOUND_MAX = 200

interface Searching {
  input: ParsedInputOf<typeof searchRoute>
  viewer: Viewer | null
  now: Date
}

/** Everything a search finds for this viewer. Throws `search_too_broad` when it would take too long. */
export async function searchEverything(inTransaction: InTransaction, searching: Searching) {
  try {
    return await inTransaction((db) => searchIn(db, searching))
  } catch (error) {
    if (isStatementTimeout(error)) throw new Failure(postFailures.search_too_broad)
    throw error
  }
}

async function searchIn(db: Db, { input, viewer, now }: Searching) {
  await limitSearch(db, TIMEOUT_MS)
  const page = input.pageHandle === undefined ? null : await getCreatorByHandle(db, input.pageHandle)
  const isOfPeople = page === null && input.in !== 'posts' && input.cursor === undefined
  const offset = Math.min(Number(input.cursor ?? 0), POSTS_FOUND_MAX)
  const find = (words: string | null, atLeast = 0) =>
    findPosts(
      db,
      { viewerId: viewer?.id ?? null, now },
      {
        q: input.q,
        words,
        atLeast,
        creatorId: page?.id ?? null,
        kind: input.kind ?? null,
        planId: input.planId ?? null,
        offset,
        limit: POSTS_PER_ANSWER,
      },
    )
  const typed =
    input.in === 'creators' ? { posts: [], isSure: true } : await findAsTyped(input.q, page !== null, find)
  const { posts } = typed
  // Guesses fill one page: a later one would begin where the words as typed ended.
  const isUnfound = posts.length === 0 && offset === 0 && !typed.isSure
  const meant = isUnfound ? meantWordsOf(input.q) : null
  if (meant !== null) posts.push(...(await find(meant)).posts)
  const end = offset + POSTS_PER_ANSWER
  return {
    creators: isOfPeople ? await findCreators(db, { input, viewer, now }) : [],
    topics: isOfPeople ? await findTopics(db, input.q, TOPICS_FOUND) : [],
    posts: posts.map(presentFound),
    next: isUnfound || posts.length < POSTS_PER_ANSWER || end >= POSTS_FOUND_MAX ? null : String(end),
  }
}

/**
 * By the words as typed, and whole where enough posts have them, so that they are surely meant; otherwise longer ones count that
 * begin with them.
 */
async function findAsTyped(
  q: string,
  isInPage: boolean,
  find: (words: string | null, atLeast?: number) => Promise<FoundPosts>,
): Promise<{ posts: FoundPost[]; isSure: boolean }> {
  const whole = wholeTypedWordsOf(q)
  if (whole === null) return { posts: (await find(null)).posts, isSure: false }
  // One word's beginning among all posts costs no more than the word.
  const isCostly = isInPage || whole.includes('&')
  const found = isCostly ? await find(whole, ENOUGH_AS_TYPED) : null
  if (found?.isEnough) return { posts: found.posts, isSure: true }
  return { posts: (await find(typedWordsOf(q))).posts, isSure: false }
}

async function findCreators(db: Db, { input, viewer, now }: Searching) {
  const ids = await findCreatorIds(db, viewer?.id ?? null, { q: input.q, limit: CREATORS_FOUND })
  const rows = new Map((await listCreatorsByIds(db, ids)).map((row) => [row.id, row]))
  const supported = viewer ? await listSupportedCreatorIds(db, viewer.id, ids, now) : new Set<string>()
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [presentCreator(row, viewer, { isSubscribed: supported.has(id) })] : []
  })
}

function presentFound(post: FoundPost) {
  return {
    _id: post.id,
    title: post.title,
    beginning: excerptOfBeginning(post.untitledHtml ?? ''),
    creator: {
      pageHandle: post.handle,
      pageName: post.pageName,
      profileImage: publicMediaUrl(post.profileImage),
    },
    excerpt: piecesOf(post.headline, post.beginning),
    locked: !post.canRead,
    planName: post.planName,
    holds: post.heldKind,
    publishedAt: post.publishedAt.toISOString(),
  }
}
