import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { markRead, muteChannel } from '#contract/channels/routes.ts'
import * as contract from '#contract/conversations/routes.ts'
import { getBadges } from '#contract/notifications/bell-routes.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { bellOf } from '#server/domains/notifications/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { type Person, tellConversations } from './people-testing.ts'

/* What people have read, and what they are told of. */

const DAY_MS = 86_400_000

let app: TestApp
let rig: ReturnType<typeof tellConversations>
let asha: Person
let ravi: Person
let page: { id: string; handle: string }

beforeAll(async () => {
  app = await startTestApp()
  rig = tellConversations(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  asha = await rig.aPerson('Asha Rao')
  ravi = await rig.aPerson('Ravi Menon')
  page = await aCreator(app.db, asha.user.id, { pageName: 'Asha sings' })
})

describe('what was read', () => {
  async function raviAndAsha() {
    await rig.aMembership(ravi, await aPlan(app.db, page.id))
    const { conversationId } = (await rig.start(ravi, { pageHandle: page.handle })).body
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
    await rig.setRules(asha, { showsRead: true })
    expect(await both()).toEqual([null, null])
    await rig.setRules(ravi, { showsRead: true })
    expect(await both()).toEqual([1, 1])
  })

  test('is no longer unread, in lists, counts and the bell', async () => {
    const conversationId = await raviAndAsha()
    await app.drain()
    const unread = async () => [
      (await rig.listOf(asha, 'unread')).conversations.length,
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
    expect((await rig.listOf(asha, 'unread')).conversations).toHaveLength(1)
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
