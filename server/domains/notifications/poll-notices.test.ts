import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import { changeNotificationChoice } from '#contract/notifications/choice-routes.ts'
import * as contract from '#contract/polls/routes.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPoll, pollDesk } from '#server/domains/polls/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { bellOf, ringsOf } from './testing.ts'

let app: TestApp
let desk: Awaited<ReturnType<typeof pollDesk>>

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  desk = await pollDesk(app, (creatorId) => aPost(app.db, creatorId))
})
afterAll(() => app.close())

async function close(pollId: string) {
  await app.call(contract.closePoll, { pollId }, { as: desk.owner.as })
  await app.drain()
}

/** The owner asks in a room. Returns the poll and its message. */
async function askInRoom(roomId: string): Promise<{ pollId: string; seq: number }> {
  const asked = {
    channelId: roomId,
    clientKey: randomUUID(),
    question: 'Which song next?',
    options: ['The river', 'The lamp'],
    choicesMin: 1,
    choicesMax: 1,
    minutes: null,
    voters: { reach: 'everyone' as const, planIds: [] },
    results: 'after_vote' as const,
    secrecy: 'secret' as const,
    mayChange: true,
    weights: [],
  }
  const { body } = await app.call(contract.postPoll, asked, { as: desk.owner.as })
  return { pollId: body.pollId ?? '', seq: body.seq }
}

/** Votes, after choosing how to be mailed; returns the subjects of what came when the poll closed. */
async function subjectsWith(mail: 'now' | 'off'): Promise<string[]> {
  const pollId = await desk.open()
  const { id, as } = await desk.aPerson()
  await app.call(changeNotificationChoice, { topic: 'votes', mail }, { as })
  await desk.cast(pollId, [0], as)
  await close(pollId)
  const { email } = await one(app.db, sql<{ email: string }>`select email from users where id = ${id}`)
  return (await app.mails(email)).map(({ subject }) => subject)
}

describe('when a poll closes', () => {
  test('everybody who voted is told once, in the bell, and nobody else', async () => {
    const pollId = await desk.open()
    const [voter, reader] = [await desk.aPerson(), await desk.aPerson()]
    await desk.cast(pollId, [1], voter.as)
    await close(pollId)
    await close(pollId)
    expect(await ringsOf(app, voter.as)).toEqual([['vote_ended', 1]])
    expect(await ringsOf(app, reader.as)).toEqual([])
    expect(await ringsOf(app, desk.owner.as)).toEqual([['poll_closed', 1]])
    expect((await bellOf(app, voter.as))[0]?.path).toContain('/posts/')
  })

  test('they are mailed as they chose, once', async () => {
    expect(await subjectsWith('now')).toEqual([
      expect.stringMatching(/^The poll on .+ that you voted in is closed$/),
    ])
    expect(await subjectsWith('off')).toEqual([])
  })

  test('whoever may no longer see it, or is kept apart from its creator, is not told', async () => {
    const plan = await aPlan(app.db, desk.page.id)
    const { id: postId } = await aPost(app.db, desk.page.id, { planId: plan.id })
    const { id: pollId } = await aPoll(app.db, desk.page, { postId, now: app.clock.now() })
    const [member, former, blocked] = [await desk.aPerson(), await desk.aPerson(), await desk.aPerson()]
    for (const { id, as } of [member, former, blocked]) {
      await aSubscription(app.db, id, plan)
      expect((await desk.cast(pollId, [0], as)).status).toBe(200)
    }
    await run(
      app.db,
      sql`update subscriptions set status = 'expired', access_until = ${app.clock.now()} where member_id = ${former.id}`,
    )
    await app.call(blockUser, { userId: blocked.id }, { as: desk.owner.as })
    await app.drain()
    await close(pollId)
    const told = async ({ as }: { as: TestSession }) =>
      (await bellOf(app, as)).some(({ kind }) => kind === 'vote_ended')
    expect(await told(member)).toBe(true)
    expect(await told(former)).toBe(false)
    expect(await told(blocked)).toBe(false)
  })

  test('in a room, it names the room and leads to the poll’s message', async () => {
    const { id: roomId } = await aRoom(app.db, desk.page.id, { name: 'Lounge' })
    const { pollId, seq } = await askInRoom(roomId)
    const voter = await desk.aPerson()
    await desk.cast(pollId, [1], voter.as)
    await close(pollId)
    const [notice] = await bellOf(app, voter.as)
    expect(notice?.title).toBe('Lounge')
    expect(notice?.path).toMatch(new RegExp(`/community/${roomId}#message-${seq}$`))
  })

  test('thousands are told in batches', async () => {
    const pollId = await desk.open()
    await run(
      app.db,
      sql`with people as (
          insert into users (id, name, username, email, status, created_at, email_verified_at)
          select gen_random_uuid(), 'Voter ' || n, 'voter-' || n, 'voter-' || n || '@example.org', 'active', now(), now()
          from generate_series(1, 1100) n returning id)
        insert into poll_votes (id, poll_id, user_id, options, weight, voted_at)
        select gen_random_uuid(), ${pollId}, people.id, '{0}', 1, now() from people`,
    )
    await close(pollId)
    const { count } = await one(
      app.db,
      sql<{ count: number }>`select count(*)::integer as count from notifications
        where kind = 'vote_ended' and group_key = ${`voted:${pollId}`}`,
    )
    expect(count).toBe(1100)
  })
})
