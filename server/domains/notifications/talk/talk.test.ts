import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { actOnMessage } from '#contract/channels/moderation-routes.ts'
import { followPage, unfollowPage } from '#contract/audiences/routes.ts'
import { markRead, muteChannel, writeMessage } from '#contract/channels/routes.ts'
import { addModerator, listModeratedPages, updateModeration } from '#contract/moderation/routes.ts'
import { getBadges } from '#contract/notifications/bell-routes.ts'
import { changeNotificationChoice } from '#contract/notifications/choice-routes.ts'
import { updateNotificationPreferences } from '#contract/notifications/routes.ts'
import { aSession, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { bellOf, ringsOf } from '../testing.ts'

interface Person {
  user: BuiltUser
  as: TestSession
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LONG_AGO = new Date(Date.now() - 30 * 24 * HOUR_MS)

let app: TestApp
let owner: Person
let ravi: Person
let meera: Person
let page: { id: string; handle: string }
let channelId: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  // An hour begins anew, so that no test straddles one.
  await app.clock.advance(app.db, HOUR_MS - (app.clock.now().getTime() % HOUR_MS) + 1000)
  owner = await aPerson('Asha Rao')
  ravi = await aPerson('Ravi Menon')
  meera = await aPerson('Meera Das')
  page = await aCreator(app.db, owner.user.id, { pageName: 'Asha Rao' })
  channelId = (await aPost(app.db, page.id)).id
})

async function aPerson(name: string): Promise<Person> {
  const user = await aUser(app.db, { name, now: LONG_AGO })
  return { user, as: await aSession(app.db, app.platform, user.id) }
}

async function write({ as }: Person, body: string, rootSeq?: number) {
  const draft = { channelId, clientKey: randomUUID(), body, ...(rootSeq !== undefined && { rootSeq }) }
  const { body: written, status } = await app.call(writeMessage, draft, { as })
  expect(status).toBe(200)
  await app.drain()
  return written
}

async function act(
  { as }: Person,
  seq: number,
  what: 'hide' | 'restore' | 'remove' | 'approve',
  reason = '',
) {
  await app.call(actOnMessage, { channelId, seq, act: what, reason }, { as })
  await app.drain()
}

async function holdFirst() {
  const settings = { commentsFrom: 'readers', linksFrom: 'everyone', autoHide: true } as const
  await app.call(
    updateModeration,
    { pageHandle: page.handle, ...settings, planIds: [], holdFirst: true, slowSeconds: 0, words: [] },
    { as: owner.as },
  )
}

async function passMinutes(minutes: number) {
  await app.clock.advance(app.db, minutes * MINUTE_MS)
  await app.drain()
}

async function mailsTo({ user }: Person): Promise<string[]> {
  const mails = await app.mails(user.email)
  return mails.filter(({ text }) => text.includes('/unsubscribe/')).map(({ subject }) => subject)
}

describe('people are told', () => {
  test('of replies to their comments, and where those stand', async () => {
    await write(ravi, 'Which came first?')
    const reply = await write(meera, 'The second', 1)
    expect(await bellOf(app, ravi.as)).toMatchObject([
      { kind: 'replied', count: 1, actors: [{ name: 'Meera Das' }], page: { pageHandle: page.handle } },
    ])
    expect((await bellOf(app, ravi.as))[0]?.path).toMatch(new RegExp(`#comment-${reply.seq}$`))
    await write(ravi, 'Thank you', 1)
    expect(await ringsOf(app, ravi.as)).toEqual([['replied', 1]])
  })

  test('of being named, once where they are replied to as well', async () => {
    await write(ravi, 'Which came first?')
    await write(meera, `Ask <@${owner.user.id}>, <@${ravi.user.id}>`, 1)
    expect(await ringsOf(app, ravi.as)).toEqual([['replied', 1]])
    expect(await ringsOf(app, owner.as)).toEqual([
      ['mentioned', 1],
      ['commented', 1],
    ])
  })

  test('of comments on their post, an hour in one row, without their own', async () => {
    await write(ravi, 'One')
    await write(meera, 'Two')
    await write(owner, 'Three')
    expect(await ringsOf(app, owner.as)).toEqual([['commented', 2]])
    await passMinutes(60)
    await write(ravi, 'Four')
    expect(await ringsOf(app, owner.as)).toEqual([
      ['commented', 1],
      ['commented', 2],
    ])
  })
})

