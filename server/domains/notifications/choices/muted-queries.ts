import type { ChannelKind } from '#contract/channels/rules.ts'
import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'

export interface MutedRow {
  id: string
  kind: ChannelKind
  name: string
  people: string[]
  pageName: string | null
  pageHandle: string | null
  mutedUntil: Date
}

/** People of a conversation who are named in a list. */
const NAMED = sql.raw('3')

/**
 * Channels that a person has muted, by their ids, backwards. A room is named though they may no longer enter: pages
 * list such rooms too. What is gone, or what they have left, isn't listed.
 */
export function listMuted(
  db: Db,
  given: { userId: string; beforeId: string | null; limit: number; now: Date },
): Promise<MutedRow[]> {
  return many(
    db,
    sql<MutedRow>`select ch.id, ch.kind, coalesce(room.name, session.title, talk.name, '') as name, c.page_name as "pageName",
        c.handle as "pageHandle", mark.muted_until as "mutedUntil",
        array(select coalesce(page.page_name, u.name) from participants other join users u on u.id = other.user_id
            left join creators page on page.id = talk.creator_id and page.user_id = u.id
          where other.conversation_id = talk.id and other.user_id <> mark.user_id and other.state <> 'left'
            and u.erased_at is null
          order by other.joined_at, other.user_id limit ${NAMED}) as people
      from read_marks mark join channels ch on ch.id = mark.channel_id
        left join creators c on c.id = ch.creator_id
        left join rooms room on room.id = ch.id
        left join live_sessions session on session.id = ch.id
        left join posts post on post.id = ch.id and post.deleted_at is null
        left join participants own on own.conversation_id = ch.id and own.user_id = mark.user_id
          and own.state in ('active', 'requested')
        left join conversations talk on talk.id = own.conversation_id
      where mark.user_id = ${given.userId} and mark.muted_until is not null and mark.muted_until > ${given.now}
        and (${given.beforeId}::uuid is null or mark.channel_id < ${given.beforeId}::uuid)
        and coalesce(room.id, session.id, post.id, talk.id) is not null and (c.id is null or ${isLivePageSql})
      order by mark.channel_id desc limit ${given.limit}`,
  )
}
