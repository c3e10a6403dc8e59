import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  answerGrievance,
  fileGrievance,
  getGrievance,
  listGrievances,
} from '#contract/enforcement/grievance-routes.ts'
import type { GrievanceKind } from '#contract/enforcement/rules.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS

let app: TestApp
let staff: { id: string; session: TestSession }
let counted = 0

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
  staff = await aStaffMember(app, 'moderator')
})
afterAll(() => app.close())

async function file(kind: GrievanceKind = 'content', as?: TestSession) {
  // Five a day come from one address, and all of these do.
  await run(app.db, sql`delete from rate_limits`)
  const email = `writer${(counted += 1)}@example.org`
  const given = { kind, name: 'Meera Das', email, url: 'https://cheers.example/asha', text: 'Look at this.' }
  const { status, body } = await app.call(fileGrievance, given, { as })
  expect(status).toBe(200)
  return { email, ...body }
}

const readOne = (number: number, token: string) => app.call(getGrievance, { number, token })

test('a grievance is acknowledged at once, with a link that only its writer has', async () => {
  const { email, number, token, dueAt } = await file()
  expect(Date.parse(dueAt) - app.clock.now().getTime()).toBeCloseTo(36 * HOUR_MS, -4)
  await app.drain()
  const [mail] = await app.mails(email)
  expect(mail?.subject).toBe(`We have your grievance ${number}`)
  expect(mail?.text).toContain(`/grievance/${number}/${token}`)
  expect((await readOne(number, token)).body).toMatchObject({
    number,
    text: 'Look at this.',
    answeredAt: null,
  })
  for (const other of ['', 'x'.repeat(43), `${token}x`])
    expect((await readOne(number, other)).failure.code).toBe('grievance_not_found')
  expect((await readOne(number + 1, token)).failure.code).toBe('grievance_not_found')
  const stored = await many(app.db, sql<{ row: string }>`select g::text as row from grievances g`)
  for (const { row } of stored) {
    expect(row).not.toContain(email)
    expect(row).not.toContain(token)
  }
})

test('the staff answer it once, by mail, without learning the address', async () => {
  const { email, number, token } = await file('payment')
  const waiting = await app.call(listGrievances, { limit: 100 }, { as: staff.session })
  expect(waiting.body.find((each) => each.number === number)).toMatchObject({
    name: 'Meera Das',
    hasAccount: false,
  })
  expect(JSON.stringify(waiting.body)).not.toContain(email)
  const answer = { number, answer: 'We paid it back today.\n\nIt takes five days.' }
  expect((await app.call(answerGrievance, answer, { as: staff.session })).status).toBe(200)
  const again = await app.call(answerGrievance, answer, { as: staff.session })
  expect(again.failure.code).toBe('grievance_answered')
  await app.drain()
  const mail = (await app.mails(email)).find(({ subject }) => subject.startsWith('Our answer'))
  expect(mail?.text).toContain('We paid it back today.\n\nIt takes five days.')
  expect((await readOne(number, token)).body.answer).toContain('five days')
})

test('nobody answers their own', async () => {
  const own = await file('other', staff.session)
  const answer = { number: own.number, answer: 'I am right.' }
  expect((await app.call(answerGrievance, answer, { as: staff.session })).failure.code).toBe('own_case')
})

test.each([
  ['intimate', 2],
  ['order', 3],
  ['content', 36],
  ['account', 7 * 24],
] as const)(
  'alarms of a grievance about %s come at half, four fifths and the end of %i hours',
  async (kind, hours) => {
    const { number } = await file(kind)
    const read = () =>
      one(
        app.db,
        sql<{
          openedAt: Date
          stage: number
        }>`select opened_at as "openedAt", alarm_stage as stage from grievances
        where number = ${number}`,
      )
    for (const stage of [50, 80, 100]) {
      const due = (await read()).openedAt.getTime() + (hours * HOUR_MS * stage) / 100
      await app.clock.advance(app.db, due - SECOND_MS - app.clock.now().getTime())
      await app.drain()
      const early = await read()
      // On a slow machine its own clock may have passed the moment meanwhile.
      if (app.clock.now().getTime() < due) expect(early.stage).toBeLessThan(stage)
      await app.clock.advance(app.db, Math.max(0, due + SECOND_MS - app.clock.now().getTime()))
      await app.drain()
      expect((await read()).stage).toBe(stage)
    }
  },
)

test('its words go 180 days after the answer', async () => {
  const { number, token } = await file('other')
  const judge = await aStaffMember(app, 'moderator')
  await app.call(answerGrievance, { number, answer: 'Done.' }, { as: judge.session })
  await app.drain()
  await app.clock.advance(app.db, 181 * DAY_MS)
  await run(app.db, sql`insert into jobs (name) values ('enforcement.forget-lines')`)
  await app.drain()
  const row = await one(
    app.db,
    sql<Record<string, unknown>>`select name, text, url, answer from grievances where number = ${number}`,
  )
  expect(row).toEqual({ name: '', text: '', url: '', answer: '' })
  expect((await readOne(number, token)).status).toBe(404)
  const somebody = await aSession(app.db, app.platform, (await aUser(app.db)).id)
  expect((await app.call(listGrievances, {}, { as: somebody })).status).toBe(403)
})

test('five a day come from one address', async () => {
  await run(app.db, sql`delete from rate_limits`)
  const given = { kind: 'other', name: 'Meera', email: 'm@example.org', text: 'Hello' } as const
  const statuses: number[] = []
  for (let index = 0; index < 6; index++) statuses.push((await app.call(fileGrievance, given)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})
