import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

const MONTH_MS = 30 * 86_400_000

let app: TestApp
let creatorId: string
let raviId: string
let meeraId: string

beforeAll(async () => {
  app = await startTestApp()
  const joined = { now: new Date(Date.now() - MONTH_MS) }
  creatorId = (await aCreator(app.db, (await aUser(app.db)).id)).id
  raviId = (await aUser(app.db, joined)).id
  meeraId = (await aUser(app.db, joined)).id
})
afterAll(() => app.close())
beforeEach(() => app.drain())

async function listQueued(): Promise<string[]> {
  const rows = await many(
    app.db,
    sql<{ reactor: string }>`select split_part(name, ':', 1) as reactor from jobs
      where name like '%:on:channels.message-written' order by 1`,
  )
  return rows.map(({ reactor }) => reactor)
}

describe('a message in a room queues', () => {
  test('nothing if it names nobody and replies to nobody', async () => {
    const { id } = await aRoom(app.db, creatorId)
    await aMessage(app.db, id, raviId, { body: 'Good morning, everyone' })
    expect(await listQueued()).toEqual([])
  })

  test('the bell of whom it names', async () => {
    const { id } = await aRoom(app.db, creatorId)
    await aMessage(app.db, id, raviId, { body: `Good morning, <@${meeraId}>` })
    expect(await listQueued()).toEqual(['bell'])
  })

  test('the bell of whom it replies to', async () => {
    const { id } = await aRoom(app.db, creatorId)
    const { seq } = await aMessage(app.db, id, raviId)
    await aMessage(app.db, id, meeraId, { rootSeq: seq })
    expect(await listQueued()).toEqual(['bell'])
  })
})

test('a comment always queues the bell of whose post it is', async () => {
  const { id } = await aPost(app.db, creatorId)
  await aMessage(app.db, id, raviId)
  expect(await listQueued()).toEqual(['bell'])
})
