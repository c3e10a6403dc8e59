import type { ChannelKind } from '#contract/channels/rules.ts'
import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

import { type CaseRow, caseColumns } from './case-queries.ts'

export interface PageCaseRow extends CaseRow {
  channelKind: ChannelKind
  authorName: string
  authorImage: string | null
  isAuthorErased: boolean
  isAuthorModerator: boolean
  /** Nobody but its author and whoever keeps order sees the message now. */
  isOutOfSight: boolean
}

/** Reported messages that wait for whoever keeps order on a page, the most urgent first. */
export function listPageCases(
  db: Db,
  given: { creatorId: string; afterId: string | null; limit: number },
): Promise<PageCaseRow[]> {
  const isAfter =
    given.afterId === null
      ? sql`true`
      : sql`(k.due_at, k.id) > (select seen.due_at, seen.id from cases seen where seen.id = ${given.afterId})`
  return many(
    db,
    sql<PageCaseRow>`select ${caseColumns}, ch.kind as "channelKind", u.name as "authorName",
        u.profile_image as "authorImage", u.erased_at is not null as "isAuthorErased",
        exists (select from moderators o where o.creator_id = k.creator_id and o.user_id = u.id)
          as "isAuthorModerator", m.state <> 'visible' as "isOutOfSight"
      from cases k join channels ch on ch.id = k.channel_id join users u on u.id = k.concerned_id
        join messages m on m.id = k.target_id
      where k.creator_id = ${given.creatorId} and k.level = 'page' and k.state = 'open' and ${isAfter}
      order by k.due_at, k.id limit ${given.limit}`,
  )
}

export interface StaffCaseRow extends CaseRow {
  channelKind: ChannelKind | null
  handle: string | null
  slug: string | null
  concernedName: string
  /** Decisions that count against the account now. */
  strikes: number
}

/** What waits: open cases of the operator's, appeals, fixed items; or what was decided. */
export type Queue = 'open' | 'appealed' | 'fixed' | 'decided'

const wholeCase = (now: Date) => sql`select ${caseColumns}, c.handle, p.slug, u.name as "concernedName",
    (select ch.kind from channels ch where ch.id = k.channel_id) as "channelKind",
    (select count(*)::integer from strikes s where s.user_id = k.concerned_id and s.lifted_at is null
      and s.expires_at > ${now}) as strikes
  from cases k join users u on u.id = k.concerned_id left join creators c on c.id = k.creator_id
    left join posts p on k.target_kind = 'post' and p.id = k.target_id`

const QUEUES = {
  open: sql`k.state = 'open' and k.level = 'operator' order by k.due_at, k.id`,
  appealed: sql`k.id in (select d.case_id from appeals a join decisions d on d.id = a.decision_id
    where a.answered_at is null and d.lifted_at is null) order by k.id`,
  fixed: sql`k.id in (select d.case_id from decisions d where d.fixed_at is not null and d.lifted_at is null)
    order by k.id`,
  decided: sql`k.state = 'decided' and k.level = 'operator' order by k.id desc`,
}

export function listStaffCases(
  db: Db,
  { queue, limit, now }: { queue: Queue; limit: number; now: Date },
): Promise<StaffCaseRow[]> {
  return many(db, sql<StaffCaseRow>`${wholeCase(now)} where ${QUEUES[queue]} limit ${limit}`)
}

export function findStaffCase(db: Db, id: string, now: Date): Promise<StaffCaseRow | null> {
  return maybeOne(db, sql<StaffCaseRow>`${wholeCase(now)} where k.id = ${id}`)
}

/** By the number that mails and commands name it by. */
export function findCaseByNumber(db: Db, number: number): Promise<{ id: string } | null> {
  return maybeOne(db, sql<{ id: string }>`select id from cases where number = ${number}`)
}
