import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { markRead, muteChannel } from '#contract/channels/routes.ts'
import * as contract from '#contract/conversations/routes.ts'
import { setMessageRules } from '#contract/conversations/rule-routes.ts'
import { DEFAULT_MESSAGE_RULES } from '#contract/conversations/rules.ts'
import { getBadges } from '#contract/notifications/bell-routes.ts'
import { aSession, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { bellOf } from '#server/domains/notifications/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

/* What people have read, and what they are told of. */

const DAY_MS = 86_400_000

interface Person {
  user: BuiltUser
  as: TestSession
}

let app: TestApp
let asha: Person
let ravi: Person
let page: { id: string; handle: string }

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  asha = await aPerson('Asha Rao')
  ravi = await aPerson('Ravi Menon')
  page = await aCreator(app.db, asha.user.id, { pageName: 'Asha sings' })
})

function aMembership(person: Person, plan: Awaited<ReturnType<typeof aPlan>>) {
  const now = app.clock.now()
  return aSubscription(app.db, person.user.id, plan, {
    now,
    accessUntil: new Date(now.getTime() + 90 * DAY_MS),
  })
}

async function aPerson(name: string): Promise<Person> {
  const user = await aUser(app.db, { name, now: new Date(app.clock.now().getTime() - 30 * DAY_MS) })
  return { user, as: await aSession(app.db, app.platform, user.id) }
}

function start(
  from: Person,
  to: { userIds?: string[]; pageHandle?: string },
  body = 'Hello',
  mediaIds?: string[],
) {
  const input = { clientKey: randomUUID(), ...to, body, ...(mediaIds && { mediaIds }) }
  return app.call(contract.startConversation, input, { as: from.as })
}

async function listOf({ as }: Person, filter: 'all' | 'unread' | 'requests' = 'all') {
  return (await app.call(contract.listConversations, { filter }, { as })).body
}

function setRules({ as }: Person, rules: Partial<typeof DEFAULT_MESSAGE_RULES>) {
  const whole = { ...DEFAULT_MESSAGE_RULES, ...rules }
  return app.call(setMessageRules, { ...whole, planIds: [...whole.planIds] }, { as })
}

describe('what was read', () => {
  async function raviAndAsha() {
    await aMembership(ravi, await aPlan(app.db, page.id))
    const { conversationId } = (await start(ravi, { pageHandle: page.handle })).body
    return conversationId
  }
  async function seenBy({ as }: Person, conversationId: string) {
    const { people } = (await app.call(contract.getConversation, { conversationId }, { as })).body
    return people[0]?.readSeq
  }

  test('is shown only where both show it', async () => {
    const conversationId = await raviAndAsha()
    await app.call(markRead, { channelId: conversationId, seq: 1 }, { as: asha.as })
    const both = async () => [await seenBy(ravi, conversationId), await seenBy(asha, conversationId)]
    expect(await both()).toEqual([null, null])
    await setRules(asha, { showsRead: true })
    expect(await both()).toEqual([null, null])
    await setRules(ravi, { showsRead: true })
    expect(await both()).toEqual([1, 1])
  })

  test('is no longer unread, in lists, counts and the bell', async () => {
    const conversationId = await raviAndAsha()
    await app.drain()
    const unread = async () => [
      (await listOf(asha, 'unread')).conversations.length,
      (await app.call(getBadges, {}, { as: asha.as })).body.messages,
      (await bellOf(app, asha.as)).filter(({ isRead, kind }) => !isRead && kind === 'messaged').length,
    ]
    expect(await unread()).toEqual([1, 1, 1])
    await app.call(markRead, { channelId: conversationId, seq: 1 }, { as: asha.as })
    await app.drain()
    expect(await unread()).toEqual([0, 0, 0])
  })

  test('is not told of where a conversation is muted', async () => {
    const conversationId = await raviAndAsha()
    const mutedUntil = new Date(app.clock.now().getTime() + DAY_MS).toISOString()
    await app.call(muteChannel, { channelId: conversationId, mutedUntil }, { as: asha.as })
    await app.drain()
    expect(await bellOf(app, asha.as)).not.toContainEqual(
      expect.objectContaining({ kind: 'messaged', count: 2 }),
    )
    expect((await app.call(getBadges, {}, { as: asha.as })).body.messages).toBe(0)
    expect((await listOf(asha, 'unread')).conversations).toHaveLength(1)
  })

  test('is not mailed; what is unread is, once, without what it says', async () => {
    const conversationId = await raviAndAsha()
    await app.drain()
    await aMessage(app.db, conversationId, ravi.user.id, { body: 'A secret', now: app.clock.now() })
    await app.drain()
    await app.clock.advance(app.db, 11 * 60_000)
    await app.drain()
    const mails = await app.mails(asha.user.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toContain('Ravi Menon')
    expect(JSON.stringify(mails)).not.toMatch(/A secret|Hello</)
  })
})
