import type { RawBuilder } from 'kysely'

import type { MediumKind } from '#contract/media/rules.ts'
import { isListedForSql, isLivePageSql } from '#server/domains/accounts/service.ts'
import {
  beginningSql,
  canReadPostSql,
  heldPlansSql,
  isFreePostSql,
  openBeginningSql,
  planOfPostSql,
} from '#server/domains/posts/service.ts'
import { type Db, many, prepared, run, sql } from '#server/platform/db/query.ts'

import { MATCH_BEGIN, MATCH_END } from './excerpts.ts'
import { askedWordsSql, newestMatchesSql } from './search-match-queries.ts'

/** Posts that are taken of each of two lists for one search: the newest that match, as many as people can turn to. */
const MOST = 200
/** Within a page, and where only those of a kind or of a plan are shown. */
const MOST_NARROWED = 400
/** Pages whose topics are counted. */
const TOPIC_PAGES = sql.raw('400')
/** Posts with the words as they were typed that leave no doubt that they were meant: titles that look alike are for typing errors. */
export const ENOUGH_AS_TYPED = 150
/** Characters of a post that its excerpt is taken from: cutting one out of a long text is slow. */
const EXCERPT_FROM = sql.raw('40000')
const HEADLINE = `StartSel=${MATCH_BEGIN}, StopSel=${MATCH_END}, MinWords=14, MaxWords=32, ShortWord=1`

interface Reader {
  viewerId: string | null
  now: Date
}

/**
 * For the rest of the transaction: how long a statement may take, how alike words are that count as a typing error,
 * room to remember which posts an index names (with less, everything near them is read, too), and that no table is read whole,
 * however many posts are guessed to have the words.
 */
export async function limitSearch(db: Db, timeoutMs: number): Promise<void> {
  await run(
    db,
    sql`select set_config('statement_timeout', ${String(timeoutMs)}, true),
      set_config('pg_trgm.word_similarity_threshold', '0.5', true), set_config('work_mem', '32MB', true),
      set_config('enable_seqscan', 'off', true)`,
  )
}

/** Of creators `c`: whether they are in the viewer's lists. */
function isInListsSql(viewerId: string | null): RawBuilder<boolean> {
  return sql<boolean>`(${isListedForSql(viewerId)} and ${isLivePageSql} and not exists (
    select from blocks b where b.blocker_id = ${viewerId}::uuid and b.blocked_id = c.user_id))`
}

