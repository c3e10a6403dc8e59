import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** Second factors that somebody says they have lost. */
export interface RecoveryRow {
  id: string
  userId: string
  reason: string
  askedBy: string
  askedAt: Date
  approvedBy: string | null
  /** When the factors are removed; null until a second person agreed. */
  dueAt: Date | null
  endedAt: Date | null
  outcome: 'removed' | 'kept' | null
}

const columns = sql`id, user_id as "userId", reason, asked_by as "askedBy", asked_at as "askedAt",
  approved_by as "approvedBy", due_at as "dueAt", ended_at as "endedAt", outcome`

export function findOpenRecovery(db: Db, userId: string): Promise<RecoveryRow | null> {
  return maybeOne(
    db,
    sql<RecoveryRow>`select ${columns} from factor_recoveries where user_id = ${userId} and ended_at is null`,
  )
}

export function findRecovery(db: Db, id: string): Promise<RecoveryRow | null> {
  return maybeOne(db, sql<RecoveryRow>`select ${columns} from factor_recoveries where id = ${id}`)
}

export function listRecoveries(db: Db, userId: string): Promise<RecoveryRow[]> {
  return many(
    db,
    sql<RecoveryRow>`select ${columns} from factor_recoveries where user_id = ${userId} order by id`,
  )
}

export async function insertRecovery(
  db: Db,
  recovery: Pick<RecoveryRow, 'id' | 'userId' | 'reason' | 'askedBy' | 'askedAt'>,
): Promise<void> {
  await run(
    db,
    sql`insert into factor_recoveries (id, user_id, reason, asked_by, asked_at)
      values (${recovery.id}, ${recovery.userId}, ${recovery.reason}, ${recovery.askedBy}, ${recovery.askedAt})`,
  )
}

export async function approveRecovery(
  db: Db,
  id: string,
  approval: { by: string; dueAt: Date },
): Promise<void> {
  await run(
    db,
    sql`update factor_recoveries set approved_by = ${approval.by}, due_at = ${approval.dueAt} where id = ${id}`,
  )
}

/** Whether one was open. */
export async function endRecovery(
  db: Db,
  { userId, outcome, now }: { userId: string; outcome: 'removed' | 'kept'; now: Date },
): Promise<boolean> {
  const ended = await run(
    db,
    sql`update factor_recoveries set ended_at = ${now}, outcome = ${outcome}
      where user_id = ${userId} and ended_at is null`,
  )
  return ended > 0
}

export async function listDueRecoveryIds(db: Db, now: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from factor_recoveries where due_at <= ${now} and ended_at is null
      order by due_at limit 1000`,
  )
  return rows.map(({ id }) => id)
}
