import { type Db, many, run, sql } from '#server/platform/db/query.ts'

/** Encrypted bytes in some row. */
export interface EncryptedRow {
  table: 'payout_details' | 'payouts'
  /** The row's: the creator's id for details, the payout's own id for a payout. */
  id: string
  creatorId: string
  encrypted: Buffer
}

/**
 * Rows whose bytes don't begin with this header, after some row; ordered by id. Rows of an erased person hold nothing.
 */
export function listOtherwiseEncrypted(
  db: Db,
  table: EncryptedRow['table'],
  { header, afterId, limit }: { header: Buffer; afterId: string; limit: number },
): Promise<EncryptedRow[]> {
  const id = sql.ref(idOf(table))
  return many(
    db,
    sql<EncryptedRow>`select ${table}::text as "table", ${id} as id, creator_id as "creatorId", encrypted_details as encrypted
      from ${sql.table(table)}
      where ${id} > ${afterId}::uuid and length(encrypted_details) > 0
        and substring(encrypted_details from 1 for ${header.length}::integer) <> ${header}
      order by ${id} limit ${limit}`,
  )
}

/** Replaces the old bytes by the new ones; a row that was changed meanwhile stays as it is. */
export async function replaceEncrypted(db: Db, row: EncryptedRow, anew: Buffer): Promise<void> {
  await run(
    db,
    sql`update ${sql.table(row.table)} set encrypted_details = ${anew}
      where ${sql.ref(idOf(row.table))} = ${row.id} and encrypted_details = ${row.encrypted}`,
  )
}

function idOf(table: EncryptedRow['table']): string {
  return table === 'payouts' ? 'id' : 'creator_id'
}
