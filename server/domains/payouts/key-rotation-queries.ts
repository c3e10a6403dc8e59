import { type Db, many, run, sql } from '#server/platform/db/query.ts'

export const TABLES = ['payout_details', 'payouts'] as const

/** Encrypted bytes in some row. */
export interface EncryptedRow {
  table: (typeof TABLES)[number]
  /** The row's: the creator's id for details, the payout's own id for a payout. */
  id: string
  creatorId: string
  encrypted: Buffer
}

/** Where bytes under other keys stand in the index, beside those that begin with the present header. */
export const SIDES = ['before', 'after'] as const

export interface OtherwiseEncrypted {
  table: EncryptedRow['table']
  header: Buffer
  side: (typeof SIDES)[number]
  /** The last row of those before; null: from the first. */
  after: EncryptedRow | null
  limit: number
}

/**
 * Rows whose bytes don't begin with this header, on one side of it in the index, by what they begin with and then by id.
 * Rows of an erased person hold nothing.
 */
export function listOtherwiseEncrypted(
  db: Db,
  { table, header, side, after, limit }: OtherwiseEncrypted,
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
