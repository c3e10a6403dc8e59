import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import { requestDeletion } from '#contract/accounts/deletion-routes.ts'
import { getChannel, listMessages } from '#contract/channels/routes.ts'
import { startConversation } from '#contract/conversations/routes.ts'
import { announce } from '#contract/conversations/rule-routes.ts'
import { getPlayback } from '#contract/media/routes.ts'
import { getUserPayments } from '#contract/payments/routes.ts'
import { deletePlan } from '#contract/plans/routes.ts'
import { createPoll, getPoll, listVotes, vote } from '#contract/polls/routes.ts'
import { createPost } from '#contract/posts/routes.ts'
import { createRoom } from '#contract/rooms/routes.ts'
import { accountErased } from '#server/domains/accounts/events.ts'
import { aSession } from '#server/domains/accounts/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { refundPayment } from '#server/domains/payments/service.ts'
import { aPoll } from '#server/domains/polls/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { aPageWithPlans, type BillingStory, tellBilling } from '#server/domains/subscriptions/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { startTestApp, type TestApp } from './testing/test-app.ts'

/*
 * What becomes of what a member said, may read and voted for, when something ends: by hand, an event a row. A member of a
 * plan has a comment below a post for it, a message in a room for it, a conversation with the creator, a vote and a
 * picture of the post.
 */

const PASSWORD = 'quiet-otter-42-lamps'

let app: TestApp
let teller: BillingStory

beforeAll(async () => {
  app = await startTestApp({ SECRET_KEY: 'a key of these tests, long enough' })
  teller = tellBilling(app)
})
afterAll(() => app.close())

async function begin() {
  const page = await aPageWithPlans(app, { owner: { password: PASSWORD } })
  await teller.begin()
  await teller.join(page.tipsy)
  const { member } = teller
  // On their first day, accounts write a fifth as often.
  await run(app.db, sql`update users set created_at = now() - interval '30 days' where id = ${member.id}`)
  const asOwner = { as: await aSession(app.db, app.platform, page.owner.id) }
  const { id: mediaId } = await aMedium(app.db, page.owner.id, 'image')
  const post = await aPost(app.db, page.creator.id, { planId: page.tipsy.id, mediaId })
  const room = await aRoom(app.db, page.creator.id, { planId: page.tipsy.id })
  const open = await aPost(app.db, page.creator.id)
  const poll = await aPoll(app.db, page.creator, {
    postId: open.id,
    secrecy: 'everyone',
    now: app.clock.now(),
  })
  await aMessage(app.db, post.id, member.id, { body: 'Below the post' })
  await aMessage(app.db, room.id, member.id, { body: 'In the room' })
  const started = await app.call(
    startConversation,
    { clientKey: randomUUID(), pageHandle: page.creator.handle, body: 'In private' },
    { as: teller.session },
  )
  const { conversationId } = started.body
  await app.call(vote, { pollId: poll.id, options: [0] }, { as: teller.session })
  await app.drain()

  /** `-`: it can't be found; `read`: they may not write; `write`. */
  async function door(channelId: string): Promise<string> {
    const { status, body } = await app.call(getChannel, { channelId }, { as: teller.session })
    return status === 200 ? (body.whyNot === null ? 'write' : 'read') : '-'
  }
  const pollAs = async (as: typeof asOwner) => (await app.call(getPoll, { pollId: poll.id }, as)).body
  /** A text as others see it there, and its author. */
  async function said(channelId: string): Promise<[text: string, author: string | null] | null> {
    const { status, body } = await app.call(listMessages, { channelId }, asOwner)
    const [message] = status === 200 ? body.messages : []
    return message ? [message.body, message.author?.name ?? null] : null
  }
  return {
    page,
    asOwner,
    poll,
    places: { comments: post.id, room: room.id, conversation: conversationId },
    said,
    pollAs,
    async standing() {
      const { votes } = await one(
        app.db,
        sql<{ votes: number }>`select count(*)::integer as votes from poll_votes where poll_id = ${poll.id}`,
      )
      const played = await app.call(getPlayback, { mediaId }, { as: teller.session })
      return {
        comments: await door(post.id),
        room: await door(room.id),
        conversation: await door(conversationId),
        votes,
        media: played.status === 200 ? 'open' : '-',
      }
    },
  }
}
type World = Awaited<ReturnType<typeof begin>>

const MEMBER = { comments: 'write', room: 'write', conversation: 'write', votes: 1, media: 'open' }

async function refund() {
  const [payment] = (await app.call(getUserPayments, {}, { as: teller.session })).body
  const asked = { paymentId: payment?._id ?? '', origin: 'operator', amountCents: null } as const
  await app.db
    .transaction()
    .execute((db) => refundPayment(db, { ...asked, reason: 'It was not for you.', now: app.clock.now() }))
  await app.drain()
  await teller.sandbox.deliver()
}

