import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { mentionOf } from '#contract/channels/body.ts'
import * as contract from '#contract/channels/routes.ts'
import { getPostMarks } from '#contract/posts/mark-routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { listUnread } from './service.ts'
import { aMessage } from './testing.ts'

const LONG_AGO = new Date(Date.now() - 30 * 86_400_000)

let app: TestApp
let creatorId: string
let ownerId: string
/** A new post everyone may read; its comments have its id. */
let channelId: string

beforeAll(async () => {
  app = await startTestApp()
  ownerId = (await aUser(app.db, { name: 'Asha Rao', now: LONG_AGO })).id
  creatorId = (await aCreator(app.db, ownerId, { handle: 'asha', pageName: 'Asha Sings' })).id
})
beforeEach(async () => {
  channelId = (await aPost(app.db, creatorId)).id
})
afterAll(() => app.close())

async function aPerson(name = 'Ravi Menon', now = LONG_AGO) {
  const { id } = await aUser(app.db, { name, now })
  return { id, as: await aSession(app.db, app.platform, id) }
}

function write(
  as: TestSession,
  given: { body?: string; rootSeq?: number; clientKey?: string; mediaIds?: string[] } = {},
) {
  return app.call(
    contract.writeMessage,
    { channelId, clientKey: randomUUID(), body: 'Lovely', ...given },
    { as },
  )
}

async function bodies(given: Record<string, unknown> = {}, as?: TestSession): Promise<string[]> {
  const { body } = await app.call(contract.listMessages, { channelId, ...given }, as ? { as } : {})
  return body.messages.map((message) => message.body)
}

describe('writing', () => {
  test('a first comment opens the channel of its post, and is counted', async () => {
    const ravi = await aPerson()
    expect((await app.call(contract.getChannel, { channelId })).body).toMatchObject({
      kind: 'post',
      lastSeq: 0,
      whyNot: 'signed_out',
    })
    const { body } = await write(ravi.as, { body: '  Lovely song  ' })
    expect(body).toMatchObject({
      seq: 1,
      rootSeq: null,
      body: 'Lovely song',
      state: 'visible',
      author: { _id: ravi.id, name: 'Ravi Menon', isCreator: false, isModerator: false, plan: null },
    })
    expect((await app.call(contract.getChannel, { channelId }, { as: ravi.as })).body).toMatchObject({
      lastSeq: 1,
      readSeq: 1,
      messageCount: 1,
      mayWrite: true,
    })
    expect((await app.call(getPostMarks, { ids: channelId })).body[0]?.comments).toBe(1)
  })

  test('the same key is the same message, even at the same moment', async () => {
    const ravi = await aPerson()
    const clientKey = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => write(ravi.as, { clientKey })))
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
    expect(await bodies()).toEqual(['Lovely'])
  })

  test('many who write at once get numbers without gaps', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => aPerson()))
    await Promise.all(people.flatMap(({ id }) => [1, 2, 3, 4].map(() => aMessage(app.db, channelId, id))))
    const rows = await many(
      app.db,
      sql<{ seq: number }>`select seq from messages where channel_id = ${channelId} order by seq`,
    )
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 32 }, (_, index) => index + 1))
    expect((await app.call(contract.getChannel, { channelId })).body).toMatchObject({
      lastSeq: 32,
      messageCount: 32,
    })
  })

  test('replies are one level deep', async () => {
    const ravi = await aPerson()
    await write(ravi.as, { body: 'Root' })
    await write(ravi.as, { body: 'Reply', rootSeq: 1 })
    expect((await write(ravi.as, { body: 'To the reply', rootSeq: 2 })).body.rootSeq).toBe(1)
    expect((await write(ravi.as, { rootSeq: 99 })).failure.code).toBe('message_not_found')
    expect(await bodies()).toEqual(['Root'])
    expect(await bodies({ rootSeq: 1 })).toEqual(['Reply', 'To the reply'])
    const { body } = await app.call(contract.listMessages, { channelId })
    expect(body.messages[0]?.replyCount).toBe(2)
  })

  test('nothing is written that is empty or too long', async () => {
    const { as } = await aPerson()
    expect((await write(as, { body: '   ' })).failure.code).toBe('message_empty')
    expect((await write(as, { body: 'a'.repeat(4001) })).status).toBe(422)
    expect((await write(as, { body: 'a'.repeat(4000) })).status).toBe(200)
  })

  test('six messages in ten seconds are enough, and new accounts write a fifth, without links', async () => {
    const ravi = await aPerson()
    const statuses = []
    for (let at = 0; at < 7; at += 1) statuses.push((await write(ravi.as)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
    const newcomer = await aPerson('New', app.clock.now())
    expect((await write(newcomer.as, { body: 'See example.com' })).failure.code).toBe('newcomer_links')
    expect((await write(newcomer.as)).status).toBe(200)
    expect((await write(newcomer.as)).failure.code).toBe('newcomer_pace')
  })

  test('media of one’s own come with it, once, and their bytes go when it is deleted', async () => {
    const [ravi, meera] = [await aPerson(), await aPerson()]
    const { id: mediaId } = await aMedium(app.db, ravi.id, 'image')
    expect((await write(meera.as, { mediaIds: [mediaId] })).failure.code).toBe('medium_not_found')
    const { body } = await write(ravi.as, { body: '', mediaIds: [mediaId] })
    expect(body).toMatchObject({ mediaCount: 1, media: [{ _id: mediaId }] })
    expect((await write(ravi.as, { mediaIds: [mediaId] })).failure.code).toBe('medium_not_usable')
    await app.call(contract.deleteMessage, { channelId, seq: 1 }, { as: ravi.as })
    expect(await many(app.db, sql`select from media where id = ${mediaId}`)).toEqual([])
  })
})

