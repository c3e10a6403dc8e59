import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { openLargeTables } from './testing/large-tables.ts'
import { SMALL_TABLES, WHOLE_TABLE_READS } from './testing/whole-table-reads.ts'

/*
 * Every statement that the product sent in the domain tests (`testing/record-statements.ts`), planned for tables of five
 * million rows: none of them may read a table or an index from end to end, but for those in the table of exceptions.
 */
interface Sent {
  text: string
  /** The file of ours that sent it. */
  sender: string
}

const planNode = z.object({
  'Node Type': z.string(),
  'Relation Name': z.optional(z.string()),
  'Index Name': z.optional(z.string()),
  'Index Cond': z.optional(z.string()),
  get Plans() {
    return z.optional(z.array(planNode))
  },
})
type PlanNode = z.infer<typeof planNode>
const answer = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: planNode })) }))

/** An index that covers all rows of its table; those of some are short by design. */
interface Index {
  table: string
  /** The column that its order begins with. null: it has none, or an expression. */
  first: string | null
}

const folder = process.env['RECORD_STATEMENTS'] ?? ''
let database: Awaited<ReturnType<typeof openLargeTables>>
let indexes: ReadonlyMap<string, Index>

beforeAll(async () => {
  database = await openLargeTables(SMALL_TABLES)
  indexes = await readIndexes(database.client)
})
afterAll(() => database.close())

async function readIndexes(client: pg.Client): Promise<ReadonlyMap<string, Index>> {
  const { rows } = await client.query<Index & { index: string }>(
    `select i.indexrelid::regclass::text as index, i.indrelid::regclass::text as table,
        case when m.amname = 'btree' then a.attname end as first
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
        left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] and a.attnum > 0
      where i.indpred is null`,
  )
  return new Map(rows.map(({ index, ...rest }) => [index, rest]))
}

function readSent(): Sent[] {
  const lines = fs
    .readdirSync(folder)
    .flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
  const senders = new Map(
    lines
      .map((line) => JSON.parse(line) as Sent)
      // What a migration sends is in its file, and those of its tests have tables of their own.
      .filter(({ sender }) => sender !== 'server/platform/db/migrate.ts')
      .map((sent) => [sent.text, sent]),
  )
  return [...senders.values()].filter(({ text }) => /^\s*(?:select|insert|update|delete|with)\b/i.test(text))
}

/** The tables that a plan reads from end to end. The first rows of an index, in its order, are no such thing. */
function readWhole(node: PlanNode, isLimited = false): string[] {
  const type = node['Node Type']
  const found =
    type === 'Seq Scan'
      ? [node['Relation Name'] ?? '']
      : /^(?:Index Scan|Index Only Scan|Bitmap Index Scan)$/.test(type)
        ? [tableOfWholeIndex(node, isLimited) ?? '']
        : []
  const below = type === 'Sort' || type === 'Aggregate' ? false : isLimited || type === 'Limit'
  return [...found, ...(node.Plans ?? []).flatMap((plan) => readWhole(plan, below))]
}

/**
 * A condition that leaves the first column open is looked for in all of an index, as no condition is, and so is one that takes
 * whatever has a value.
 */
function tableOfWholeIndex(node: PlanNode, isLimited: boolean): string | null {
  const index = indexes.get(node['Index Name'] ?? '')
  const condition = node['Index Cond']?.replaceAll(/\(\w+ IS NOT NULL\)/g, '')
  if (!index) return null
  if (!condition) return isLimited ? null : index.table
  return index.first === null || new RegExp(`\\b${index.first}\\b`).test(condition) ? null : index.table
}

async function tablesReadWhole({ text }: Sent): Promise<string[]> {
  const { rows } = await database.client.query(`explain (generic_plan, format json) ${text}`)
  const plan = answer.parse(rows)[0]?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error('PostgreSQL explained nothing')
  const tables = new Set(readWhole(plan))
  return [...tables].filter((table) => table !== '' && !SMALL_TABLES.includes(table))
}

test('no statement reads a growing table from end to end, and every exception still does', async () => {
  const sent = readSent()
  expect(sent.length).toBeGreaterThan(900)
  const offenders: string[] = []
  const used = new Set<string>()
  for (const one of sent) {
    for (const table of await tablesReadWhole(one)) {
      const exception = WHOLE_TABLE_READS.find(
        (known) => known.table === table && one.text.includes(known.says),
      )
      if (exception) used.add(`${exception.table}: ${exception.says}`)
      else
        offenders.push(
          `${one.sender} reads all of ${table}: ${one.text.replaceAll(/\s+/g, ' ').slice(0, 160)}`,
        )
    }
  }
  expect(offenders).toEqual([])
  expect(
    WHOLE_TABLE_READS.map(({ table, says }) => `${table}: ${says}`).filter((key) => !used.has(key)),
  ).toEqual([])
})
