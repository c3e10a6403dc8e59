import { type Db, many, run, sql } from '#server/platform/db/query.ts'

/** What somebody wrote when they appealed, the latest first. */
export function listOwnAppeals(db: Db, userId: string): Promise<{ text: string; appealedAt: Date }[]> {
  return many(
    db,
    sql<{ text: string; appealedAt: Date }>`select a.text, a.appealed_at as "appealedAt"
      from appeals a join decisions d on d.id = a.decision_id join cases k on k.id = d.case_id
      where k.concerned_id = ${userId} order by a.appealed_at desc`,
  )
}

/**
 * Takes a person out of reports and cases: their words go, and `hash` stands in their place as a reporter. What was
 * decided stays without words, so that it can be counted.
 */
export async function eraseParts(db: Db, userId: string, hash: Buffer): Promise<void> {
  await run(db, sql`update case_lines set body = '' where author_id = ${userId}`)
  await run(
    db,
    sql`update reports set reporter_id = null, reporter_hash = ${hash}, text = '' where reporter_id = ${userId}`,
  )
  await run(
    db,
    sql`update appeals set text = '', answer = '' where decision_id in (
      select d.id from decisions d join cases k on k.id = d.case_id where k.concerned_id = ${userId})`,
  )
  await run(
    db,
    sql`update decisions set facts = '' where case_id in (select id from cases where concerned_id = ${userId})`,
  )
  await run(
    db,
    sql`update reports set text = '' where case_id in (select id from cases where concerned_id = ${userId})`,
  )
  await run(db, sql`delete from strikes where user_id = ${userId}`)
}
