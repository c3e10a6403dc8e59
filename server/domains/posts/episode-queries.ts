import { type Db, many, prepared, sql } from '#server/platform/db/query.ts'

import { canReadPostSql, heldPlansSql, type Reader } from './access.ts'
import { htmlSql, isExcerptSql } from './html-queries.ts'

/** A video or audio track of a post; a post with several is several episodes. */
export interface EpisodeRow {
  postId: string
  /** null: its id is its address. */
  slug: string | null
  title: string | null
  html: string
  isExcerpt: boolean
  cleanerVersion: number
  publishedAt: Date
  mediaId: string
  durationMs: number | null
}

/** Posts that are looked at: a page that publishes daily for five years is listed whole. */
const POSTS_LOOKED_AT = sql.raw('2000')
/** What podcast apps show; Apple's lists as many. */
const EPISODES = sql.raw('300')

const episodesOfCreator = prepared<EpisodeRow, Reader & { creatorId: string }>(
  'episodes-of-creator',
  (given) => sql<EpisodeRow>`with ${heldPlansSql(given, given.creatorId)},
    newest as materialized (
      select p.id from posts p where p.creator_id = ${given.creatorId} and post_is_published(p)
      order by p.published_at desc, p.id desc limit ${POSTS_LOOKED_AT})
    select p.id as "postId", p.slug, p.title, ${htmlSql('excerpt')} as html, ${isExcerptSql('excerpt')} as "isExcerpt",
      p.cleaner_version as "cleanerVersion", p.published_at as "publishedAt", m.id as "mediaId",
      m.duration_ms as "durationMs"
    from newest join posts p on p.id = newest.id join creators c on c.id = p.creator_id
      join post_media held_by on held_by.post_id = p.id join media m on m.id = held_by.media_id
    where m.kind in ('video', 'audio') and m.state = 'ready' and ${canReadPostSql(given)}
    order by p.published_at desc, p.id desc, held_by.position limit ${EPISODES}`,
)

/** The videos and audio tracks of a page that somebody may play now, the newest post's first. */
export function listEpisodes(db: Db, reader: Reader, creatorId: string): Promise<EpisodeRow[]> {
  return many(db, episodesOfCreator({ viewerId: reader.viewerId, now: reader.now, creatorId }))
}