describe('mentions', () => {
  test('name people who may read there, by the name they have now', async () => {
    const [ravi, meera] = [await aPerson(), await aPerson('Meera Iyer')]
    const body = `Thanks ${mentionOf(meera.id)} and ${mentionOf(ownerId)} and ${mentionOf(randomUUID())}`
    const written = (await write(ravi.as, { body })).body
    expect(written.body).toBe(body)
    expect(new Set(written.mentions.map(({ name }) => name))).toEqual(new Set(['Meera Iyer', 'Asha Sings']))
    expect((await app.call(contract.getChannel, { channelId }, { as: meera.as })).body.mentionSeq).toBe(1)
    const many11 = Array.from({ length: 11 }, () => mentionOf(randomUUID())).join(' ')
    expect((await write(ravi.as, { body: many11 })).failure.code).toBe('too_many_mentions')
  })

  test('people who wrote there and who keep order are suggested, if they may read', async () => {
    const plan = await aPlan(app.db, creatorId)
    channelId = (await aPost(app.db, creatorId, { planId: plan.id })).id
    const [ravi, meera] = [await aPerson(), await aPerson('Meera Iyer')]
    for (const { id } of [ravi, meera]) {
      await aSubscription(app.db, id, plan)
      await aMessage(app.db, channelId, id)
    }
    const suggested = async (q: string) =>
      (await app.call(contract.suggestPeople, { channelId, q }, { as: ravi.as })).body.map(({ name }) => name)
    expect(await suggested('')).toEqual(['Asha Sings', 'Meera Iyer'])
    expect(await suggested('iy')).toEqual(['Meera Iyer'])
    expect(await suggested('%')).toEqual([])
    await run(
      app.db,
      sql`update subscriptions set access_until = now() - interval '1 day', status = 'expired'
      where member_id = ${meera.id}`,
    )
    expect(await suggested('')).toEqual(['Asha Sings'])
  })
})

