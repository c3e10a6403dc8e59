import type { RawBuilder } from 'kysely'

import type { MediumKind } from '#contract/media/rules.ts'
import type { Currency } from '#contract/money.ts'
import { hasMomentsSql } from '#server/domains/audiences/service.ts'
import { sql } from '#server/platform/db/query.ts'

import { canReadPostSql, heldPlansSql, isFreePostSql, planOfPostSql, type Reader } from './access.ts'
import {
  type Extent,
  htmlLengthSql,
  htmlSql,
  isExcerptSql,
  isOpenExcerptSql,
  openHtmlSql,
} from './html-queries.ts'

export interface PostRow {
  id: string
  /** null: its id is its address. */
  slug: string | null
  title: string | null
  audienceId: string
  /** A step of it begins or ends some time from now. */
  hasMoments: boolean
  creatorId: string
  ownerId: string
  handle: string
  pageName: string
  profileImage: string | null
  /** Open to everyone now. */
  isFree: boolean
  /** The plan that opens it; null: it is free, or no plan does. */
  planId: string | null
  planName: string | null
  planPriceCents: number | null
  planCurrency: Currency | null
  /** Whether the viewer could join that plan. */
  isPlanOffered: boolean
  /** As stored: shown by `shownHtml` only. null: the viewer may not read it. */
  html: string | null
  cleanerVersion: number
  /** There is more of it than `html`. */
  isExcerpt: boolean
  /** What is above its line, as stored; null: nothing, or the viewer may read all of it. */
  openHtml: string | null
  /** There is more above the line than `openHtml`. */
  isOpenExcerpt: boolean
  /** The length of the whole text, which isn't secret. */
  characterCount: number
  /** In the order they are shown; of a post the viewer may not read, those above its line. */
  mediaIds: string[]
  /** Those that stand in the text. */
  placedIds: string[]
  /** Files to download that are ready, which isn't secret. */
  fileCount: number
  /** null: there is none, or the viewer may not see it. */
  videoLink: string | null
  /** The first thing it holds, which isn't secret. */
  heldKind: MediumKind | null
  heldDurationMs: number | null
  /** Of a post the viewer may not read: how many of each kind it holds, which isn't secret. */
  pictureCount: number
  videoCount: number
  audioCount: number
  playMs: number | null
  /** What people are told who can't read it. */
  teaser: string | null
  coverId: string | null
  /** Its page has plans that can be joined. */
  hasPlans: boolean
  isWaiting: boolean
  isPinned: boolean
  /** It is what is left of a live session. */
  isReplay: boolean
  createdAt: Date
  publishedAt: Date
  /** null: it is as it was first published. */
  editedAt: Date | null
}

/** Whether posts `p` is what is left of a live session. */
export const isReplaySql = sql`exists (select from live_sessions held where held.replay_post_id = p.id)`

/** What a list needs to know of `posts p` before anything of it is shown. */
export const listedColumnsSql = sql`p.id, p.audience_id, p.creator_id`

/**
 * How every list of posts is read, and one post as well: `with ${listedPostsSql(…)} select ${columnsOf(…)} from
 * ${listedTablesSql} order by …`. First which posts, by `listed`, a query of
 * {@link listedColumnsSql} and whatever orders the list; then the rule, once for each audience among them and not for each post; then what is
 * shown. `creatorId`: all of them are of that page.
 */
export function listedPostsSql(
  reader: Reader,
  listed: RawBuilder<unknown>,
  creatorId?: string | RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`${heldPlansSql(reader, creatorId)}, ${rulesOfListedSql(reader, listed)}`
}