const EVENTS: [string, (world: World) => Promise<unknown>, Partial<typeof MEMBER>][] = [
  [
    'the creator blocks them: rooms and writing end at once, what they paid for with its period; the vote stays',
    ({ asOwner }) => app.call(blockUser, { userId: teller.member.id }, asOwner),
    { comments: 'read', room: '-', conversation: 'read' },
  ],
  [
    'their plan ends: places and media close, the conversation is read; the vote stays',
    () =>
      run(
        app.db,
        sql`update subscriptions set status = 'expired', access_until = ${app.clock.now()}
          where member_id = ${teller.member.id}`,
      ),
    { comments: '-', room: '-', conversation: 'read', media: '-' },
  ],
  [
    'their plan is archived: they keep everything',
    ({ page, asOwner }) =>
      app.call(deletePlan, { pageHandle: page.creator.handle, planId: page.tipsy.id }, asOwner),
    {},
  ],
  [
    'their money goes back: places and media close at once, and the open vote goes',
    refund,
    { comments: '-', room: '-', conversation: 'read', votes: 0, media: '-' },
  ],
  [
    'the page closes: it is hidden with all it holds; conversations stay, votes are kept',
    async ({ asOwner }) => {
      await app.call(requestDeletion, { currentPassword: PASSWORD }, asOwner)
    },
    { comments: '-', room: '-', media: '-' },
  ],
]

describe('when', () => {
  test.each(EVENTS)('%s', async (_, happen, changed) => {
    const world = await begin()
    expect(await world.standing()).toEqual(MEMBER)
    await happen(world)
    await app.drain()
    expect(await world.standing()).toEqual({ ...MEMBER, ...changed })
  })

  test('a plan ends, what they said stays, with their name', async () => {
    const { places, said } = await begin()
    await run(
      app.db,
      sql`update subscriptions set status = 'expired', access_until = ${app.clock.now()}
        where member_id = ${teller.member.id}`,
    )
    for (const channelId of Object.values(places))
      expect(await said(channelId)).toEqual([expect.stringMatching(/./), teller.member.name])
  })

  test('a plan is archived, nothing new names it: no room, no poll, no post', async () => {
    const { page, asOwner } = await begin()
    const { id: planId } = page.tipsy
    const pageHandle = page.creator.handle
    await app.call(deletePlan, { pageHandle, planId }, asOwner)
    const audience = [
      { reach: 'plans' as const, planIds: [planId], isExact: false, fromAt: null, untilAt: null },
    ]
    const room = { name: 'Studio', emoji: '', topic: '', writeFrom: 'readers' as const, planIds: [] }
    const asked = {
      clientKey: randomUUID(),
      question: 'Which song next?',
      options: ['The river', 'The lamp'],
      choicesMin: 1,
      choicesMax: 1,
      minutes: null,
      voters: { reach: 'plans' as const, planIds: [planId] },
      results: 'always' as const,
      secrecy: 'secret' as const,
      mayChange: true,
      weights: [],
    }
    const refused = [
      await app.call(createRoom, { pageHandle, audience, ...room }, asOwner),
      await app.call(createPoll, asked, asOwner),
      await app.call(createPost, { content: '<p>For Tipsy</p>', audience }, asOwner),
    ]
    expect(refused.map(({ failure }) => failure.code)).toEqual(Array(3).fill('plan_not_found'))
  })

  test('an account is erased, its texts are empty everywhere, and its vote has no name', async () => {
    const { places, said, poll, asOwner, pollAs } = await begin()
    const { id: userId } = teller.member
    await run(app.db, sql`update users set erased_at = now() where id = ${userId}`)
    await app.db
      .transaction()
      .execute((db) => emit(db, accountErased, { userId, pictureKey: null }, app.clock.now()))
    await app.drain()
    for (const channelId of Object.values(places)) {
      const left = await said(channelId)
      // Without replies, a place may be gone with its text.
      expect([left?.[0] ?? '', left?.[1] ?? null]).toEqual(['', null])
    }
    expect((await pollAs(asOwner)).voterCount).toBe(1)
    const { body } = await app.call(listVotes, { pollId: poll.id }, asOwner)
    expect(body).toMatchObject([{ name: null, options: [0] }])
  })

  test('a page closes, it announces nothing any more', async () => {
    const { page, asOwner } = await begin()
    await app.call(requestDeletion, { currentPassword: PASSWORD }, asOwner)
    await app.drain()
    const audience = [{ reach: 'members' as const, planIds: [], isExact: false, fromAt: null, untilAt: null }]
    const said = { clientKey: randomUUID(), body: 'Farewell', audience, pageHandle: page.creator.handle }
    const { status } = await app.call(announce, said, asOwner)
    expect(status).toBeGreaterThanOrEqual(400)
  })
})