describe('reading', () => {
  test('goes by pages, in each order, and around a message', async () => {
    const ravi = await aPerson()
    for (let at = 1; at <= 6; at += 1) await aMessage(app.db, channelId, ravi.id, { body: `M${at}` })
    await aMessage(app.db, channelId, ravi.id, { body: 'R7', rootSeq: 2 })
    expect(await bodies({ limit: 2 })).toEqual(['M6', 'M5'])
    expect(await bodies({ limit: 2, before: 5 })).toEqual(['M4', 'M3'])
    expect(await bodies({ limit: 2, order: 'oldest' })).toEqual(['M1', 'M2'])
    expect(await bodies({ limit: 2, after: 4 })).toEqual(['M5', 'M6'])
    const { body } = await app.call(contract.listMessages, { channelId, around: 7, limit: 4 })
    expect(body.messages.map((message) => message.body)).toEqual(['M1', 'M2', 'M3', 'M4'])
    expect(body.found).toEqual({ seq: 7, rootSeq: 2 })
    await app.call(contract.reactToMessage, { channelId, seq: 3, emoji: '🎉' }, { as: ravi.as })
    const top = await app.call(contract.listMessages, { channelId, order: 'top', limit: 2 })
    expect(top.body.messages.map((message) => message.body)).toEqual(['M3', 'M6'])
    expect(await bodies({ order: 'top', limit: 9, cursor: top.body.cursor })).toEqual([
      'M5',
      'M4',
      'M2',
      'M1',
    ])
  })

  test('finds words in this channel alone, and nothing for a text without words', async () => {
    const ravi = await aPerson()
    const other = (await aPost(app.db, creatorId)).id
    await aMessage(app.db, other, ravi.id, { body: 'A violin' })
    await aMessage(app.db, channelId, ravi.id, { body: 'The Violin, played softly' })
    await aMessage(app.db, channelId, ravi.id, { body: 'A drum' })
    const search = async (q: string) =>
      (await app.call(contract.searchMessages, { channelId, q }, { as: ravi.as })).body.map(
        (message) => message.body,
      )
    expect(await search('softly violin')).toEqual(['The Violin, played softly'])
    expect(await search('!!')).toEqual([])
    expect(await search("' | a")).toEqual(['A drum'])
  })

  test('what was read never goes back, and never beyond the end', async () => {
    const [ravi, meera] = [await aPerson(), await aPerson()]
    for (let at = 1; at <= 3; at += 1) await aMessage(app.db, channelId, ravi.id)
    const read = async (seq: number) =>
      (await app.call(contract.markRead, { channelId, seq }, { as: meera.as })).body
    expect(await read(2)).toEqual({ readSeq: 2, lastSeq: 3 })
    expect(await read(1)).toEqual({ readSeq: 2, lastSeq: 3 })
    expect(await read(50)).toEqual({ readSeq: 3, lastSeq: 3 })
    expect(await listUnread(app.db, meera.id, [channelId])).toMatchObject([{ lastSeq: 3, readSeq: 3 }])
  })

  test('badges name creator, moderator, and a plan with its months, unless its member hides it', async () => {
    const plan = await aPlan(app.db, creatorId, { name: 'Buzzed' })
    const ravi = await aPerson()
    const since = new Date(Date.now() - 70 * 86_400_000)
    await aSubscription(app.db, ravi.id, plan, { now: since, accessUntil: new Date(Date.now() + 86_400_000) })
    await aMessage(app.db, channelId, ravi.id)
    await aMessage(app.db, channelId, ownerId)
    const authors = async () =>
      (await app.call(contract.listMessages, { channelId, order: 'oldest' })).body.messages.map(
        ({ author }) => author,
      )
    expect(await authors()).toMatchObject([
      { plan: { name: 'Buzzed', months: 2, rank: 0 } },
      { name: 'Asha Sings', isCreator: true, plan: null },
    ])
    await app.call(contract.setMemberBadge, { isHidden: true }, { as: ravi.as })
    expect((await authors())[0]?.plan).toBeNull()
  })
})
