import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { many, one, prepared, sql } from './query.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Sum {
  total: number
}

const sum = prepared<Sum, { first: number; second: number }>(
  'sum-of-two',
  ({ first, second }) => sql<Sum>`select ${first}::integer + ${second}::integer * ${10}::integer as total`,
)

describe('a prepared statement', () => {
  // A pooler's connections are sent no names.
  test.skipIf(inject('database').pooler)(
    'is parsed once per connection, and takes new values each time',
    async () => {
      await app.db.transaction().execute(async (db) => {
        expect(await one(db, sum({ first: 1, second: 2 }))).toEqual({ total: 21 })
        expect(await one(db, sum({ second: 0, first: 7 }))).toEqual({ total: 7 })
        const known = await many(
          db,
          sql<{ plans: number }>`select generic_plans + custom_plans as plans from pg_prepared_statements
          where name = 'sum-of-two'`,
        )
        expect(known).toEqual([{ plans: 2 }])
      })
    },
  )

  test('refuses to run without one of its values', async () => {
    const incomplete: { first: number; second: number } = JSON.parse('{ "first": 1 }')
    await expect(one(app.db, sum(incomplete))).rejects.toThrow('no value for second')
  })

  test('has a name of its own', async () => {
    await one(app.db, sum({ first: 1, second: 1 }))
    const another = prepared<Sum, { first: number }>(
      'sum-of-two',
      ({ first }) => sql<Sum>`select ${first}::integer as total`,
    )
    await expect(one(app.db, another({ first: 1 }))).rejects.toThrow('Two statements are called sum-of-two')
  })
})
