import { afterAll, beforeAll, expect, test } from 'vitest'

import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Column {
  name: string
  type: string
}

function listColumns(): Promise<Column[]> {
  return many(
    app.db,
    sql<Column>`select table_name || '.' || column_name as name, data_type as type
      from information_schema.columns where table_schema = 'public' order by 1`,
  )
}

test('no column of the database can hold a fraction of a cent', async () => {
  const columns = await listColumns()
  const inexact = new Set(['real', 'double precision', 'numeric', 'money'])
  expect(columns.filter(({ type }) => inexact.has(type))).toEqual([])
})

test('every amount is a whole number of minor units, too large to overflow', async () => {
  const amounts = (await listColumns()).filter(({ name }) => /(?:_cents|_minor|_paise)$/.test(name))
  expect(amounts.length).toBeGreaterThan(15)
  expect(amounts.filter(({ type }) => type !== 'bigint')).toEqual([])
})
