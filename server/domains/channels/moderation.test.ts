import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { requestDeletion } from '#contract/accounts/deletion-routes.ts'
import { followPage } from '#contract/audiences/routes.ts'
import * as moderation from '#contract/channels/moderation-routes.ts'
import * as contract from '#contract/channels/routes.ts'
import * as page from '#contract/moderation/routes.ts'
import { getPostMarks } from '#contract/posts/mark-routes.ts'
import { aSession, aUser, PASSWORD } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { reportMessage } from './service.ts'
import { aMessage } from './testing.ts'

const LONG_AGO = new Date(Date.now() - 30 * 86_400_000)

let app: TestApp
let owner: { id: string; as: TestSession }
let keeper: { id: string; as: TestSession }
let creatorId: string
let channelId: string

beforeAll(async () => {
  app = await startTestApp()
  owner = await aPerson()
  keeper = await aPerson()
  creatorId = (await aCreator(app.db, owner.id, { handle: 'asha' })).id
  await app.call(page.addModerator, { pageHandle: 'asha', userId: keeper.id }, { as: owner.as })
})
beforeEach(async () => {
  channelId = (await aPost(app.db, creatorId)).id
  await settle({})
})
afterAll(() => app.close())

async function aPerson(now = LONG_AGO) {
  const { id } = await aUser(app.db, { now, password: PASSWORD })
  return { id, as: await aSession(app.db, app.platform, id) }
}

const DEFAULTS = {
  pageHandle: 'asha',
  commentsFrom: 'readers' as const,
  planIds: [],
  linksFrom: 'everyone' as const,
  holdFirst: false,
  autoHide: true,
  slowSeconds: 0,
  words: [],
}

async function settle(given: Partial<Parameters<typeof app.call<typeof page.updateModeration>>[1]>) {
  const saved = await app.call(page.updateModeration, { ...DEFAULTS, ...given }, { as: owner.as })
  expect(saved.status).toBe(200)
}

function write(as: TestSession, body = 'Lovely') {
  return app.call(contract.writeMessage, { channelId, clientKey: randomUUID(), body }, { as })
}

function act(
  as: TestSession,
  seq: number,
  what: (typeof moderation.actOnMessage)['input']['shape']['act']['_zod']['output'],
  reason = '',
) {
  return app.call(moderation.actOnMessage, { channelId, seq, act: what, reason }, { as })
}

async function seenBy(as?: TestSession) {
  const { body } = await app.call(contract.listMessages, { channelId, order: 'oldest' }, as ? { as } : {})
  return body.messages.map(({ seq, state, body: text, because }) => ({ seq, state, text, because }))
}

async function eventsOf(name: string): Promise<unknown[]> {
  const rows = await many(
    app.db,
    sql<{
      payload: unknown
    }>`select payload from events where name = ${name} and payload->>'channelId' = ${channelId}`,
  )
  return rows.map(({ payload }) => payload)
}

