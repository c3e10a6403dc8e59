import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import { listMessages, writeMessage } from '#contract/channels/routes.ts'
import { listConversations, startConversation } from '#contract/conversations/routes.ts'
import { announce, listAnnouncements } from '#contract/conversations/rule-routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { bellOf } from '#server/domains/notifications/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, one, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { deliverAnnouncement } from './announcements.ts'

const PAGE = { pageHandle: 'asha' }
const MEMBERS = [{ reach: 'members', planIds: [], isExact: false, fromAt: null, untilAt: null }] as const

let app: TestApp
let asOwner: TestSession
let creatorId: string
let large: Awaited<ReturnType<typeof aPlan>>
const readers: Record<string, { id: string; as: TestSession }> = {}

beforeAll(async () => {
  app = await startTestApp()
  const owner = await aUser(app.db, { name: 'Asha Rao', now: new Date(0) })
  asOwner = await aSession(app.db, app.platform, owner.id)
  creatorId = (await aCreator(app.db, owner.id, { handle: 'asha', pageName: 'Asha sings' })).id
  const small = await aPlan(app.db, creatorId, { name: 'Small', priceCents: 500 })
  large = await aPlan(app.db, creatorId, { name: 'Large', priceCents: 900 })
  const accessUntil = new Date(Date.now() + 90 * 86_400_000)
  for (const [name, plan] of [
    ['ravi', small],
    ['meera', large],
    ['blocked', large],
    ['stranger', null],
  ] as const) {
    const { id } = await aUser(app.db, { name, now: new Date(0) })
    readers[name] = { id, as: await aSession(app.db, app.platform, id) }
    if (plan) await aSubscription(app.db, id, plan, { accessUntil })
  }
  await app.call(blockUser, { userId: idOf('blocked') }, { as: asOwner })
})
afterAll(() => app.close())

function idOf(name: string): string {
  return readers[name]?.id ?? ''
}

async function send(body: string, audience: readonly object[] = MEMBERS, clientKey = randomUUID()) {
  const input = { ...PAGE, clientKey, audience: audience as typeof MEMBERS, body }
  const answer = await app.call(announce, input as never, { as: asOwner })
  await app.drain()
  return answer
}

async function inboxOf(name: string) {
  const as = readers[name]?.as
  const { conversations } = (await app.call(listConversations, {}, { as })).body
  return Promise.all(
    conversations.map(async ({ _id, isUnread, people }) => ({
      id: _id,
      isUnread,
      with: people[0]?.name,
      said: (await app.call(listMessages, { channelId: _id }, { as })).body.messages.map(({ body }) => body),
    })),
  )
}

test('an announcement is a conversation for each member, and the creator’s list stays as it was', async () => {
  const clientKey = randomUUID()
  expect((await send('The album is out', MEMBERS, clientKey)).body.queued).toBe(true)
  for (const name of ['ravi', 'meera'])
    expect(await inboxOf(name)).toMatchObject([
      { with: 'Asha sings', isUnread: true, said: ['The album is out'] },
    ])
  for (const name of ['blocked', 'stranger']) expect(await inboxOf(name)).toEqual([])
  expect((await app.call(listConversations, {}, { as: asOwner })).body.conversations).toEqual([])
  const listed = (await app.call(listAnnouncements, PAGE, { as: asOwner })).body
  expect(listed.announcements).toMatchObject([{ sentCount: 2, isSent: true }])
  expect(listed.nextAt).not.toBeNull()
  const ravi = readers['ravi']
  expect(ravi && (await bellOf(app, ravi.as))).toMatchObject([
    { kind: 'announced', actors: [{ name: 'Asha sings' }] },
  ])

  // Sent again with its key, and run again as a job may be, nobody gets it twice.
  expect((await send('The album is out', MEMBERS, clientKey)).status).toBe(200)
  const { id } = await one(app.db, sql<{ id: string }>`select id from announcements`)
  await enqueue(app.db, deliverAnnouncement, { announcementId: id, after: null })
  await app.drain()
  expect(await inboxOf('ravi')).toMatchObject([{ said: ['The album is out'] }])
  const counted = await many(app.db, sql`select from messages where body = 'The album is out'`)
  expect(counted).toHaveLength(2)
})

test('whoever answers appears in the creator’s list', async () => {
  const [conversation] = await inboxOf('ravi')
  const written = { channelId: conversation?.id ?? '', clientKey: randomUUID(), body: 'Lovely' }
  await app.call(writeMessage, written, { as: readers['ravi']?.as })
  const { conversations } = (await app.call(listConversations, {}, { as: asOwner })).body
  expect(conversations).toMatchObject([{ people: [{ name: 'ravi' }], unreadCount: 1 }])
})

test('a page announces once in 24 hours, to the plans it names', async () => {
  expect((await send('Again')).failure.code).toBe('one_a_day')
  await app.clock.advance(app.db, 24 * 3_600_000)
  const plans = [{ ...MEMBERS[0], reach: 'plans', planIds: [large.id] }]
  expect((await send('For the large plan', plans)).status).toBe(200)
  expect(await inboxOf('ravi')).toMatchObject([{ said: ['Lovely', 'The album is out'] }])
  expect(await inboxOf('meera')).toMatchObject([{ said: ['For the large plan', 'The album is out'] }])
})

test('who joins an announcement’s conversation writes in the one they had', async () => {
  const [before] = await inboxOf('meera')
  const again = { clientKey: randomUUID(), ...PAGE, body: 'A question' }
  const { body } = await app.call(startConversation, again, { as: readers['meera']?.as })
  expect(body.conversationId).toBe(before?.id)
})

test('thousands get it in batches', async () => {
  await app.clock.advance(app.db, 24 * 3_600_000)
  await app.db.executeQuery(
    sql`with people as (
        insert into users (id, name, username, email, status, created_at, email_verified_at)
        select gen_random_uuid(), 'Member ' || n, 'member-' || n, 'member-' || n || '@example.org', 'active', now(), now()
        from generate_series(1, 1100) n returning id)
      insert into subscriptions (id, member_id, creator_id, plan_id, plan_version_id, interval, price_cents, currency,
        status, access_until, created_at)
      select gen_random_uuid(), people.id, s.creator_id, s.plan_id, s.plan_version_id, s.interval, s.price_cents,
        s.currency, 'active', s.access_until, s.created_at
      from people, (select * from subscriptions where member_id = ${idOf('meera')}) s`.compile(app.db),
  )
  await send('For everyone')
  const { announcements } = (await app.call(listAnnouncements, PAGE, { as: asOwner })).body
  expect(announcements[0]).toMatchObject({ sentCount: 1102, isSent: true })
  const { count } = await one(
    app.db,
    sql<{
      count: number
    }>`select count(distinct channel_id)::integer as count from messages where body = 'For everyone'`,
  )
  expect(count).toBe(1102)
})
