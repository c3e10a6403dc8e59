import type { ApprovalAction } from '#contract/console/rules.ts'
import type { StaffRole } from '#contract/http/permissions.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

export type ApprovalOutcome = 'approved' | 'declined' | 'alone' | 'expired'

/** Amounts in cents, states and the like; never what people wrote. */
export type Payload = Readonly<Record<string, string | number>>

export interface ApprovalRow {
  id: string
  action: ApprovalAction
  subjectId: string
  concernedIds: string[]
  payload: Payload
  reason: string
  askedBy: string
  askedByName: string
  askedAt: Date
  expiresAt: Date
  decidedBy: string | null
  decidedByName: string | null
  decidedAt: Date | null
  outcome: ApprovalOutcome | null
  note: string
  /** Whom it is about: the supporter, the page that is paid, the person with a new role. */
  subjectName: string | null
}

const approvals = sql`select a.id, a.action, a.subject_id as "subjectId", a.concerned_ids as "concernedIds", a.payload,
    a.reason, a.asked_by as "askedBy", asker.name as "askedByName", a.asked_at as "askedAt",
    a.expires_at as "expiresAt", a.decided_by as "decidedBy", decider.name as "decidedByName",
    a.decided_at as "decidedAt", a.outcome, a.note,
    case a.action
      when 'refund' then (select m.name from payments p join users m on m.id = p.member_id where p.id = a.subject_id)
      when 'payout-release' then (select c.page_name from payouts p join creators c on c.id = p.creator_id
        where p.id = a.subject_id)
      else (select g.name from users g where g.id = a.subject_id) end as "subjectName"
  from approvals a join users asker on asker.id = a.asked_by left join users decider on decider.id = a.decided_by`

/** What waited too long makes room for the same request. */
export async function expireApprovals(db: Db, subjectId: string, now: Date): Promise<void> {
  await run(
    db,
    sql`update approvals set outcome = 'expired', decided_at = expires_at
      where subject_id = ${subjectId} and outcome is null and expires_at <= ${now}`,
  )
}

/** Whether it was written; false while the same is waiting already. */
export async function insertApproval(
  db: Db,
  given: Pick<
    ApprovalRow,
    'id' | 'action' | 'subjectId' | 'concernedIds' | 'payload' | 'reason' | 'askedBy'
  > & {
    askedAt: Date
    expiresAt: Date
  },
): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{
      id: string
    }>`insert into approvals (id, action, subject_id, concerned_ids, payload, reason, asked_by, asked_at,
        expires_at)
      values (${given.id}, ${given.action}, ${given.subjectId}, ${given.concernedIds}::uuid[],
        ${JSON.stringify(given.payload)}::jsonb, ${given.reason}, ${given.askedBy}, ${given.askedAt},
        ${given.expiresAt})
      on conflict do nothing returning id`,
  )
  return row !== null
}

export function findApproval(db: Db, id: string): Promise<ApprovalRow | null> {
  return maybeOne(db, sql<ApprovalRow>`${approvals} where a.id = ${id}`)
}

/** Two people may decide at the same moment: the second finds it decided. */
export async function lockApproval(db: Db, id: string): Promise<ApprovalRow | null> {
  await maybeOne(db, sql`select from approvals where id = ${id} for update`)
  return findApproval(db, id)
}

export async function closeApproval(
  db: Db,
  id: string,
  closed: { outcome: ApprovalOutcome; by: string | null; note: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update approvals set outcome = ${closed.outcome}, decided_by = ${closed.by}, decided_at = ${closed.now},
        note = ${closed.note} where id = ${id}`,
  )
}

/** Waiting or over, the newest first. */
export function listApprovals(
  db: Db,
  filter: {
    isWaiting: boolean
    actions: readonly ApprovalAction[]
    /** Whose own requests belong to it, whatever they are. */
    askedBy: string | null
    now: Date
    beforeId: string | null
    limit: number
  },
): Promise<ApprovalRow[]> {
  const { isWaiting, actions, askedBy, now, beforeId, limit } = filter
  const state = isWaiting
    ? sql`a.outcome is null and a.expires_at > ${now}`
    : sql`(a.outcome is not null or a.expires_at <= ${now})`
  return many(
    db,
    sql<ApprovalRow>`${approvals} where ${state} and (a.action = any(${[...actions]}::text[]) or a.asked_by = ${askedBy}::uuid)
        and (${beforeId}::uuid is null or a.id < ${beforeId}::uuid)
      order by a.id desc limit ${limit}`,
  )
}

export interface Colleague {
  id: string
  name: string
  email: string
}

/** People on the staff with one of these roles whose account is open. */
export function listColleagues(db: Db, roles: readonly StaffRole[]): Promise<Colleague[]> {
  return many(
    db,
    sql<Colleague>`select distinct u.id, u.name, u.email from staff s join users u on u.id = s.user_id
      where s.role = any(${[...roles]}::text[]) and s.ended_at is null and u.status = 'active'
        and u.deletion_due_at is null order by u.email limit 100`,
  )
}

/** null: they left, or are suspended. */
export function findColleague(db: Db, userId: string): Promise<Colleague | null> {
  return maybeOne(
    db,
    sql<Colleague>`select id, name, email from users
      where id = ${userId} and status = 'active' and erased_at is null`,
  )
}