describe('a moderator', () => {
  test('hides, restores and removes, and the author always sees that, and why', async () => {
    const ravi = await aPerson()
    await write(ravi.as, 'Rude')
    expect((await act(ravi.as, 1, 'hide')).failure.code).toBe('channel_not_found')
    await act(keeper.as, 1, 'hide', 'Please be kind')
    const hidden = {
      seq: 1,
      state: 'hidden',
      text: 'Rude',
      because: { cause: 'moderator', reason: 'Please be kind' },
    }
    expect(await seenBy()).toEqual([])
    expect(await seenBy(ravi.as)).toEqual([hidden])
    expect((await app.call(getPostMarks, { ids: channelId })).body[0]?.comments).toBe(0)
    await act(keeper.as, 1, 'restore')
    expect(await seenBy()).toMatchObject([{ state: 'visible', text: 'Rude', because: null }])
    await act(keeper.as, 1, 'remove', 'Still')
    expect((await act(keeper.as, 1, 'restore')).failure.code).toBe('message_state_wrong')
    expect(await seenBy(ravi.as)).toMatchObject([{ state: 'removed', because: { reason: 'Still' } }])
    expect(await eventsOf('channels.message-judged')).toHaveLength(3)
  })

  test('judges no creator and no other moderator; the creator judges everyone', async () => {
    await write(owner.as)
    await write(keeper.as)
    expect((await act(keeper.as, 1, 'hide')).failure.code).toBe('forbidden')
    expect((await act(owner.as, 2, 'hide')).status).toBe(200)
  })

  test('pins three messages at most, and a hidden one is not pinned', async () => {
    for (let at = 1; at <= 4; at += 1) await aMessage(app.db, channelId, owner.id, { body: `M${at}` })
    for (const seq of [1, 2, 3, 1]) expect((await act(keeper.as, seq, 'pin')).status).toBe(200)
    expect((await act(keeper.as, 4, 'pin')).failure.code).toBe('message_pins_full')
    await act(owner.as, 2, 'hide')
    const { body } = await app.call(contract.getChannel, { channelId })
    expect(body.pins.map(({ seq }) => seq)).toEqual([3, 1])
    expect((await act(keeper.as, 2, 'pin')).failure.code).toBe('message_state_wrong')
    expect((await act(keeper.as, 3, 'unpin')).body.isPinned).toBe(false)
  })

  test('locks a channel and slows it down, not for those who keep order', async () => {
    const ravi = await aPerson()
    const rules = (isLocked: boolean, slowSeconds: number | null) =>
      app.call(moderation.setChannelRules, { channelId, isLocked, slowSeconds }, { as: keeper.as })
    await rules(true, null)
    expect((await write(ravi.as)).failure).toMatchObject({ code: 'may_not_write', params: { why: 'locked' } })
    expect((await write(keeper.as)).status).toBe(200)
    await rules(false, 60)
    expect((await write(ravi.as)).status).toBe(200)
    expect((await write(ravi.as)).failure.code).toBe('slow_mode')
    expect((await write(keeper.as)).status).toBe(200)
    await rules(false, 0)
    expect((await write(ravi.as)).status).toBe(200)
  })

  test('mutes people but no creator, moderator or themselves; what they wrote can be hidden as well', async () => {
    const ravi = await aPerson()
    await write(ravi.as)
    const mute = (as: TestSession, userId: string, minutes: number | null = null) =>
      app.call(
        page.mutePerson,
        { pageHandle: 'asha', userId, minutes, channelId: null, hidePast: true },
        { as },
      )
    expect((await mute(ravi.as, keeper.id)).failure.code).toBe('forbidden')
    expect((await mute(keeper.as, owner.id)).failure.code).toBe('may_not_mute')
    expect((await mute(keeper.as, keeper.id)).failure.code).toBe('may_not_mute')
    expect((await mute(keeper.as, ravi.id, 0)).failure.code).toBe('invalid_input')
    const earliest = app.clock.now().getTime() + 3_600_000
    expect((await mute(keeper.as, ravi.id, 60)).status).toBe(200)
    await app.drain()
    expect(await seenBy()).toEqual([])
    expect(await seenBy(ravi.as)).toMatchObject([{ state: 'hidden', because: { cause: 'mute' } }])
    const told = await app.call(contract.getChannel, { channelId }, { as: ravi.as })
    expect(told.body.whyNot).toBe('muted')
    const lateMs = Date.parse(told.body.mutedUntil ?? '') - earliest
    expect(lateMs).toBeGreaterThanOrEqual(0)
    expect(lateMs).toBeLessThan(60_000)
    expect((await write(ravi.as)).failure.code).toBe('may_not_write')
    await app.call(page.unmutePerson, { pageHandle: 'asha', userId: ravi.id }, { as: keeper.as })
    expect((await write(ravi.as)).status).toBe(200)
  })

  test('is found by username, and by address where they have something to do with the page', async () => {
    const user = await aUser(app.db, { name: 'Noor Ali', now: LONG_AGO })
    const find = async (q: string, as = owner.as) => {
      const { body, status } = await app.call(page.findCandidate, { pageHandle: 'asha', q }, { as })
      return status === 200 ? body.map(({ name }) => name) : status
    }
    expect(await find(`@${user.username.toUpperCase()}`)).toEqual(['Noor Ali'])
    expect(await find(user.username.slice(0, -1))).toEqual([])
    expect(await find(user.email)).toEqual([])
    await app.call(followPage, { pageHandle: 'asha' }, { as: await aSession(app.db, app.platform, user.id) })
    expect(await find(user.email.toUpperCase())).toEqual(['Noor Ali'])
    expect(await find(user.username, keeper.as)).toBe(403)
  })

  test('is one of ten, and never the owner', async () => {
    const name = (userId: string) =>
      app.call(page.addModerator, { pageHandle: 'asha', userId }, { as: owner.as })
    expect((await name(owner.id)).failure.code).toBe('owner_is_no_moderator')
    expect((await name(randomUUID().replace(/^(.{14})./, '$17'))).failure.code).toBe(
      'moderated_person_not_found',
    )
    const people = await Promise.all(Array.from({ length: 11 }, () => aPerson()))
    const answers = await Promise.all(people.map(({ id }) => name(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9)
    expect(new Set(answers.flatMap(({ failure }) => failure?.code ?? []))).toEqual(
      new Set(['moderators_full']),
    )
    const listed = await app.call(page.listModerators, { pageHandle: 'asha' }, { as: keeper.as })
    expect(listed.body).toHaveLength(10)
    for (const { id } of people)
      await app.call(page.removeModerator, { pageHandle: 'asha', userId: id }, { as: owner.as })
  })
})

describe('a page’s order', () => {
  test('refuses or holds its words; what is held is its author’s and the moderators’ until it is approved', async () => {
    await settle({
      words: [
        { phrase: 'scam*', act: 'refuse' },
        { phrase: 'cheap tickets', act: 'hold' },
      ],
    })
    const ravi = await aPerson()
    expect((await write(ravi.as, 'Scammers')).failure.code).toBe('word_refused')
    expect((await write(ravi.as, 'CHEAP tickets')).body).toMatchObject({
      state: 'held',
      because: { cause: 'words' },
    })
    expect([await seenBy(), (await seenBy(ravi.as)).length, (await seenBy(keeper.as)).length]).toEqual([
      [],
      1,
      1,
    ])
    expect(await eventsOf('channels.message-written')).toEqual([])
    const held = await app.call(moderation.listHeldMessages, { pageHandle: 'asha' }, { as: keeper.as })
    expect(held.body.filter((row) => row.channelId === channelId)).toMatchObject([
      { kind: 'post', message: { seq: 1, body: 'CHEAP tickets' } },
    ])
    await act(keeper.as, 1, 'approve')
    expect(await seenBy()).toMatchObject([{ state: 'visible', text: 'CHEAP tickets' }])
    expect(await eventsOf('channels.message-written')).toMatchObject([{ seq: 1, authorId: ravi.id }])
    expect((await write(keeper.as, 'No cheap tickets, no scam')).body.state).toBe('visible')
    await write(ravi.as, 'Fine')
    const edit = { channelId, seq: 3, body: 'cheap tickets' }
    expect((await app.call(contract.editMessage, edit, { as: ravi.as })).body.state).toBe('held')
    expect((await seenBy()).map(({ seq }) => seq)).toEqual([1, 2])
  })

  test('keeps what a change does not name', async () => {
    const words = [{ phrase: 'spoiler*', act: 'hold' as const }]
    const change = async (given: object) =>
      (await app.call(page.updateModeration, { pageHandle: 'asha', ...given }, { as: owner.as })).body
        .moderation
    await change({ words, slowSeconds: 30 })
    expect(await change({ autoHide: false })).toMatchObject({ words, slowSeconds: 30, autoHide: false })
    expect(await change({ words: [] })).toMatchObject({ words: [], slowSeconds: 30, autoHide: false })
  })

  test('holds a first message, and the links of some', async () => {
    await settle({ holdFirst: true, linksFrom: 'nobody' })
    const ravi = await aPerson()
    expect((await write(ravi.as)).body).toMatchObject({ state: 'held', because: { cause: 'first' } })
    expect((await write(ravi.as, 'See example.com')).failure.code).toBe('links_refused')
    await act(keeper.as, 1, 'approve')
    expect((await write(ravi.as)).body.state).toBe('visible')
    expect((await write(owner.as, 'See example.com')).body.state).toBe('visible')
    await settle({ linksFrom: 'members' })
    expect((await write(ravi.as, 'See example.com')).failure.code).toBe('links_refused')
  })

  test('three reports hold a message, unless they are of newcomers, of one person, or it was approved', async () => {
    await write((await aPerson()).as)
    const report = (reporterId: string, isCounted = true) =>
      transactionsOf(app.db)((db) =>
        reportMessage(db, { channelId, seq: 1, reporterId, isCounted }, app.clock.now()),
      )
    const [one, two, three] = [await aPerson(), await aPerson(), await aPerson()]
    for (const { id } of [one, one, one, two]) expect((await report(id)).isHeld).toBe(false)
    expect((await report((await aPerson(app.clock.now())).id)).isHeld).toBe(false)
    expect((await report((await aPerson()).id, false)).isHeld).toBe(false)
    expect((await report(three.id)).isHeld).toBe(true)
    expect(await seenBy()).toEqual([])
    expect(await eventsOf('channels.message-held')).toHaveLength(1)
    await act(keeper.as, 1, 'approve')
    expect((await report((await aPerson()).id)).isHeld).toBe(false)
    expect(await seenBy()).toHaveLength(1)
  })

  test('slows the whole page down', async () => {
    await settle({ slowSeconds: 30 })
    const ravi = await aPerson()
    expect((await app.call(contract.getChannel, { channelId }, { as: ravi.as })).body.slowSeconds).toBe(30)
    const both = await Promise.all([write(ravi.as), write(ravi.as)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429])
  })
})

test('an erased account leaves empty places, and takes its reactions with it', async () => {
  const ravi = await aPerson()
  await write(ravi.as, 'zyxwombat')
  await aMessage(app.db, channelId, keeper.id, { body: `Reply to <@${ravi.id}>`, rootSeq: 1 })
  await write(owner.as)
  await app.call(contract.reactToMessage, { channelId, seq: 3, emoji: '👍' }, { as: ravi.as })
  await app.call(requestDeletion, { currentPassword: PASSWORD }, { as: ravi.as })
  await app.clock.advance(app.db, 15 * 86_400_000)
  await app.drain()
  const { body } = await app.call(contract.listMessages, { channelId, order: 'oldest' })
  expect(body.messages).toMatchObject([
    { seq: 1, state: 'deleted', body: '', author: null, replyCount: 1 },
    { seq: 3, reactions: [] },
  ])
  const replies = await app.call(contract.listMessages, { channelId, rootSeq: 1 })
  expect(replies.body.messages[0]?.mentions).toEqual([{ _id: ravi.id, name: null }])
  expect((await app.call(getPostMarks, { ids: channelId })).body[0]?.comments).toBe(2)
})