describe('in rooms, people are told', () => {
  async function enterRoom(audience: 'everyone' | 'followers' = 'everyone') {
    const step = { reach: audience, planIds: [], isExact: false, fromAt: null, untilAt: null }
    const room = await aRoom(app.db, page.id, { name: 'Lounge', audience: [step] })
    channelId = room.id
  }

  test('of replies and of being named, not of all that is said', async () => {
    await enterRoom()
    await write(ravi, 'Which came first?')
    const reply = await write(meera, `The second, <@${owner.user.id}>`, 1)
    expect(await bellOf(app, ravi.as)).toMatchObject([
      {
        kind: 'replied',
        room: 'Lounge',
        path: `/${page.handle}/community/${channelId}#message-${reply.seq}`,
      },
    ])
    expect(await ringsOf(app, owner.as)).toEqual([['mentioned', 1]])
  })

  test('by mail after ten minutes unread, once until they have read', async () => {
    await enterRoom()
    await write(ravi, 'Which came first?')
    await write(meera, 'The second', 1)
    await passMinutes(11)
    expect(await mailsTo(ravi)).toEqual(['Meera Das replied to you in Lounge'])
    expect((await app.mails(ravi.user.email)).at(-1)?.text).toContain('\n\nThe second\n\n')
    const another = await write(meera, `And <@${ravi.user.id}>?`)
    await passMinutes(11)
    expect(await mailsTo(ravi)).toHaveLength(1)
    await app.call(markRead, { channelId, seq: another.seq }, { as: ravi.as })
    await write(meera, `<@${ravi.user.id}>, are you there?`)
    await passMinutes(11)
    expect((await mailsTo(ravi)).toSorted()).toEqual([
      'Meera Das mentioned you in Lounge',
      'Meera Das replied to you in Lounge',
    ])
    expect((await app.mails(ravi.user.email)).map(({ text }) => text).join()).toContain(
      '@Ravi Menon, are you there?',
    )
  })

  test('of what moderators decide', async () => {
    await enterRoom()
    const { seq } = await write(ravi, 'Rude')
    await act(owner, seq, 'hide', 'Please be kind')
    expect(await bellOf(app, ravi.as)).toMatchObject([
      { kind: 'message_hidden', reason: 'Please be kind', room: 'Lounge' },
    ])
  })

  test('not when they may no longer enter, or have quieted the room', async () => {
    await enterRoom('followers')
    for (const { as } of [ravi, meera]) await app.call(followPage, { pageHandle: page.handle }, { as })
    await write(ravi, 'Which came first?')
    const mutedUntil = new Date(app.clock.now().getTime() + HOUR_MS).toISOString()
    await app.call(muteChannel, { channelId, mutedUntil }, { as: ravi.as })
    await write(meera, 'The second', 1)
    await app.call(muteChannel, { channelId, mutedUntil: null }, { as: ravi.as })
    await app.call(unfollowPage, { pageHandle: page.handle }, { as: ravi.as })
    await write(meera, 'Or the third', 1)
    expect(await bellOf(app, ravi.as)).toEqual([])
  })
})

