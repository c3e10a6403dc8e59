import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import * as moderation from '#contract/channels/moderation-routes.ts'
import * as contract from '#contract/channels/routes.ts'
import { getPostMarks } from '#contract/posts/mark-routes.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { forgetWordings } from './reactions-to-events.ts'
import { openChannel, registerChannelGate } from './service.ts'

const LONG_AGO = new Date(Date.now() - 30 * 86_400_000)

let app: TestApp
let asOwner: TestSession
let creatorId: string
let ownerId: string
/** A new post everyone may read; its comments have its id. */
let channelId: string

beforeAll(async () => {
  app = await startTestApp()
  ownerId = (await aUser(app.db, { name: 'Asha Rao', now: LONG_AGO })).id
  asOwner = await aSession(app.db, app.platform, ownerId)
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

describe('changing', () => {
  test('a text can be edited for a day; the earlier one is the moderators’ for ninety days', async () => {
    const [ravi, meera] = [await aPerson(), await aPerson()]
    await write(ravi.as, { body: 'Teh song' })
    const edit = (as: TestSession, body: string) =>
      app.call(contract.editMessage, { channelId, seq: 1, body }, { as })
    expect((await edit(meera.as, 'Mine')).failure.code).toBe('message_not_found')
    const edited = (await edit(ravi.as, 'The song')).body
    expect(edited).toMatchObject({ body: 'The song' })
    expect(edited.editedAt).not.toBeNull()
    const history = async (as: TestSession) =>
      app.call(moderation.getMessageHistory, { channelId, seq: 1 }, { as })
    expect((await history(asOwner)).body.map(({ body }) => body)).toEqual(['Teh song'])
    expect((await history(ravi.as)).failure.code).toBe('channel_not_found')
    await run(
      app.db,
      sql`update messages set created_at = now() - interval '25 hours' where channel_id = ${channelId}`,
    )
    expect((await edit(ravi.as, 'Again')).failure.code).toBe('edit_over')
    await run(
      app.db,
      sql`update message_edits set until_at = now() - interval '91 days' where channel_id = ${channelId}`,
    )
    await enqueue(app.db, forgetWordings, {})
    await app.drain()
    expect((await history(asOwner)).body).toEqual([])
  })

  test('a deleted message leaves its place where there are replies, and no text', async () => {
    const [ravi, meera] = [await aPerson(), await aPerson()]
    await write(ravi.as, { body: 'Root' })
    await write(meera.as, { body: 'Reply', rootSeq: 1 })
    await write(ravi.as, { body: 'Alone' })
    const remove = (seq: number, as: TestSession) =>
      app.call(contract.deleteMessage, { channelId, seq }, { as })
    expect((await remove(1, meera.as)).failure.code).toBe('message_not_found')
    await remove(1, ravi.as)
    await remove(3, ravi.as)
    const { body } = await app.call(contract.listMessages, { channelId }, { as: asOwner })
    expect(body.messages).toMatchObject([{ seq: 1, state: 'deleted', body: '', author: null, replyCount: 1 }])
    expect((await app.call(getPostMarks, { ids: channelId })).body[0]?.comments).toBe(1)
  })

  test('reactions count once a person, are of one emoji, and of twenty kinds at most', async () => {
    const [ravi, meera] = [await aPerson(), await aPerson()]
    await write(ravi.as)
    const react = (as: TestSession, emoji: string) =>
      app.call(contract.reactToMessage, { channelId, seq: 1, emoji }, { as })
    await Promise.all([react(ravi.as, '👍'), react(ravi.as, '👍'), react(meera.as, '👍')])
    expect((await react(meera.as, '👩‍👩‍👧‍👦')).body.reactions).toEqual([
      { emoji: '👍', count: 2, isOwn: true },
      { emoji: '👩‍👩‍👧‍👦', count: 1, isOwn: true },
    ])
    for (const wrong of ['a', '👍👍', '1', '']) expect((await react(ravi.as, wrong)).status).toBe(422)
    const kinds = Array.from({ length: 19 }, (_, index) => String.fromCodePoint(0x1f400 + index))
    const codes = []
    for (const emoji of kinds) codes.push((await react(ravi.as, emoji)).failure.code)
    expect(codes.at(-1)).toBe('reactions_full')
    expect(codes.filter((code) => code === 'reactions_full')).toHaveLength(1)
    const back = await app.call(
      contract.takeReactionBack,
      { channelId, seq: 1, emoji: '👍' },
      { as: ravi.as },
    )
    expect(back.body.reactions).toContainEqual({ emoji: '👍', count: 1, isOwn: false })
  })
})

test('what a person wrote is theirs to take along', async () => {
  const ravi = await aPerson()
  await write(ravi.as, { body: 'Frist' })
  await app.call(contract.editMessage, { channelId, seq: 1, body: 'First' }, { as: ravi.as })
  await app.call(contract.reactToMessage, { channelId, seq: 1, emoji: '🎉' }, { as: ravi.as })
  const { body } = await app.call(exportOwnData, {}, { as: ravi.as })
  expect(body.messages).toMatchObject([
    { kind: 'post', page: 'asha', state: 'visible', body: 'First', earlier: ['Frist'] },
  ])
  expect(body.reactions).toEqual([{ emoji: '🎉', count: 1 }])
})

test('a channel of another kind asks its own gate, and begins where that says', async () => {
  const [inside, outside] = [await aPerson(), await aPerson()]
  registerChannelGate({
    kind: 'room',
    findStanding: async (_, { viewerId }) => ({ mayRead: viewerId === inside.id, whyNot: null, fromSeq: 2 }),
    listReaders: async (_, { userIds }) => userIds.filter((id) => id === inside.id),
  })
  channelId = randomUUID().replace(/^(.{14})./, '$17')
  await openChannel(app.db, { id: channelId, kind: 'room', creatorId: null, now: app.clock.now() })
  await write(inside.as, { body: 'One' })
  await write(inside.as, { body: 'Two' })
  expect((await write(outside.as)).failure.code).toBe('channel_not_found')
  expect((await app.call(contract.listMessages, { channelId })).failure.code).toBe('channel_not_found')
  expect(await bodies({}, inside.as)).toEqual(['Two'])
})
