import type { RawBuilder } from 'kysely'

import { type Db, many, one, sql } from '#server/platform/db/query.ts'

import { beginningSql } from '../html-queries.ts'
import { isInPageWithWordsSql } from '../words-in-page-queries.ts'
import type { PostState } from './draft-queries.ts'

export interface OwnPostsAsked {
  creatorId: string
  state: PostState | null
  planId: string | null
  /** For `to_tsquery`; null: whatever their words. */
  words: string | null
  beforeId: string | null
  limit: number
}

/** The newest posts of a page that are looked through one by one: what many of its posts have is found among them. */
const LOOKED_THROUGH = 3000
/** A plan with so few posts has them all looked through. */
const FEW_POSTS = 1000
/** So many different audiences are looked up one by one. */
const FEW_AUDIENCES = 100

export const savedAtSql = sql`coalesce(p.saved_at, p.published_at, p.created_at)`

/** As in the index `posts_unpublished`: what `post_search` doesn't have. */
const isUnpublishedSql = sql<boolean>`(p.state <> 'published' or p.waits_for_media or p.withheld_at is not null)`

/* Written out, so that PostgreSQL finds the index. */
const IS_IN_STATE: Record<PostState, RawBuilder<boolean>> = {
  draft: sql`p.state = 'draft'`,
  scheduled: sql`p.state = 'scheduled'`,
  published: sql`p.state = 'published'`,
  hidden: sql`p.state = 'hidden'`,
}

/** Posts `p` that aren't deleted, in this state, and before the cursor. */
function isAskedForSql({ state, beforeId }: OwnPostsAsked): RawBuilder<boolean> {
  const isInState = state === null ? sql`true` : IS_IN_STATE[state]
  const isBefore =
    beforeId === null
      ? sql`true`
      : sql`(${savedAtSql}, p.id) < ((select ${savedAtSql} from posts p where p.id = ${beforeId}), ${beforeId}::uuid)`
  return sql<boolean>`p.deleted_at is null and ${isInState} and ${isBefore}`
}

function isOfPageSql(asked: OwnPostsAsked): RawBuilder<boolean> {
  return sql<boolean>`p.creator_id = ${asked.creatorId} and ${isAskedForSql(asked)}`
}

const newestFirst = sql`order by ${savedAtSql} desc, p.id desc`
const listedSql = sql`select p.id, ${savedAtSql} as saved_at`
/** Looked up post by post, so that a list ends as soon as it has enough. */
const withDraftSql = sql`left join lateral (select * from post_drafts where post_id = p.id offset 0) d on true`

/** Whether a text has these words or longer ones that begin with them. Most that don't are told by their letters. */
function hasWordsSql(
  title: RawBuilder<unknown>,
  text: RawBuilder<unknown>,
  words: string,
): RawBuilder<boolean> {
  const held = sql`concat_ws(' ', ${title}, ${text})`
  const letters = words.split(' & ').map((word) => `%${word.replace(':*', '')}%`)
  return sql<boolean>`(${held} ilike all (${letters}::text[])
    and to_tsvector('simple', ${held}) @@ to_tsquery('simple', ${words}))`
}

