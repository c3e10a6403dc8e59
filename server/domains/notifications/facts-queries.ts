import { NOTICE_KINDS, type NoticeKind, type NoticeTopic } from '#contract/notifications/kinds.ts'
import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, many, prepared, sql } from '#server/platform/db/query.ts'

/** The target of these is a message. */
const OF_MESSAGES: ReadonlySet<NoticeTopic> = new Set([
  'replies',
  'decisions',
  'comments',
  'approvals',
  'messages',
])
const messageKinds = Object.entries(NOTICE_KINDS).flatMap(([kind, topic]) =>
  OF_MESSAGES.has(topic) ? [kind] : [],
)

/** The target of these is a live session. */
const liveKinds = Object.entries(NOTICE_KINDS).flatMap(([kind, topic]) =>
  topic === 'live' || topic === 'liveNow' ? [kind] : [],
)

/** What is stored of something people are notified of. */
export interface StoredNotice {
  kind: NoticeKind
  creatorId: string | null
  target: string | null
  actors: readonly string[]
  count: number
}

export interface NoticeFacts {
  pageName: string | null
  handle: string | null
  profileImage: string | null
  isPageLive: boolean | null
  /** null: it is about no post, or the post is gone. */
  postId: string | null
  slug: string | null
  title: string | null
  /** The live session it is about, or that the message it is about was written in; null: none. */
  liveId: string | null
  /** When that begins. */
  startsAt: Date | null
  /** The channel of the message it is about; null: it is about none. */
  channelId: string | null
  /** The room of that message; null: it is in none. */
  roomId: string | null
  room: string | null
  /** Of the message below that post, in that room or conversation; null: it is about none. */
  seq: number | null
  /** Why that message was taken away. */
  reason: string | null
  amountCents: number | null
  currency: string | null
  people: { name: string; profileImage: string | null }[]
}

interface FactsAsked {
  readerId: string
  /** As JSON. */
  notices: string
}

const factsOfNotices = prepared<NoticeFacts, FactsAsked>(
  'facts-of-notices',
  (given) => sql<NoticeFacts>`select c.page_name as "pageName", c.handle, c.profile_image as "profileImage",
        ${isLivePageSql} as "isPageLive", p.id as "postId", p.slug, coalesce(p.title, live.title) as title, live.id as "liveId", live.starts_at as "startsAt", m.channel_id as "channelId", room.id as "roomId",
        coalesce(room.name, case when m.id is not null then live.title end) as room, m.seq,
        case when n.kind in ('message_hidden', 'message_removed') then nullif(m.reason, '') end as reason, o.amount_cents as "amountCents", o.currency,
        coalesce((select json_agg(json_build_object('name', case when a.id = host.user_id then host.page_name else a.name end,
            'profileImage', case when a.id = host.user_id then host.profile_image else a.profile_image end) order by did.place)
          from unnest(n.actors) with ordinality as did (id, place) join users a on a.id = did.id
          where a.erased_at is null and not exists (
            select from blocks b where b.blocker_id = ${given.readerId} and b.blocked_id = a.id)), '[]') as people
      from rows from (json_to_recordset(${given.notices}::json)
          as (kind text, creator_id uuid, target uuid, actors uuid[])) with ordinality
          as n (kind, creator_id, target, actors, place)
        left join creators c on c.id = n.creator_id
        left join messages m on (n.kind = any(${messageKinds}) or n.kind in ('poll_closed', 'vote_ended')) and m.id = n.target
        left join conversations talk on talk.id = m.channel_id left join creators host on host.id = talk.creator_id
        left join posts p on (n.kind in ('new_post', 'post_opened', 'post_liked', 'poll_closed', 'vote_ended') or m.id is not null)
          and p.id = coalesce(m.channel_id, n.target) and p.deleted_at is null and post_is_published(p)
        left join rooms room on room.id = m.channel_id
        left join live_sessions live on (n.kind = any(${liveKinds}) or m.id is not null)
          and live.id = coalesce(m.channel_id, n.target)
        left join payouts o on n.kind like 'payout%' and o.id = n.target
      order by n.place`,
)

/** What there is to say about each, in their order; people who left, or whom the reader blocked, are left out. */
export function listNoticeFacts(
  db: Db,
  readerId: string,
  notices: readonly StoredNotice[],
): Promise<NoticeFacts[]> {
  const given = notices.map(({ kind, creatorId, target, actors }) => ({
    kind,
    creator_id: creatorId,
    target,
    actors,
  }))
  return many(db, factsOfNotices({ readerId, notices: JSON.stringify(given) }))
}