describe('mails about replies', () => {
  test('come after ten minutes unread, once until the comments are read', async () => {
    await write(ravi, 'Which came first?')
    await write(meera, 'The second', 1)
    await passMinutes(9)
    expect(await mailsTo(ravi)).toEqual([])
    await passMinutes(2)
    expect(await mailsTo(ravi)).toHaveLength(1)
    const another = await write(meera, 'Or the third', 1)
    await passMinutes(11)
    expect(await mailsTo(ravi)).toHaveLength(1)
    await app.call(markRead, { channelId, seq: another.seq }, { as: ravi.as })
    await write(meera, 'No, the second', 1)
    await passMinutes(11)
    expect(await mailsTo(ravi)).toHaveLength(2)
  })

  test('don’t come for what was read, or taken away, in the meantime', async () => {
    await write(ravi, 'Which came first?')
    const read = await write(meera, 'The second', 1)
    await app.call(markRead, { channelId, seq: read.seq }, { as: ravi.as })
    const rude = await write(meera, 'Rude', 1)
    await act(owner, rude.seq, 'hide')
    await passMinutes(11)
    expect(await mailsTo(ravi)).toEqual([])
  })

  test('are what the switch “replies” turns on and off, whichever of both is used', async () => {
    await app.call(updateNotificationPreferences, { replies: false }, { as: ravi.as })
    await write(ravi, 'Which came first?')
    await write(meera, `The second, <@${ravi.user.id}>`, 1)
    await passMinutes(11)
    expect(await mailsTo(ravi)).toEqual([])
    expect(await ringsOf(app, ravi.as)).toEqual([['replied', 1]])
    await app.call(changeNotificationChoice, { topic: 'replies', mail: 'now' }, { as: ravi.as })
    expect((await app.call(updateNotificationPreferences, {}, { as: ravi.as })).body.replies).toBe(true)
    await write(meera, 'Or the third', 1)
    await passMinutes(11)
    expect(await mailsTo(ravi)).toHaveLength(1)
  })
})

describe('what is decided about a comment', () => {
  test('reaches its author, with the reason, each time', async () => {
    const { seq } = await write(ravi, 'Rude')
    await act(owner, seq, 'hide', 'Please be kind')
    expect(await bellOf(app, ravi.as)).toMatchObject([{ kind: 'message_hidden', reason: 'Please be kind' }])
    await passMinutes(11)
    const mail = (await app.mails(ravi.user.email)).find(({ text }) => text.includes('/unsubscribe/'))
    expect(mail?.text).toContain('Please be kind')
    await act(owner, seq, 'restore')
    await act(owner, seq, 'hide')
    await act(owner, seq, 'remove', 'Still rude')
    expect(await ringsOf(app, ravi.as)).toEqual([
      ['message_removed', 1],
      ['message_hidden', 2],
      ['message_restored', 1],
    ])
  })

  test('is asked of the creator and the moderators, who see a badge until it is decided', async () => {
    await app.call(addModerator, { pageHandle: page.handle, userId: meera.user.id }, { as: owner.as })
    await holdFirst()
    const { seq } = await write(ravi, 'Hello')
    expect(await ringsOf(app, ravi.as)).toEqual([['message_held', 1]])
    for (const keeper of [owner, meera]) {
      expect(await bellOf(app, keeper.as)).toMatchObject([
        { kind: 'approval_waits', count: 1, path: `/studio/moderation?page=${page.handle}` },
      ])
      expect((await app.call(getBadges, {}, { as: keeper.as })).body).toMatchObject({
        heldMessages: 1,
        keepsOrder: true,
      })
    }
    expect((await app.call(getBadges, {}, { as: ravi.as })).body).toMatchObject({
      heldMessages: 0,
      keepsOrder: false,
    })
    await act(meera, seq, 'approve')
    expect((await app.call(getBadges, {}, { as: owner.as })).body.heldMessages).toBe(0)
    expect(await ringsOf(app, ravi.as)).toEqual([
      ['message_approved', 1],
      ['message_held', 1],
    ])
  })
})

test('people find the pages where they keep order, their own first', async () => {
  const own = await aCreator(app.db, meera.user.id, { pageName: 'Zarah' })
  await app.call(addModerator, { pageHandle: page.handle, userId: meera.user.id }, { as: owner.as })
  const { body } = await app.call(listModeratedPages, {}, { as: meera.as })
  expect(body).toMatchObject([
    { pageHandle: own.handle, isOwner: true },
    { pageHandle: page.handle, isOwner: false },
  ])
  expect((await app.call(listModeratedPages, {}, { as: ravi.as })).body).toEqual([])
})