/** Creators whose name, handle, topics or headline match, best first. */
export async function findCreatorIds(
  db: Db,
  viewerId: string | null,
  { q, limit }: { q: string; limit: number },
): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`with found as (
        select creator_id, likeness from pages_alike(${q})
        union all (select t.creator_id, 1 from creator_topics t where t.topic like ${startingWith(q)} limit 300)
        union all (select c.id, 1 from creators c where lower(c.handle) = ${q.toLowerCase()})),
      best as materialized (
        select creator_id, max(likeness) + 0.1 * count(*) as score from found group by creator_id)
      select c.id from best join creators c on c.id = best.creator_id
      -- Or all creators would be read to be joined with a few.
      where c.id = any (array(select creator_id from best)) and ${isInListsSql(viewerId)} order by best.score desc, c.id desc limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Topics that begin with or look like what was typed, those of most pages first. */
export async function findTopics(db: Db, q: string, limit: number): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ topic: string }>`select topic from (
        select t.topic, c.id from creator_topics t join creators c on c.id = t.creator_id
        where t.topic like ${startingWith(q)} and ${isInListsSql(null)} limit ${TOPIC_PAGES}) found
      group by topic order by count(*) desc, topic limit ${limit}`,
  )
  return rows.map(({ topic }) => topic)
}

/** For LIKE: any text that begins with this one. */
function startingWith(text: string): string {
  return `${text.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`
}

/** The topics of most of the newest pages, which visitors may see. */
export async function listPopularTopics(db: Db, limit: number): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ topic: string }>`select t.topic from (
        select c.id from creators c where ${isInListsSql(null)} order by c.id desc limit ${TOPIC_PAGES}) newest
      join creator_topics t on t.creator_id = newest.id
      group by t.topic order by count(*) desc, t.topic limit ${limit}`,
  )
  return rows.map(({ topic }) => topic)
}

export interface FoundPost {
  id: string
  title: string | null
  handle: string
  pageName: string
  profileImage: string | null
  canRead: boolean
  planName: string | null
  heldKind: MediumKind | null
  publishedAt: Date
  /** Words around the match, which is between {@link MATCH_BEGIN} and {@link MATCH_END}; null: there is no text. */
  headline: string | null
  /** Where the text it is taken from begins. */
  beginning: string | null
  /** How it begins, as far as it may be read; null: it has a title, or nothing of it may be read. */
  untitledHtml: string | null
}

export interface PostSearch {
  /** As it was typed, for titles. */
  q: string
  /** The same for `to_tsquery`; null: it has no word. */
  words: string | null
  /** How many posts have to have the words for any to be found; at most as many as are looked at. */
  atLeast: number
  creatorId: string | null
  kind: MediumKind | null
  planId: string | null
  offset: number
  limit: number
}

/** As `pp` the plan that a post `p` is for: looked for in few posts, or all audiences would be read at once. */
function planAt(now: Date, canRead: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`left join lateral (${planOfPostSql(now, sql<boolean>`not ${canRead}`)}) pp on not ${isFreePostSql(now)}`
}

/** What a search found; `isEnough`: as many posts have the words as were asked for, at least. */
export interface FoundPosts {
  isEnough: boolean
  posts: FoundPost[]
}

type Row = { isEnough: boolean } & (FoundPost | { [Key in keyof FoundPost]: null })

/** Where the words are looked for, and what isn't shown of what is found. */
type Narrowed = Pick<PostSearch, 'creatorId' | 'kind' | 'planId'>

/**
 * Posts, best matches first. The newest that match are taken by index, a bounded number; then the rule of who may read
 * decides which of them the viewer finds: one that they may not read by title, teaser and what is above its line alone. Texts are read only for
 * the posts of one answer. With `atLeast`, nothing is answered unless so many have the words.
 */
function postsSql(
  given: Reader & Pick<PostSearch, 'q' | 'words' | 'atLeast' | 'offset' | 'limit'>,
  { creatorId, kind, planId }: Narrowed,
): RawBuilder<Row> {
  const isNarrowed = kind !== null || planId !== null
  const most = isNarrowed || creatorId !== null ? MOST_NARROWED : MOST
  const holds =
    kind === null
      ? sql``
      : sql`and (exists (select from post_media held_by join media m on m.id = held_by.media_id
            where held_by.post_id = p.id and m.kind = ${kind} and (access.can_read or held_by.position = 0))
          or (${kind} = 'video' and p.video_link is not null))`
  const opens = planId === null ? sql`` : sql`and pp.id = ${planId}::uuid`
  return sql<Row>`with ${heldPlansSql(given)},
      ${newestMatchesSql({ words: given.words, creatorId, most, isNarrowed })},
      enough as materialized (select greatest((select count(*) from by_open_words), (select count(*) from by_all_words))
        >= ${given.atLeast} as is_so),
      by_title as materialized (select post_id, likeness from titles_alike(${given.q}, ${creatorId}::uuid)
        where (select count(*) from by_open_words) + (select count(*) from by_all_words) < ${sql.raw(String(ENOUGH_AS_TYPED))}),
      candidates as (
        select post_id, max(open_score) as open_score, max(full_score) as full_score from (
          select post_id, 1 + rank as open_score, null::real as full_score from by_open_words
          union all select post_id, null, rank from by_all_words
          union all select post_id, likeness, null from by_title) found
        group by post_id),
      page as (
        select p.id, p.title, p.video_link, p.published_at, c.handle, c.page_name, c.profile_image,
          access.can_read, case when access.can_read then greatest(found.open_score, found.full_score)
            else found.open_score end as score
        from candidates found join posts p on p.id = found.post_id join creators c on c.id = p.creator_id
          cross join lateral (select ${canReadPostSql(given)} as can_read offset 0) access
          ${planId === null ? sql`` : planAt(given.now, sql<boolean>`access.can_read`)}
        where (select is_so from enough) and post_is_published(p) and (access.can_read or found.open_score is not null)
          and ${isInListsSql(given.viewerId)} ${holds} ${opens}
        order by score desc, p.published_at desc, p.id desc
        limit ${given.limit} offset ${given.offset})
      select enough.is_so as "isEnough", answer.* from enough left join (
        select page.score, page.id, page.title, page.handle, page.page_name as "pageName", page.profile_image as "profileImage",
          page.can_read as "canRead", pp.name as "planName", page.published_at as "publishedAt",
          coalesce(m.kind, case when page.video_link is not null then 'video' end) as "heldKind",
          ts_headline('simple', (select case when page.can_read then left(p.html, ${EXCERPT_FROM})
              else nullif(concat_ws(' ', p.teaser, left(p.open_html, ${EXCERPT_FROM})), '') end
            from posts p where p.id = page.id),
            ${askedWordsSql}, ${HEADLINE}) as headline,
          case when page.can_read then left(p.html, 1000)
            else left(concat_ws(' ', p.teaser, p.open_html), 1000) end as beginning,
          case when p.title is not null then null when page.can_read then ${beginningSql}
            else ${openBeginningSql} end as "untitledHtml"
        from page join posts p on p.id = page.id ${planAt(given.now, sql<boolean>`page.can_read`)}
          left join post_media first on first.post_id = page.id and first.position = 0
          left join media m on m.id = first.media_id) answer on true
      order by answer.score desc, answer."publishedAt" desc, answer.id desc`
}

const EVERYWHERE = { creatorId: null, kind: null, planId: null } satisfies Narrowed

/** Prepared, because planning it takes 5 to 9 ms. */
const postsEverywhere = prepared<Row, Reader & Omit<PostSearch, keyof Narrowed>>('search-posts', (given) =>
  postsSql(given, EVERYWHERE),
)

/**
 * Until the transaction ends or this is called with `auto`, whether prepared statements are planned once for each connection. By its own
 * guess PostgreSQL would plan {@link postsEverywhere} at every search, which takes longer than its plan saves.
 */
function planPrepared(db: Db, mode: 'force_generic_plan' | 'auto'): Promise<unknown> {
  return run(db, sql`select set_config('plan_cache_mode', ${mode}, true)`)
}

/** Finds posts, see {@link postsSql}. */
export async function findPosts(db: Db, { viewerId, now }: Reader, search: PostSearch): Promise<FoundPosts> {
  const { q, words, atLeast, offset, limit, creatorId, kind, planId } = search
  const given = { viewerId, now, q, words, atLeast, offset, limit }
  const isEverywhere = creatorId === null && kind === null && planId === null
  const rows = isEverywhere
    ? await findEverywhere(db, given)
    : await many(db, postsSql(given, { creatorId, kind, planId }))
  return {
    isEnough: rows.some(({ isEnough }) => isEnough),
    posts: rows.filter((row): row is typeof row & FoundPost => row.id !== null),
  }
}

/** What else is asked in the same transaction is planned for what is asked. */
async function findEverywhere(db: Db, given: Parameters<typeof postsEverywhere>[0]): Promise<Row[]> {
  await planPrepared(db, 'force_generic_plan')
  const rows = await many(db, postsEverywhere(given))
  await planPrepared(db, 'auto')
  return rows
}