/** Whether a published post `p` has these words. Not `exists`, for which PostgreSQL may read all posts that have them. */
function hasWordsInSearchSql(words: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select s.all_words @@ to_tsquery('simple', ${words}) from post_search s
    where s.post_id = p.id), false)`
}

/** Whether a post `p` with its draft `d` is for a plan: as it is being written, if it is. */
function isForPlanSql({ planId }: OwnPostsAsked): RawBuilder<boolean> {
  if (planId === null) return sql`true`
  return sql<boolean>`case when d.post_id is null
    then exists (select from audience_step_plans named
      where named.audience_id = p.audience_id and named.plan_id = ${planId})
    else d.steps @> ${JSON.stringify([{ planIds: [planId] }])}::jsonb end`
}

/** Whether a post `p` with its draft `d` has the words: as it is being written, if it is. */
function matchesSql(asked: OwnPostsAsked): RawBuilder<boolean> {
  const { words } = asked
  if (words === null) return isForPlanSql(asked)
  return sql<boolean>`${isForPlanSql(asked)} and case
    when d.post_id is not null then ${hasWordsSql(sql`d.title`, sql`d.excerpt`, words)}
    when ${isUnpublishedSql} then ${hasWordsSql(sql`p.title`, beginningSql, words)}
    else ${hasWordsInSearchSql(words)} end`
}

/** Posts whose words aren't in `post_search`: what is unpublished, and what is being written again. */
function apartFromSearch(asked: OwnPostsAsked): RawBuilder<unknown> {
  const unpublished = sql`(${listedSql} from posts p ${withDraftSql}
    where ${isOfPageSql(asked)} and ${isUnpublishedSql} and ${matchesSql(asked)}
    ${newestFirst} limit ${asked.limit})`
  if (!mayBePublished(asked)) return unpublished
  return sql`${unpublished} union all (${listedSql} from post_drafts d join posts p on p.id = d.post_id
    where d.creator_id = ${asked.creatorId} and ${isOfPageSql(asked)} and not ${isUnpublishedSql}
      and ${matchesSql(asked)} ${newestFirst} limit ${asked.limit})`
}

function mayBePublished({ state }: OwnPostsAsked): boolean {
  return state === null || state === 'published'
}

/** The audiences that name a plan of this page. */
function audiencesOf({ planId, creatorId }: OwnPostsAsked): RawBuilder<unknown> {
  return sql`select distinct named.audience_id from audience_step_plans named
    join plans plan on plan.id = named.plan_id and plan.creator_id = ${creatorId} where named.plan_id = ${planId}`
}

/**
 * Published posts for a plan, the newest of each audience. Nothing more is asked of a post than its index tells, or the
 * newest would be sorted out of all.
 */
function ofPlan(asked: OwnPostsAsked, limit: number): RawBuilder<unknown> {
  const { words } = asked
  const hasWords = words === null ? sql`true` : hasWordsInSearchSql(words)
  return sql`(select p.id, p.saved_at from (${audiencesOf(asked)}) a cross join lateral (
      ${listedSql} from posts p where p.audience_id = a.audience_id and ${isAskedForSql(asked)}
        and not ${isUnpublishedSql} and not exists (select from post_drafts d where d.post_id = p.id) and ${hasWords}
      ${newestFirst} limit ${limit}) p)`
}

/** Published posts with the words, by the index that holds each word beside its page. */
function withWords(asked: OwnPostsAsked, words: string): RawBuilder<unknown> {
  return sql`(${listedSql} from post_search s join posts p on p.id = s.post_id ${withDraftSql}
    where ${isInPageWithWordsSql(asked.creatorId, sql`to_tsquery('simple', ${words})`)} and ${isOfPageSql(asked)} and d.post_id is null and not ${isUnpublishedSql} and ${isForPlanSql(asked)})`
}

/** The newest of all posts of a page, one by one until there are enough. */
function amongNewest(asked: OwnPostsAsked): RawBuilder<unknown> {
  return sql`(select p.id, p.listed_at as saved_at from (select p.*, ${savedAtSql} as listed_at from posts p
      where ${isOfPageSql(asked)} ${newestFirst} limit ${LOOKED_THROUGH}) p ${withDraftSql}
    where ${matchesSql(asked)} order by p.listed_at desc, p.id desc limit ${asked.limit})`
}

async function idsOf(db: Db, found: RawBuilder<unknown>, limit: number): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from (${found}) found order by saved_at desc, id desc limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Whether a plan has few posts, in few audiences. */
async function isOfFew(db: Db, asked: OwnPostsAsked): Promise<boolean> {
  const { isFew } = await one(
    db,
    sql<{ isFew: boolean }>`with audiences as materialized (${audiencesOf(asked)} limit ${FEW_AUDIENCES + 1})
      select (select count(*) from audiences) <= ${FEW_AUDIENCES} and not exists (
        select from audiences a cross join lateral (select from posts p
          where p.audience_id = a.audience_id and p.deleted_at is null limit ${FEW_POSTS + 1}) p
        offset ${FEW_POSTS}) as "isFew"`,
  )
  return isFew
}

async function hasFewAudiences(db: Db, asked: OwnPostsAsked): Promise<boolean> {
  const { isFew } = await one(
    db,
    sql<{ isFew: boolean }>`select not exists (${audiencesOf(asked)} offset ${FEW_AUDIENCES}) as "isFew"`,
  )
  return isFew
}

async function areLookedThrough(db: Db, asked: OwnPostsAsked): Promise<boolean> {
  const { areAll } = await one(
    db,
    sql<{ areAll: boolean }>`select not exists (select from posts p where ${isOfPageSql(asked)}
      ${newestFirst} offset ${LOOKED_THROUGH} limit 1) as "areAll"`,
  )
  return areAll
}

/**
 * The posts of a page that were worked on last, of those asked for. What many of them have is found among the newest; what
 * few have is found by an index, so that the rest of a long list is never read.
 */
export async function findOwnPostIds(db: Db, asked: OwnPostsAsked): Promise<string[]> {
  const { planId, words, limit } = asked
  if (!mayBePublished(asked)) return idsOf(db, apartFromSearch(asked), limit)
  if (planId === null && words === null) return idsOf(db, amongNewest(asked), limit)
  if (planId !== null && (await (words === null ? hasFewAudiences(db, asked) : isOfFew(db, asked))))
    return idsOf(
      db,
      sql`${apartFromSearch(asked)} union all ${ofPlan(asked, words === null ? limit : FEW_POSTS)}`,
      limit,
    )
  const ids = await idsOf(db, amongNewest(asked), limit)
  if (ids.length === limit || (await areLookedThrough(db, asked))) return ids
  const published = words === null ? ofPlan(asked, limit) : withWords(asked, words)
  return idsOf(db, sql`${apartFromSearch(asked)} union all ${published}`, limit)
}
