import { isKeptApartSql } from '#server/domains/accounts/service.ts'
import { rankSql } from '#server/domains/plans/service.ts'
import { hasAccessSql } from '#server/domains/subscriptions/service.ts'
import { type Db, many, one, prepared, sql } from '#server/platform/db/query.ts'

export interface PersonRow {
  id: string
  /** Of the page, for its creator. */
  name: string
  profileImage: string | null
  isErased: boolean
  isCreator: boolean
  isModerator: boolean
  planName: string | null
  /** How many of the page's plans cost less than it. */
  planRank: number
  /** Since when they have supported the page with it. */
  memberSince: Date | null
}

const peopleOnPage = prepared<PersonRow, { ids: string[]; creatorId: string | null; now: Date }>(
  'people-on-page',
  ({ ids, creatorId, now }) => sql<PersonRow>`select u.id, coalesce(c.page_name, u.name) as name,
        case when c.id is null then u.profile_image else c.profile_image end as "profileImage",
        u.erased_at is not null as "isErased", c.id is not null as "isCreator",
        exists (select from moderators m where m.creator_id = ${creatorId}::uuid and m.user_id = u.id) as "isModerator",
        member.name as "planName", coalesce(member.rank, 0) as "planRank", member.since as "memberSince"
      from users u left join creators c on c.id = ${creatorId}::uuid and c.user_id = u.id
        left join lateral (select p.name, coalesce(s.activated_at, s.created_at) as since,
            (select count(*)::integer from plans other where other.creator_id = p.creator_id
              and other.archived_at is null and ${rankSql(sql`other`)} < ${rankSql(sql`p`)}) as rank
          from subscriptions s join plans p on p.id = s.plan_id
          where s.member_id = u.id and s.creator_id = ${creatorId}::uuid and ${hasAccessSql(now)}
            and not exists (select from hidden_badges hidden where hidden.user_id = u.id)
          order by s.id desc limit 1) member on true
      where u.id = any(${ids}::uuid[])`,
)

/** People as they appear on a page, or outside of any. */
export function listPeople(
  db: Db,
  ids: readonly string[],
  { creatorId, now }: { creatorId: string | null; now: Date },
): Promise<PersonRow[]> {
  return many(db, peopleOnPage({ ids: [...ids], creatorId, now }))
}

/** How far back people to mention are looked for. */
const LATEST_MESSAGES = sql.raw('500')

/** Who wrote here lately, and who keeps order on the page, with a name that has a word that begins like this. */
export async function listNamed(
  db: Db,
  given: { channelId: string; creatorId: string | null; q: string; viewerId: string; limit: number },
): Promise<string[]> {
  const beginning = `${given.q.replaceAll('\\', '\\\\').replaceAll('%', '\\%').replaceAll('_', '\\_')}%`
  const rows = await many(
    db,
    sql<{ id: string }>`select u.id from users u left join creators c on c.id = ${given.creatorId}::uuid
      cross join lateral (select case when c.user_id = u.id then c.page_name else u.name end as shown) named
      where u.id in (
          select latest.author_id from (select m.author_id from messages m where m.channel_id = ${given.channelId}
            and m.state = 'visible' order by m.seq desc limit ${LATEST_MESSAGES}) latest
          union select office.user_id from moderators office where office.creator_id = ${given.creatorId}::uuid
          union select page.user_id from creators page where page.id = ${given.creatorId}::uuid)
        and u.id <> ${given.viewerId} and u.erased_at is null and u.status <> 'suspended'
        and (named.shown ilike ${beginning} or named.shown ilike ${`% ${beginning}`})
        and not ${isKeptApartSql(sql`${given.viewerId}`, sql`u.id`)}
      order by c.user_id = u.id desc nulls last, named.shown, u.id limit ${given.limit}`,
  )
  return rows.map(({ id }) => id)
}

/** What limits depend on. */
export interface AuthorFacts {
  joinedAt: Date
  /** Of the last ten seconds, and ten minutes. */
  lately: number
  inTenMinutes: number
  /** Their last message in this channel. */
  wroteHereAt: Date | null
  /** They have a message on this page that everyone sees. */
  isKnown: boolean
}

interface Asked {
  userId: string
  channelId: string
  creatorId: string | null
  tenSecondsAgo: Date
  tenMinutesAgo: Date
}

const factsOfAuthor = prepared<AuthorFacts, Asked>(
  'author-facts',
  (asked) => sql<AuthorFacts>`select u.created_at as "joinedAt",
      (select count(*)::integer from messages m where m.author_id = u.id and m.created_at > ${asked.tenSecondsAgo})
        as lately,
      (select count(*)::integer from messages m where m.author_id = u.id and m.created_at > ${asked.tenMinutesAgo})
        as "inTenMinutes",
      (select m.created_at from messages m where m.channel_id = ${asked.channelId} and m.author_id = u.id
        order by m.seq desc limit 1) as "wroteHereAt",
      exists (select from messages m where m.author_id = u.id and m.creator_id = ${asked.creatorId}::uuid
        and m.state = 'visible') as "isKnown"
    from users u where u.id = ${asked.userId}`,
)

export function getAuthorFacts(
  db: Db,
  { now, ...asked }: { userId: string; channelId: string; creatorId: string | null; now: Date },
): Promise<AuthorFacts> {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  return one(db, factsOfAuthor({ ...asked, tenSecondsAgo: ago(10), tenMinutesAgo: ago(600) }))
}
