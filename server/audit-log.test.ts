import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { inBatches, readWith } from '#scripts/audit-batches.ts'
import { AUDIT_SEALS, type Seal } from '#scripts/audit-queries.ts'
import { proveChain } from '#scripts/audit-seals.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'

import { auditProblems, openAuditClient } from './testing/audited.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/* The chain of seals of the audit log, against whoever has every right on the database. */

let app: TestApp
let client: pg.Client

beforeAll(async () => {
  app = await startTestApp()
  for (const role of ['operator', 'moderator', 'support', 'finance'] as const) await aStaffMember(app, role)
  client = await openAuditClient(app)
})
afterAll(async () => {
  await client.end()
  await app.close()
})

async function findBreaks(): Promise<string[]> {
  const problems: string[] = []
  const seals = inBatches<Seal>(readWith(client), AUDIT_SEALS, 2)
  await proveChain((holds, problem) => void (holds || problems.push(problem)), seals, 'audit log')
  return problems
}

test('correct, it is proved by npm run audit', async () => {
  expect(await auditProblems(app)).toEqual([])
  expect(await findBreaks()).toEqual([])
})

test('simultaneous calls are sealed one after the other', async () => {
  await Promise.all(Array.from({ length: 6 }, () => aStaffMember(app, 'support')))
  const rows = await many(
    app.db,
    sql<{
      position: number
    }>`select position::integer as position from audit_log order by audit_log.position`,
  )
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1))
  expect(await findBreaks()).toEqual([])
})

test.each([
  'update audit_log set reason = reason',
  'delete from audit_log where position = 2',
  'truncate audit_log',
])('%s is refused', async (statement) => {
  await expect(run(app.db, sql.raw(statement))).rejects.toMatchObject({ code: '23001' })
})

test('position and seal are drawn, whatever is written', async () => {
  const { count } = await one(
    app.db,
    sql<{ count: number }>`select count(*)::integer as count from audit_log`,
  )
  await run(
    app.db,
    sql`insert into audit_log (id, position, at, actor_kind, actor_name, role, action, subject_kind, subject_id,
        before, after, request_id, hash)
      values (gen_random_uuid(), 1000, now(), 'operator-command', 'dev', 'operator', 'grant', 'user',
        gen_random_uuid(), '{}', '{}', gen_random_uuid(), 'mine')`,
  )
  const newest = await one(
    app.db,
    sql<{
      position: number
    }>`select position::integer as position from audit_log order by position desc limit 1`,
  )
  expect(newest.position).toBe(count + 1)
  expect(await findBreaks()).toEqual([])
})

describe('once its triggers are off', () => {
  const change = (assignment: string) => `update audit_log set ${assignment} where position = 2`
  test.each([
    change(`reason = 'Another one'`),
    change(`action = 'end'`),
    change(`actor_name = 'somebody else'`),
    change(`role = 'support'`),
    change(`subject_id = gen_random_uuid()`),
    change(`subject_kind = 'page'`),
    change(`before = '{"roles": ["operator"]}'`),
    change(`after = '{}'`),
    change(`at = at - interval '1 second'`),
    change('request_id = gen_random_uuid()'),
    change('id = gen_random_uuid()'),
    change(`hash = sha256('mine')`),
    'delete from audit_log where position = 2',
    'delete from audit_log where position = 1',
    'update audit_log set position = -position where position in (2, 3); update audit_log set position = 5 + position where position in (-2, -3)',
  ])('%s breaks the chain', async (statement) => {
    await client.query('begin')
    await client.query('alter table audit_log disable trigger user')
    await client.query(statement)
    const breaks = await findBreaks()
    await client.query('rollback')
    expect(breaks[0]).toMatch(/^the chain of the audit log breaks at [1-3]$/)
  })
})
