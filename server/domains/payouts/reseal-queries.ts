import { type Db, many, run, sql } from '#server/platform/db/query.ts'

/** Sealed bytes that stand in some row. */
export interface SealedRow {
  table: 'payout_details' | 'payouts'
  /** Of the row: the creator's id of details, the payout's own id. */
  id: string
  creatorId: string
  sealed: Buffer
}

/** What does not begin with this header, after some row; in the order of ids. Rows of an erased person hold nothing. */
export function listSealedOtherwise(
  db: Db,
  table: SealedRow['table'],
  { header, afterId, limit }: { header: Buffer; afterId: string; limit: number },
): Promise<SealedRow[]> {
  const columns =
    table === 'payouts' ? { id: 'id', sealed: 'sealed_details' } : { id: 'creator_id', sealed: 'sealed' }
  const [id, sealed] = [sql.ref(columns.id), sql.ref(columns.sealed)]
  return many(
    db,
    sql<SealedRow>`select ${table}::text as "table", ${id} as id, creator_id as "creatorId", ${sealed} as sealed
      from ${sql.table(table)}
      where ${id} > ${afterId}::uuid and length(${sealed}) > 0
        and substring(${sealed} from 1 for ${header.length}::integer) <> ${header}
      order by ${id} limit ${limit}`,
  )
}

/** Puts the new bytes in the place of the old; a row that was changed meanwhile keeps what it has. */
export async function replaceSealed(db: Db, row: SealedRow, anew: Buffer): Promise<void> {
  await run(
    db,
    row.table === 'payouts'
      ? sql`update payouts set sealed_details = ${anew} where id = ${row.id} and sealed_details = ${row.sealed}`
      : sql`update payout_details set sealed = ${anew} where creator_id = ${row.id} and sealed = ${row.sealed}`,
  )
}
