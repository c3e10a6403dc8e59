import { type Db, many, run, sql } from './query.ts'

/** How the tables of a schema may be used by a server that does not own them. */
interface Table {
  schema: string
  name: string
  /** Its triggers refuse every change, so that no right to one is given either. */
  isAppendOnly: boolean
  hasRowSecurity: boolean
}

/** Only the owner's migrations write these. */
const OF_THE_OWNER = new Set(['kysely_migration', 'kysely_migration_lock', 'migration_checksums'])

/**
 * Lets a role run the server without owning anything: it reads and writes rows, and adds to the ledger, the receipts
 * and the chain, which it can neither change, empty nor rid of their triggers. To be called as the owner, after every
 * migration. Throws when there is no such role.
 */
export async function grantServerRole(db: Db, role: string): Promise<void> {
  const tables = await listTables(db)
  for (const schema of new Set(tables.map((table) => table.schema))) {
    await run(db, sql`grant usage on schema ${sql.id(schema)} to ${sql.id(role)}`)
    await run(db, sql`grant usage, select on all sequences in schema ${sql.id(schema)} to ${sql.id(role)}`)
    await run(db, sql`grant execute on all routines in schema ${sql.id(schema)} to ${sql.id(role)}`)
  }
  for (const { schema, name, isAppendOnly, hasRowSecurity } of tables) {
    const table = sql.id(schema, name)
    await run(db, sql`revoke all on ${table} from ${sql.id(role)}`)
    await run(db, sql`grant ${sql.raw(rightsTo(name, isAppendOnly))} on ${table} to ${sql.id(role)}`)
    if (hasRowSecurity) await letThrough(db, table, role)
  }
}

function rightsTo(name: string, isAppendOnly: boolean): string {
  if (OF_THE_OWNER.has(name)) return 'select'
  return isAppendOnly ? 'select, insert' : 'select, insert, update, delete'
}

/** The queue's tables let nobody but their owner see a row, unless a policy says so. */
async function letThrough(db: Db, table: ReturnType<typeof sql.id>, role: string): Promise<void> {
  const policy = sql.id(`server_${role}`.slice(0, 63))
  await run(db, sql`drop policy if exists ${policy} on ${table}`)
  await run(db, sql`create policy ${policy} on ${table} to ${sql.id(role)} using (true) with check (true)`)
}

function listTables(db: Db): Promise<Table[]> {
  return many(
    db,
    sql<Table>`select n.nspname as schema, c.relname as name, c.relrowsecurity as "hasRowSecurity",
        exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
          where t.tgrelid = c.oid and not t.tgisinternal and p.proname like '%_refuse_change') as "isAppendOnly"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p', 'v') order by 1, 2`,
  )
}
