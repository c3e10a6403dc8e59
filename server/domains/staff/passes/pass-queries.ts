import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** A new pass takes the place of the one before. */
export async function putPass(
  db: Db,
  pass: { id: string; userId: string; codeHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into support_passes as p (user_id, id, code_hash, made_at, expires_at)
      values (${pass.userId}, ${pass.id}, ${pass.codeHash}, ${pass.now}, ${pass.expiresAt})
      on conflict (user_id) do update set id = excluded.id, code_hash = excluded.code_hash, made_at = excluded.made_at,
        expires_at = excluded.expires_at, used_by = null, used_at = null, ended_at = null`,
  )
}

export interface OwnPassRow {
  expiresAt: Date
  usedAt: Date | null
  usedBy: string | null
}

export function findOwnPass(db: Db, userId: string, now: Date): Promise<OwnPassRow | null> {
  return maybeOne(
    db,
    sql<OwnPassRow>`select p.expires_at as "expiresAt", p.used_at as "usedAt", s.name as "usedBy"
      from support_passes p left join users s on s.id = p.used_by
      where p.user_id = ${userId} and p.ended_at is null and p.expires_at > ${now}`,
  )
}

export async function endPassOf(db: Db, userId: string, now: Date): Promise<boolean> {
  const ended = await run(
    db,
    sql`update support_passes set ended_at = ${now}
      where user_id = ${userId} and ended_at is null and expires_at > ${now}`,
  )
  return ended > 0
}

/** Nobody gets in where two people hold the same code, nor with a code of their own. */
export function markPassUsed(
  db: Db,
  { codeHash, by, now }: { codeHash: Buffer; by: string; now: Date },
): Promise<{ id: string; userId: string; expiresAt: Date } | null> {
  return maybeOne(
    db,
    sql<{ id: string; userId: string; expiresAt: Date }>`with found as (
        select user_id from support_passes where code_hash = ${codeHash} and used_by is null and ended_at is null
          and expires_at > ${now})
      update support_passes p set used_by = ${by}, used_at = ${now}
      where p.user_id = (select min(user_id::text)::uuid from found having count(*) = 1) and p.user_id <> ${by}
        and p.used_by is null and p.ended_at is null and p.code_hash = ${codeHash}
      returning p.id, p.user_id as "userId", p.expires_at as "expiresAt"`,
  )
}

export interface UsedPassRow {
  userId: string
  name: string
  username: string
  email: string
  creatorId: string | null
  payeeId: string | null
  expiresAt: Date
}

/** Whose account somebody on the staff sees with a pass that is open, as sessions name their users. */
export function findUsedPass(
  db: Db,
  { id, by, now }: { id: string; by: string; now: Date },
): Promise<UsedPassRow | null> {
  return maybeOne(
    db,
    sql<UsedPassRow>`select u.id as "userId", u.name, u.username, u.email,
        case when c.hidden_at is null then c.id end as "creatorId", c.id as "payeeId", p.expires_at as "expiresAt"
      from support_passes p join users u on u.id = p.user_id left join creators c on c.user_id = u.id
      where p.id = ${id} and p.used_by = ${by} and p.ended_at is null and p.expires_at > ${now}
        and u.status = 'active'`,
  )
}

export async function forgetPasses(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from support_passes where user_id = ${userId}`)
  await run(db, sql`delete from support_passes where used_by = ${userId}`)
}
