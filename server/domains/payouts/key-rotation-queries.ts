import { type Db, many, run, sql } from '#server/platform/db/query.ts'

/** Encrypted bytes in some row. */
export interface EncryptedRow {
  table: 'payout_details' | 'payouts'
  /** The row's: the creator's id for details, the payout's own id for a payout. */
  id: string
  creatorId: string
  encrypted: Buffer
}

/** What an index of encrypted bytes is ordered by. */
export const SIDES = ['before', 'after'] as const

/**
 * Rows whose bytes begin with what is ordered before or after this header, by what they begin with and then by id; those
 * after some row. Rows of an erased person hold nothing.
 */
export function listOtherwiseEncrypted(
  db: Db,
  table: EncryptedRow['table'],
  {
    header,
    side,
    after,
    limit,
  }: { header: Buffer; side: (typeof SIDES)[number]; after: EncryptedRow | null; limit: number },
): Promise<EncryptedRow[]> {
  const id = sql.ref(idOf(table))
  // Written out, so that PostgreSQL finds the index.
  const begins = sql`substring(encrypted_details from 1 for ${sql.raw(String(header.length))})`
  const isBeyond = after
    ? sql`(${begins}, ${id}) > (${after.encrypted.subarray(0, header.length)}, ${after.id}::uuid)`
    : sql`true`
  return many(
    db,
    sql<EncryptedRow>`select ${table}::text as "table", ${id} as id, creator_id as "creatorId", encrypted_details as encrypted
      from ${sql.table(table)}
      where length(encrypted_details) > 0 and ${isBeyond}
        and ${side === 'before' ? sql`${begins} < ${header}` : sql`${begins} > ${header}`}
      order by ${begins}, ${id} limit ${limit}`,
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
