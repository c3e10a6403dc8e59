import { afterAll, beforeAll, expect, test } from 'vitest'

import { requestDeletion } from '#contract/accounts/deletion-routes.ts'
import { register } from '#contract/accounts/routes.ts'
import { editMessage } from '#contract/channels/routes.ts'
import { fileGrievance } from '#contract/enforcement/grievance-routes.ts'
import { appealDecision, reportItem } from '#contract/enforcement/routes.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aDecision } from '#server/domains/enforcement/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aCollection, aPost } from '#server/domains/posts/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aRegistration, PASSWORD } from './flow-testing.ts'
import { aSession, aUser } from './testing.ts'
import { ERASED, KEPT } from './text-columns.ts'

const DAY_MS = 86_400_000
/** Part of everything that the person writes; nothing in the database may hold it afterwards. */
const WORD = 'zyxwombat'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Columns of free text: not those whose values are listed in a check, nor the migrator's own. */
function listTextColumns(): Promise<{ name: string }[]> {
  return many(
    app.db,
    sql<{ name: string }>`select c.table_name || '.' || c.column_name as name
      from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and (c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea') or c.data_type = 'ARRAY')
        and c.table_name not like 'kysely_%'
        and not exists (
          select from pg_constraint k
          where k.conrelid = format('public.%I', c.table_name)::regclass and k.contype = 'c'
            and pg_get_constraintdef(k.oid) ~ format('\\(%s = (ANY|''[A-Z]{3}'')', c.column_name))
      order by 1`,
  )
}

test('every column of free text is erased with its account, or kept for a reason', async () => {
  const known = new Set([...ERASED, ...Object.values(KEPT).flat()])
  const columns = (await listTextColumns()).map(({ name }) => name)
  expect(columns.filter((name) => !known.has(name))).toEqual([])
  expect([...known].filter((name) => !columns.includes(name))).toEqual([])
})

test('nothing the person wrote is left in any table', async () => {
  const now = app.clock.now()
  const user = await aUser(app.db, {
    name: `Asha ${WORD}`,
    username: `asha-${WORD}`,
    email: `asha@${WORD}.example.org`,
    password: PASSWORD,
    now,
  })
  const session = await aSession(app.db, app.platform, user.id)
  await app.call(register, aRegistration({ email: user.email, username: `other-${WORD}` }))
  const page = await aCreator(app.db, user.id, { pageName: `${WORD} page`, handle: WORD, headline: WORD })
  const plan = await aPlan(app.db, page.id, { name: `${WORD} plan` })
  await run(app.db, sql`update plans set description = ${WORD} where id = ${plan.id}`)
  const post = await aPost(app.db, page.id, {
    planId: plan.id,
    html: `<p>${WORD}</p>`,
    openHtml: `<p>${WORD}</p>`,
  })
  const { id: collectionId } = await aCollection(app.db, page.id, [post.id])
  await run(
    app.db,
    sql`update collections set title = ${WORD}, slug = ${WORD}, description = ${WORD} where id = ${collectionId}`,
  )
  await aMessage(app.db, post.id, user.id, { body: `About ${WORD}`, now })
  const edited = { channelId: post.id, seq: 1, body: `More about ${WORD}` }
  await app.call(editMessage, edited, { as: session })
  await run(app.db, sql`update messages set reason = ${WORD}`)
  const { caseId } = await aDecision(app.db, { concernedId: user.id, creatorId: page.id })
  await app.call(appealDecision, { caseId, text: `An appeal of ${WORD}` }, { as: session })
  await run(app.db, sql`update case_lines set body = ${WORD}`)
  await run(app.db, sql`update decisions set facts = ${WORD}`)
  const other = await aUser(app.db)
  const report = { target: { kind: 'person', id: other.id }, reason: 'spam', text: WORD } as const
  await app.call(reportItem, report, { as: session })
  const grievance = { kind: 'other', name: WORD, email: user.email, url: WORD, text: WORD } as const
  await app.call(fileGrievance, grievance, { as: session })
  await run(
    app.db,
    sql`insert into word_rules (creator_id, position, phrase, act) values (${page.id}, 0, ${WORD}, 'hold')`,
  )
  await aRoom(app.db, page.id, { name: WORD })
  await run(app.db, sql`insert into community_rules (creator_id, body) values (${page.id}, ${WORD})`)
  const member = await aUser(app.db)
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan, { now })
  const { id: paymentId } = await aPayment(app.db, {
    subscriptionId,
    memberId: member.id,
    plan,
    amountCents: 10_000,
    capturedAt: now,
  })
  await run(
    app.db,
    sql`insert into refunds (id, payment_id, status, origin, decided_by, reason, decision_note, amount_cents, requested_at)
      values (${newId(now)}, ${paymentId}, 'declined', 'creator', 'creator', ${WORD}, ${WORD}, 100, ${now})`,
  )

  expect((await app.call(requestDeletion, { currentPassword: PASSWORD }, { as: session })).status).toBe(200)
  await app.drain()
  await app.clock.advance(app.db, 15 * DAY_MS)
  await app.drain()
  const tables = new Set((await listTextColumns()).map(({ name }) => name.split('.')[0] ?? ''))
  const left: string[] = []
  for (const table of tables) {
    const rows = await many(
      app.db,
      sql`select from ${sql.table(table)} t where position(${WORD} in lower(t::text)) > 0
        or position(encode(convert_to(${WORD}, 'UTF8'), 'hex') in t::text) > 0`,
    )
    if (rows.length > 0) left.push(table)
  }
  expect(left).toEqual([])
})
