import { randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { initPath, LIVE_MAX_SEGMENTS, segmentPath } from '#contract/live/broadcast-rules.ts'
import * as contract from '#contract/live/routes.ts'
import { accountErased } from '#server/domains/accounts/events.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { threadWorkedMs } from '#server/testing/seen-time.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aFragment, anInit, box, broadcastDesk } from './broadcast-testing.ts'
import { isFragment, isInit } from './fragment.ts'

let app: TestApp
let desk: Awaited<ReturnType<typeof broadcastDesk>>
let id: string
let number = 0

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  number += 1
  desk = await broadcastDesk(app, `asha${number}`)
  id = await desk.aSession()
})

async function shown(as = desk.owner.as) {
  return (await app.call(contract.getLiveSession, { liveSessionId: id }, { as })).body
}

async function later(seconds: number): Promise<void> {
  await app.clock.advance(app.db, seconds * 1000)
  await app.drain()
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.platform.storage.list(`live/${id}/`)) keys.push(key)
  return keys
}

describe('a session with a picture', () => {
  test('is started by its first segment, and not by hand', async () => {
    const moved = await app.call(
      contract.moveLiveSession,
      { liveSessionId: id, move: 'start' },
      { as: desk.owner.as },
    )
    expect(moved.failure.code).toBe('wrong_state')
    const line = await desk.aLine(id)
    expect(await shown()).toMatchObject({ state: 'open', video: 'browser', isOnAir: false })
    expect(await desk.send(line, 0, aFragment(1000))).toMatchObject({ status: 200, nextSeq: 1 })
    const { state, isOnAir, settings } = await shown()
    expect([state, isOnAir, settings?.health?.segments]).toEqual(['live', true, 1])
    expect(settings?.health?.bitrate).toBeGreaterThan(8000)
    expect((await shown((await desk.aPerson()).as)).settings).toBeNull()
  })

  test('tells that its line is lost, goes on when it is back, and ends after two minutes', async () => {
    await desk.send(await desk.aLine(id), 0)
    await later(11)
    expect(await shown()).toMatchObject({ state: 'live', isOnAir: false })
    await later(60)
    await desk.send(await desk.aLine(id), 1)
    expect(await shown()).toMatchObject({ state: 'live', isOnAir: true })
    await later(119)
    expect(await shown()).toMatchObject({ state: 'live', isOnAir: false })
    await later(2)
    expect(await shown()).toMatchObject({ state: 'ended' })
    const { reason } = await one(
      app.db,
      sql<{ reason: string }>`select ended_reason as reason from live_sessions where id = ${id}`,
    )
    expect(reason).toBe('line_lost')
    const told = await many(
      app.db,
      sql<{ data: { isOnAir: boolean } }>`select data from realtime_events
        where topic = ${`live:${id}`} and name = 'live-session.video' order by seq`,
    )
    expect(told.map(({ data }) => data.isOnAir)).toEqual([true, false, true, false])
  })

  test('goes on for a while when its creator stops sending', async () => {
    const line = await desk.aLine(id)
    await desk.send(line, 0)
    expect((await desk.end(line)).status).toBe(200)
    expect((await desk.end(line)).status).toBe(200)
    expect(await shown()).toMatchObject({ state: 'live', isOnAir: false })
    expect(await desk.send(line, 1)).toMatchObject({ status: 409, code: 'wrong_state' })
  })
})