/** The same for a query that has read the viewer's plans `held` before. `offset 0`: the rule runs once a row. */
export function rulesOfListedSql(reader: Reader, listed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`listed as materialized (${listed}),
    rules as materialized (
      select p.audience_id, p.creator_id, access.*, pp.id as plan_id, pp.name as plan_name,
        pp.price_cents as plan_price_cents, pp.currency as plan_currency,
        pp.archived_at is null and not access.is_blocked as is_plan_offered,
        exists (select from plans offered where offered.creator_id = p.creator_id and offered.archived_at is null)
          as has_plans
      from (select distinct audience_id, creator_id from listed) p join creators c on c.id = p.creator_id
        cross join lateral (select ${canReadPostSql(reader)} as can_read, ${isFreePostSql(reader.now)} as is_free,
          ${hasMomentsSql(sql`p.audience_id`, reader.now)} as has_moments,
          exists (select from blocks b where b.blocker_id = c.user_id and b.blocked_id = ${reader.viewerId}::uuid)
            as is_blocked offset 0) access
        left join lateral (${planOfPostSql(reader.now, sql<boolean>`not access.can_read`)}) pp on not access.is_free)`
}

/** The tables that {@link columnsOf} reads: posts `p` and their creators `c`, for {@link listedPostsSql}. */
export const listedTablesSql = sql`listed join posts p on p.id = listed.id join creators c on c.id = p.creator_id
    join rules access on access.audience_id = p.audience_id and access.creator_id = p.creator_id
    left join post_media first on first.post_id = p.id and first.position = 0
    left join media m on m.id = first.media_id
    left join lateral (select count(*) filter (where part.kind = 'image') as pictures,
        count(*) filter (where part.kind = 'video') as videos, count(*) filter (where part.kind = 'audio') as audios,
        sum(part.duration_ms)::float8 as play_ms
      from post_media in_post join media part on part.id = in_post.media_id where in_post.post_id = p.id
        and not in_post.is_open) parts on not access.can_read`

/** Everything about a post, in a query over {@link listedTablesSql}. */
export function columnsOf(extent: Extent): RawBuilder<unknown> {
  return sql`p.id, p.slug, p.title, p.audience_id as "audienceId", access.has_moments as "hasMoments", p.creator_id as "creatorId", c.user_id as "ownerId", c.handle, c.page_name as "pageName",
    c.profile_image as "profileImage", access.is_free as "isFree", access.plan_id as "planId", access.plan_name as "planName",
    access.plan_price_cents as "planPriceCents", access.plan_currency as "planCurrency", access.is_plan_offered as "isPlanOffered",
    case when access.can_read then ${htmlSql(extent)} end as html,
    p.cleaner_version as "cleanerVersion", ${isExcerptSql(extent)} as "isExcerpt",
    ${htmlLengthSql} as "characterCount",
    case when not access.can_read then ${openHtmlSql(extent)} end as "openHtml", ${isOpenExcerptSql(extent)} as "isOpenExcerpt",
    array(select of_post.media_id from post_media of_post where of_post.post_id = p.id
      and (access.can_read or of_post.is_open) order by of_post.position) as "mediaIds",
    array(select in_text.media_id from post_media in_text where in_text.post_id = p.id
      and in_text.is_placed and (access.can_read or in_text.is_open)) as "placedIds",
    (select count(*)::integer from post_files f join media file on file.id = f.media_id
      where f.post_id = p.id and file.state = 'ready') as "fileCount",
    case when access.can_read then p.video_link end as "videoLink",
    coalesce(case when not first.is_open then m.kind end, case when p.video_link is not null then 'video' end) as "heldKind",
    m.duration_ms as "heldDurationMs", coalesce(parts.pictures, 0) as "pictureCount",
    coalesce(parts.videos, 0) + case when p.video_link is not null then 1 else 0 end as "videoCount",
    coalesce(parts.audios, 0) as "audioCount", parts.play_ms as "playMs", p.teaser, p.cover_id as "coverId",
    access.has_plans as "hasPlans",
    p.waits_for_media as "isWaiting", p.created_at as "createdAt",
    p.published_at as "publishedAt", p.pinned_at is not null as "isPinned", p.edited_at as "editedAt",
    ${isReplaySql} as "isReplay"`
}
