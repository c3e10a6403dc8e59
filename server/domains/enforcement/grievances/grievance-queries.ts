import type { AlarmStage } from '#contract/enforcement/deadlines.ts'
import type { GrievanceKind, Urgency } from '#contract/enforcement/rules.ts'
import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

export interface GrievanceRow {
  id: string
  number: number
  kind: GrievanceKind
  urgency: Urgency
  name: string
  encryptedEmail: Buffer
  userId: string | null
  text: string
  url: string
  openedAt: Date
  dueAt: Date
  alarmStage: number
  answeredAt: Date | null
  answer: string
}

const columns = sql`g.id, g.number, g.kind, g.urgency, g.name, g.encrypted_email as "encryptedEmail",
  g.user_id as "userId", g.text, g.url, g.opened_at as "openedAt", g.due_at as "dueAt",
  g.alarm_stage as "alarmStage", g.answered_at as "answeredAt", g.answer`

export interface NewGrievance extends Omit<GrievanceRow, 'number' | 'alarmStage' | 'answeredAt' | 'answer'> {
  profile: string
  tokenHash: Buffer
  acknowledgeDueAt: Date
}

/** Returns the number that people name it by. */
export async function insertGrievance(db: Db, given: NewGrievance): Promise<number> {
  const { number } = await one(
    db,
    sql<{
      number: number
    }>`insert into grievances (id, kind, urgency, profile, name, encrypted_email, user_id, text,
        url, token_hash, opened_at, acknowledge_due_at, due_at)
      values (${given.id}, ${given.kind}, ${given.urgency}, ${given.profile}, ${given.name}, ${given.encryptedEmail},
        ${given.userId}, ${given.text}, ${given.url}, ${given.tokenHash}, ${given.openedAt},
        ${given.acknowledgeDueAt}, ${given.dueAt})
      returning number`,
  )
  return number
}

export function findGrievance(db: Db, id: string): Promise<GrievanceRow | null> {
  return maybeOne(db, sql<GrievanceRow>`select ${columns} from grievances g where g.id = ${id}`)
}

export function lockGrievance(db: Db, number: number): Promise<GrievanceRow | null> {
  return maybeOne(
    db,
    sql<GrievanceRow>`select ${columns} from grievances g where g.number = ${number} for update`,
  )
}

export function findGrievanceOfLink(db: Db, number: number, tokenHash: Buffer): Promise<GrievanceRow | null> {
  return maybeOne(
    db,
    sql<GrievanceRow>`select ${columns} from grievances g
      where g.number = ${number} and g.token_hash = ${tokenHash} and g.emptied_at is null`,
  )
}

export function listOpenGrievances(db: Db, limit: number): Promise<GrievanceRow[]> {
  return many(
    db,
    sql<GrievanceRow>`select ${columns} from grievances g where g.answered_at is null
      order by g.due_at, g.id limit ${limit}`,
  )
}

export async function storeAcknowledged(db: Db, id: string, now: Date): Promise<void> {
  await run(
    db,
    sql`update grievances set acknowledged_at = ${now} where id = ${id} and acknowledged_at is null`,
  )
}

export async function storeGrievanceAlarm(db: Db, id: string, stage: AlarmStage): Promise<void> {
  await run(db, sql`update grievances set alarm_stage = ${stage} where id = ${id}`)
}

export async function storeGrievanceAnswer(
  db: Db,
  id: string,
  { answer, by, now }: { answer: string; by: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update grievances set answer = ${answer}, answered_by = ${by}, answered_at = ${now} where id = ${id}`,
  )
}

const emptied = sql`name = '', text = '', url = '', answer = '', encrypted_email = ''`

/** Takes the words out of what was answered before a moment. Returns how many. */
export function emptyAnswered(
  db: Db,
  { before, limit, now }: { before: Date; limit: number; now: Date },
): Promise<number> {
  return run(
    db,
    sql`update grievances set ${emptied}, emptied_at = ${now} where id in (
      select id from grievances where answered_at < ${before} and emptied_at is null
      order by answered_at limit ${limit})`,
  )
}

export async function eraseGrievances(db: Db, userId: string, now: Date): Promise<void> {
  await run(
    db,
    sql`update grievances set ${emptied}, user_id = null, emptied_at = ${now},
        answered_at = coalesce(answered_at, ${now}), answered_by = coalesce(answered_by, 'command:Cheers')
      where user_id = ${userId}`,
  )
}

export function listOwnGrievances(
  db: Db,
  userId: string,
): Promise<Pick<GrievanceRow, 'kind' | 'text' | 'openedAt' | 'answer'>[]> {
  return many(
    db,
    sql<
      Pick<GrievanceRow, 'kind' | 'text' | 'openedAt' | 'answer'>
    >`select kind, text, opened_at as "openedAt", answer
      from grievances where user_id = ${userId} order by opened_at desc limit 1000`,
  )
}

export interface EncryptedEmail {
  id: string
  encryptedEmail: Buffer
}

/** Grievances whose address doesn't begin with this header, after some id; emptied ones have none. */
export function listOtherwiseEncrypted(
  db: Db,
  { header, afterId, limit }: { header: Buffer; afterId: string; limit: number },
): Promise<EncryptedEmail[]> {
  return many(
    db,
    sql<EncryptedEmail>`select id, encrypted_email as "encryptedEmail" from grievances
      where id > ${afterId}::uuid and length(encrypted_email) > 0
        and substring(encrypted_email from 1 for ${header.length}::integer) <> ${header}
      order by id limit ${limit}`,
  )
}

/** Replaces the old bytes by the new ones; an address that was emptied meanwhile stays as it is. */
export async function replaceEmail(db: Db, row: EncryptedEmail, anew: Buffer): Promise<void> {
  await run(
    db,
    sql`update grievances set encrypted_email = ${anew}
      where id = ${row.id} and encrypted_email = ${row.encryptedEmail}`,
  )
}