describe('a segment', () => {
  test('that is sent twice is there once', async () => {
    const [line, init, bytes] = [await desk.aLine(id), anInit(), aFragment()]
    expect(await desk.send(line, 0, bytes)).toMatchObject({ status: 200, nextSeq: 1 })
    expect(await desk.send(line, 0, bytes)).toMatchObject({ status: 200, nextSeq: 1 })
    expect(await desk.put(initPath(line), init)).toMatchObject({ status: 422 })
    expect(await desk.send(line, 0)).toMatchObject({ status: 409, code: 'segment_out_of_order', nextSeq: 1 })
    expect(await storedKeys()).toHaveLength(2)
  })

  test('that comes many times at once is there once, and so is its object', async () => {
    const [line, bytes] = [await desk.aLine(id), aFragment()]
    const answers = await Promise.all([1, 2, 3].map(() => desk.send(line, 0, bytes)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await storedKeys()).toHaveLength(2)
  })

  test('that isn’t next is refused, with the number of the next one', async () => {
    const line = await desk.aLine(id)
    await desk.send(line, 0)
    expect(await desk.send(line, 2)).toMatchObject({ status: 409, code: 'segment_out_of_order', nextSeq: 1 })
  })

  test('of another creator’s session can’t be sent, nor read', async () => {
    const line = await desk.aLine(id)
    const other = await broadcastDesk(app, `other${number}`)
    for (const path of [initPath(line), segmentPath(line, 0, 1000), segmentPath(randomUUID(), 0, 1000)])
      expect(await desk.put(path, aFragment(), other.owner.as)).toMatchObject({ status: 404 })
    expect((await other.start(id)).failure.code).toBe('live_session_not_found')
    expect((await other.end(line)).failure.code).toBe('live_session_not_found')
    const { token } = desk.owner.as
    expect(await desk.put(initPath(line), anInit(), { token, cookie: 'x' })).toMatchObject({ status: 401 })
  })

  test.each([
    ['noise', randomBytes(1000)],
    ['nothing of a picture', box('moof', box('mfhd'))],
    [
      'a box that is longer than all',
      Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from('moof')]),
    ],
    ['a box without end', Buffer.concat([Buffer.alloc(4), Buffer.from('mdat'), randomBytes(50)])],
    ['a header', anInit()],
    ['half a fragment', aFragment().subarray(0, 200)],
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
  ])('made of %s is refused', async (_, bytes) => {
    const line = await desk.aLine(id)
    expect(await desk.send(line, 0, Buffer.from(bytes))).toMatchObject({
      status: 422,
      code: 'segment_refused',
    })
    expect(
      await desk.put(initPath(await desk.aLine(await desk.aSession())), Buffer.from(bytes)),
    ).toMatchObject({
      status: 422,
    })
    expect(await storedKeys()).toHaveLength(1)
  })

  test('that is too large, too long or of another kind is refused', async () => {
    const line = await desk.aLine(id)
    expect(await desk.send(line, 0, aFragment(4_194_304))).toMatchObject({ status: 413 })
    expect(await desk.put(initPath(line), Buffer.alloc(65_537))).toMatchObject({ status: 413 })
    for (const durationMs of [0, 99, 10_001, 1_000_000_000])
      expect(await desk.send(line, 0, aFragment(), durationMs)).toMatchObject({ status: 422 })
    const at = segmentPath(line, 0, 1000)
    expect(await desk.put(at, aFragment(), desk.owner.as, 'text/html')).toMatchObject({ status: 415 })
    expect(await desk.send(line, LIVE_MAX_SEGMENTS + 1)).toMatchObject({ status: 422 })
  })

  test('made to be read for long is refused at once', () => {
    const small = Buffer.concat(Array.from({ length: 400_000 }, () => box('free')))
    const before = threadWorkedMs()
    for (let times = 0; times < 100; times += 1)
      expect([isFragment(small), isInit(small)]).toEqual([false, false])
    expect(threadWorkedMs() - before).toBeLessThan(100)
  })
})

test('the store is swept of what no session names, however old the rest is', async () => {
  await desk.send(await desk.aLine(id), 0)
  const named = await storedKeys()
  await app.platform.storage.put(`live/${id}/9-${'0'.repeat(32)}.m4s`, aFragment(), 'video/mp4')
  const before = new Date(Date.now() - 48 * 3_600_000)
  for (const key of await storedKeys())
    await fs.utimes(app.platform.storage.fileOf(key) ?? '', before, before)
  await run(app.db, sql`insert into jobs (name) values ('media.sweep-store')`)
  await app.drain()
  expect((await storedKeys()).toSorted()).toEqual(named.toSorted())
})

test('a picture is gone from the store with the account of its creator', async () => {
  await desk.send(await desk.aLine(id), 0)
  expect(await storedKeys()).toHaveLength(2)
  await later(130)
  expect(await shown()).toMatchObject({ state: 'ended' })
  await transactionsOf(app.db)((db) =>
    emit(db, accountErased, { userId: desk.owner.id, pictureKey: null }, app.clock.now()),
  )
  await app.drain()
  expect(await storedKeys()).toEqual([])
})

describe('a line', () => {
  test('is one at a time, and another takes over once nothing was heard for ten seconds', async () => {
    const clientKey = randomUUID()
    const first = await desk.aLine(id, anInit(), clientKey)
    await desk.send(first, 0)
    expect((await desk.start(id)).failure.code).toBe('being_broadcast')
    expect((await desk.start(id, clientKey)).body).toEqual({ broadcastId: first, nextSeq: 1 })
    await later(11)
    const second = await desk.aLine(id)
    expect(second).not.toBe(first)
    expect(await desk.send(first, 1)).toMatchObject({ code: 'wrong_state' })
    expect(await desk.send(second, 1)).toMatchObject({ nextSeq: 2 })
  })

  test('isn’t opened for a session without a picture, or one that is over', async () => {
    const still = await desk.aSession({ video: 'none' })
    expect((await desk.start(still)).failure.code).toBe('wrong_state')
    const over = { liveSessionId: id, move: 'cancel' as const }
    await app.call(contract.moveLiveSession, over, { as: desk.owner.as })
    expect((await desk.start(id)).failure.code).toBe('wrong_state')
  })

  test('can’t start a session while another one is live', async () => {
    await desk.aLive()
    const line = await desk.aLine(id)
    expect(await desk.send(line, 0)).toMatchObject({ status: 409, code: 'one_live_only' })
    expect(await storedKeys()).toHaveLength(1)
  })
})
