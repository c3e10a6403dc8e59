import { type Db, many, run, sql } from './query.ts'

/** How the tables of a schema may be used by a server that doesn't own them. */
interface Table {
  schema: string
  name: string
  /** Its triggers refuse every change, so no right to change it is granted either. */
  isAppendOnly: boolean
  /** Its rows can't be deleted. */
  keepsRows: boolean
  /** Columns that may change; null: all of them. */
  changeable: string[] | null
}

/** Only the owner's migrations write these. */
const OF_THE_OWNER = new Set(['migrations', 'platform_plans', 'restored_copies'])

/** Written by the owner's functions alone: seals and receipt numbers are drawn, never chosen, and balances counted. */
const DRAWN = new Set([
  'ledger_chain',
  'ledger_unsealed',
  'receipts',
  'receipts_waiting',
  'receipt_counters',
  'balance_days',
  'balance_totals',
  'balances_counted',
])

/**
 * Lets a role run the server without owning anything: it reads and writes rows, and adds to the ledger, the receipts
 * and the chain, but can't change or empty them or drop their triggers; nor can it change what decides when and how
 * much money is whose, or choose a seal or a receipt number. Call it as the owner, after every migration.
 * Throws when there is no such role.
 */
export async function grantServerRole(db: Db, role: string): Promise<void> {
  const tables = await listTables(db)
  for (const schema of new Set(tables.map((table) => table.schema))) {
    await run(db, sql`grant usage on schema ${sql.id(schema)} to ${sql.id(role)}`)
    await run(db, sql`grant usage, select on all sequences in schema ${sql.id(schema)} to ${sql.id(role)}`)
    await run(db, sql`grant execute on all routines in schema ${sql.id(schema)} to ${sql.id(role)}`)
  }
  for (const found of tables) {
    const table = sql.id(found.schema, found.name)
    await run(db, sql`revoke all on ${table} from ${sql.id(role)}`)
    for (const right of rightsTo(found)) await run(db, sql`grant ${right} on ${table} to ${sql.id(role)}`)
  }
}

function rightsTo({ name, isAppendOnly, keepsRows, changeable }: Table): ReturnType<typeof sql>[] {
  if (OF_THE_OWNER.has(name) || DRAWN.has(name)) return [sql`select`]
  if (isAppendOnly) return [sql`select, insert`]
  const rights = [sql`select, insert`]
  if (!keepsRows) rights.push(sql`delete`)
  if (changeable === null) rights.push(sql`update`)
  else if (changeable.length > 0)
    rights.push(sql`update (${sql.join(changeable.map((column) => sql.id(column)))})`)
  return rights
}

/** The bit of a trigger's type that says it fires on updates. */
const ON_UPDATE = 16

function listTables(db: Db): Promise<Table[]> {
  return many(
    db,
    sql<Table>`select n.nspname as schema, c.relname as name,
        exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
          where t.tgrelid = c.oid and not t.tgisinternal and (p.proname like '%_refuse_change'
            or p.proname = 'money_keep_rows' and t.tgtype::integer & ${ON_UPDATE} > 0)) as "isAppendOnly",
        exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
          where t.tgrelid = c.oid and p.proname = 'money_keep_rows') as "keepsRows",
        case when exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
          where t.tgrelid = c.oid and p.proname = 'money_keep_columns')
        then array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and not exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
              where t.tgrelid = c.oid and p.proname = 'money_keep_columns' and t.tgqual is null
                and a.attname::text = any (string_to_array(encode(t.tgargs, 'escape'), '\\000')))
          order by a.attnum) end as changeable
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p', 'v') order by 1, 2`,
  )
}
