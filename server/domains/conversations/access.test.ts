import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { blockUser, unblockUser } from '#contract/accounts/block-routes.ts'
import * as channels from '#contract/channels/routes.ts'
import * as contract from '#contract/conversations/routes.ts'
import { aSession, aUser, reinstate, suspend } from '#server/domains/accounts/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

/* Who finds a conversation, reads and writes in it, by hand. */

const LONG_AGO = new Date(Date.now() - 90 * 86_400_000)

const PEOPLE = [
  'stranger',
  'asking',
  'declined',
  'member',
  'blocked',
  'blocking',
  'muting',
  'ended',
  'answering',
  'suspended',
  'creator',
] as const
type Person = (typeof PEOPLE)[number]

let app: TestApp
let ids: Record<Person, string>
let sessions: Record<Person, TestSession>
let conversationOf: Partial<Record<Person, string>>

beforeAll(async () => {
  app = await startTestApp()
  const made = await Promise.all(
    PEOPLE.map(async (name) => {
      const { id } = await aUser(app.db, { name, now: LONG_AGO })
      return [name, { id, session: await aSession(app.db, app.platform, id) }] as const
    }),
  )
  ids = Object.fromEntries(made.map(([name, { id }]) => [name, id])) as Record<Person, string>
  sessions = Object.fromEntries(made.map(([name, { session }]) => [name, session])) as typeof sessions
  const { id: creatorId } = await aCreator(app.db, ids.creator, { handle: 'asha' })
  const plan = await aPlan(app.db, creatorId, { priceCents: 500 })
  const members = ['member', 'blocked', 'blocking', 'muting', 'ended', 'answering', 'suspended'] as const
  const memberships = new Map<Person, string>()
  for (const name of members) memberships.set(name, (await aSubscription(app.db, ids[name], plan)).id)

  conversationOf = {}
  for (const name of PEOPLE)
    if (name !== 'creator' && name !== 'stranger')
      conversationOf[name] = (await start(name, { pageHandle: 'asha' }, `Hello from ${name}`)).conversationId
  // The creator answered one of those whose plan then ended.
  await aMessage(app.db, conversationWith('answering'), ids.creator, { body: 'Thank you' })
  for (const name of ['ended', 'answering'] as const)
    await app.db
      .updateTable('subscriptions' as never)
      .set({ status: 'expired', access_until: LONG_AGO } as never)
      .where('id' as never, '=', memberships.get(name) as never)
      .execute()
  await app.call(
    contract.answerRequest,
    { conversationId: conversationWith('declined'), answer: 'decline' },
    { as: sessions.creator },
  )
  await app.call(blockUser, { userId: ids.blocked }, { as: sessions.creator })
  await app.call(blockUser, { userId: ids.creator }, { as: sessions.blocking })
  await app.call(
    channels.muteChannel,
    { channelId: conversationWith('muting'), mutedUntil: new Date(Date.now() + 1e9).toISOString() },
    { as: sessions.muting },
  )
  await app.drain()
})
afterAll(() => app.close())

function conversationWith(name: Person): string {
  const id = conversationOf[name]
  if (id === undefined) throw new Error(`${name} has no conversation`)
  return id
}

async function start(
  name: Person,
  to: { userIds?: string[]; pageHandle?: string },
  body: string,
): Promise<{ conversationId: string }> {
  const answer = await app.call(
    contract.startConversation,
    { clientKey: randomUUID(), ...to, body },
    { as: sessions[name] },
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** What somebody finds in a conversation: `-`: nothing; `ok`: they may write; otherwise why they may not. */
async function verdict(name: Person, channelId: string): Promise<string> {
  const as = { as: sessions[name] }
  const found = await app.call(contract.getConversation, { conversationId: channelId }, as)
  const channel = await app.call(channels.getChannel, { channelId }, as)
  const messages = await app.call(channels.listMessages, { channelId }, as)
  expect([found.status, messages.status]).toEqual(Array(2).fill(channel.status === 200 ? 200 : 404))
  if (channel.status !== 200) {
    const written = await app.call(
      channels.writeMessage,
      { channelId, clientKey: randomUUID(), body: 'In the dark' },
      as,
    )
    expect(written.status).toBe(404)
    return '-'
  }
  const said = channel.body.whyNot ?? 'ok'
  const writing = aMessage(app.db, channelId, ids[name], { body: `By ${name}` })
  if (said === 'ok') expect((await writing).state).toBe('visible')
  else await expect(writing).rejects.toMatchObject({ spec: { code: 'may_not_write' } })
  return said
}

/** The person, and the creator in the same conversation. */
async function both(name: Person): Promise<[string, string]> {
  const id = conversationWith(name)
  return [await verdict(name, id), await verdict('creator', id)]
}

test('each person and the creator may do in their conversation what they are to each other', async () => {
  const found: Partial<Record<Person, [string, string]>> = {}
  for (const name of PEOPLE)
    if (name !== 'creator' && name !== 'stranger' && name !== 'suspended') found[name] = await both(name)
  expect(found).toEqual({
    asking: ['asked', 'request'],
    // Who was declined isn't told.
    declined: ['asked', '-'],
    member: ['ok', 'ok'],
    blocked: ['blocked', 'blocked'],
    blocking: ['blocked', 'blocked'],
    muting: ['ok', 'ok'],
    // The creator may answer what they wrote while they were a member, for a while.
    ended: ['ended', 'ok'],
    answering: ['ok', 'ok'],
  })
})

test('a conversation is found by nobody else', async () => {
  expect(await verdict('stranger', conversationWith('member'))).toBe('-')
  expect(await verdict('blocked', conversationWith('member'))).toBe('-')
})

test('while somebody is suspended, the conversation with them is gone', async () => {
  const id = conversationWith('suspended')
  const listed = async () => {
    const { conversations } = (await app.call(contract.listConversations, {}, { as: sessions.creator })).body
    return conversations.some(({ _id }) => _id === id)
  }
  expect(await listed()).toBe(true)
  await suspend(app.db, app.platform, ids.suspended)
  expect(await verdict('creator', id)).toBe('-')
  expect(await listed()).toBe(false)
  await reinstate(app.db, app.platform, ids.suspended)
  expect(await verdict('creator', id)).toBe('ok')
})

test('a block closes a conversation in both directions, and both still read it', async () => {
  const id = conversationWith('blocked')
  for (const name of ['blocked', 'creator'] as const) {
    const { messages } = (await app.call(channels.listMessages, { channelId: id }, { as: sessions[name] }))
      .body
    expect(messages.map(({ body }) => body)).toContain('Hello from blocked')
    const again = await app.call(
      contract.startConversation,
      {
        clientKey: randomUUID(),
        ...(name === 'creator' ? { userIds: [ids.blocked] } : { pageHandle: 'asha' }),
        body: 'Still there?',
      },
      { as: sessions[name] },
    )
    expect(again.status).toBe(403)
  }
  await app.call(unblockUser, { userId: ids.blocked }, { as: sessions.creator })
  expect(await both('blocked')).toEqual(['ok', 'ok'])
  await app.call(blockUser, { userId: ids.blocked }, { as: sessions.creator })
})
