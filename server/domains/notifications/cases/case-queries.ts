import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

export interface CaseFacts {
  creatorId: string | null
  concernedId: string
  isOpen: boolean
}

export function findCaseFacts(db: Db, caseId: string): Promise<CaseFacts | null> {
  return maybeOne(
    db,
    sql<CaseFacts>`select creator_id as "creatorId", concerned_id as "concernedId", state = 'open' as "isOpen"
      from cases where id = ${caseId}`,
  )
}

/** Whether the person concerned should hear of a decision in the bell: somebody on the page tells them of theirs. */
export async function isToldByBell(db: Db, decisionId: string): Promise<boolean> {
  const found = await maybeOne(
    db,
    sql`select from decisions d join cases k on k.id = d.case_id
      where d.id = ${decisionId} and d.decided_as = 'operator' and (d.measure <> 'none' or k.held_at is not null)`,
  )
  return found !== null
}

/** Who reported an item, a thousand at most. */
export async function listReporters(db: Db, caseId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select reporter_id as id from reports
      where case_id = ${caseId} and reporter_id is not null order by id limit 1000`,
  )
  return rows.map(({ id }) => id)
}
