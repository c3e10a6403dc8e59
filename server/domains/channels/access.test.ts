import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import * as contract from '#contract/channels/routes.ts'
import { updateModeration } from '#contract/moderation/routes.ts'
import { setCommentSettings } from '#contract/posts/comment-routes.ts'
import { deletePost } from '#contract/posts/routes.ts'
import { aSession, aUser, reinstate, suspend } from '#server/domains/accounts/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { LONG_AGO, makePagePeople } from '#server/testing/page-people.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { mayReadMessageMedium } from './service.ts'
import { aMessage } from './testing.ts'

/* Who reads and writes comments, by hand. `-`: for them there is no such channel. */

const PEOPLE = [
  'visitor',
  'reader',
  'follower',
  'plan A',
  'plan B',
  'ended',
  'muted',
  'blocked',
  'moderator',
  'owner',
] as const

type Person = (typeof PEOPLE)[number]

type People = Awaited<ReturnType<typeof makePagePeople<Person>>>

let app: TestApp
let ids: People['ids']
let planB: People['planB']
let sessionOf: People['sessionOf']
let askedBy: People['askedBy']
let asOwner: TestSession
let creatorId: string

beforeAll(async () => {
  app = await startTestApp()
  const people = await makePagePeople(app, PEOPLE, {
    planA: ['plan A', 'muted', 'blocked', 'moderator'],
    planB: ['plan B'],
  })
  ;({ ids, planB, sessionOf, askedBy } = people)
  asOwner = sessionOf('owner')
  creatorId = people.page.id
})
afterAll(() => app.close())

/** What each person is told: `ok`, why they may not write, or `-`. */
async function verdicts(channelId: string): Promise<Record<Person, string>> {
  const told = await Promise.all(
    PEOPLE.map(async (name) => {
      const { status, body } = await app.call(contract.getChannel, { channelId }, askedBy(name))
      if (status === 404) return [name, '-']
      const said = body.whyNot ?? 'ok'
      if (name === 'visitor') return [name, said]
      const writing = aMessage(app.db, channelId, ids[name], { body: `By ${name}` })
      if (said === 'ok') expect((await writing).state).toBe('visible')
      else
        await expect(writing).rejects.toMatchObject({
          spec: { code: 'may_not_write', params: { why: said } },
        })
      return [name, said]
    }),
  )
  return Object.fromEntries(told) as Record<Person, string>
}

const PAGE = {
  pageHandle: 'asha',
  planIds: [],
  linksFrom: 'everyone' as const,
  holdFirst: false,
  autoHide: true,
  slowSeconds: 0,
  words: [],
}

const KEPT = { muted: 'muted', blocked: 'blocked', moderator: 'ok', owner: 'ok' }

test('whoever reads a post that is open to everyone may comment', async () => {
  const { id } = await aPost(app.db, creatorId)
  expect(await verdicts(id)).toEqual({
    visitor: 'signed_out',
    reader: 'ok',
    follower: 'ok',
    'plan A': 'ok',
    'plan B': 'ok',
    ended: 'ok',
    ...KEPT,
  })
})

test('nobody else reads or writes the comments of a members’ post', async () => {
  const { id } = await aPost(app.db, creatorId, { planId: planB.id })
  expect(await verdicts(id)).toEqual({
    visitor: '-',
    reader: '-',
    follower: '-',
    'plan A': '-',
    'plan B': 'ok',
    ended: '-',
    muted: '-',
    blocked: '-',
    moderator: '-',
    owner: 'ok',
  })
})

test.each([
  [
    'followers',
    [],
    { reader: 'followers', follower: 'ok', 'plan A': 'ok', 'plan B': 'ok', ended: 'followers' },
  ],
  [
    'members',
    [],
    { reader: 'members', follower: 'members', 'plan A': 'ok', 'plan B': 'ok', ended: 'members' },
  ],
  ['plans', ['B'], { reader: 'plans', follower: 'plans', 'plan A': 'plans', 'plan B': 'ok', ended: 'plans' }],
  [
    'nobody',
    [],
    { reader: 'nobody', follower: 'nobody', 'plan A': 'nobody', 'plan B': 'nobody', ended: 'nobody' },
  ],
] as const)(
  'a page may leave comments to %s, and a post may differ from it',
  async (commentsFrom, plans, expected) => {
    const planIds = plans.map(() => planB.id)
    const { id } = await aPost(app.db, creatorId)
    const { id: openId } = await aPost(app.db, creatorId)
    const { id: ofPostId } = await aPost(app.db, creatorId)
    await app.call(setCommentSettings, { id: openId, commentsFrom: 'readers', planIds: [] }, { as: asOwner })
    const saved = await app.call(updateModeration, { ...PAGE, commentsFrom, planIds }, { as: asOwner })
    expect(saved.body.moderation).toMatchObject({ commentsFrom, planIds })
    const whole = { visitor: 'signed_out', ...expected, ...KEPT }
    expect(await verdicts(id)).toEqual(whole)
    expect((await verdicts(openId))['reader']).toBe('ok')
    await app.call(updateModeration, { ...PAGE, commentsFrom: 'readers' }, { as: asOwner })
    await app.call(setCommentSettings, { id: ofPostId, commentsFrom, planIds }, { as: asOwner })
    expect(await verdicts(ofPostId)).toEqual(whole)
  },
)

test('a locked post gives no comment away, by any call', async () => {
  const { id: channelId } = await aPost(app.db, creatorId, { planId: planB.id })
  const { id: mediaId } = await aMedium(app.db, ids['plan B'], 'image')
  await aMessage(app.db, channelId, ids['plan B'], { body: 'zyxwombat', mediaIds: [mediaId] })
  const outsiders = PEOPLE.filter((name) => name !== 'plan B' && name !== 'owner')
  for (const name of outsiders) {
    const asked = askedBy(name)
    const answers = [
      await app.call(contract.getChannel, { channelId }, asked),
      await app.call(contract.listMessages, { channelId, around: 1 }, asked),
      await app.call(contract.searchMessages, { channelId, q: 'zyxwombat' }, asked),
      await app.call(contract.suggestPeople, { channelId, q: 'plan' }, asked),
      await app.call(contract.reactToMessage, { channelId, seq: 1, emoji: '👍' }, asked),
      await app.call(contract.markRead, { channelId, seq: 1 }, asked),
    ]
    expect([...new Set(answers.map(({ status }) => status))]).toEqual(name === 'visitor' ? [404, 401] : [404])
    expect(JSON.stringify(answers)).not.toContain('zyxwombat')
    const viewerId = name === 'visitor' ? null : ids[name]
    expect(await mayReadMessageMedium(app.db, { mediaId, viewerId, now: app.clock.now() })).toBe(false)
  }
  for (const name of ['plan B', 'owner'] as const)
    expect(await mayReadMessageMedium(app.db, { mediaId, viewerId: ids[name], now: app.clock.now() })).toBe(
      true,
    )
})

test('people who are kept apart by a block see nothing of each other', async () => {
  const { id: channelId } = await aPost(app.db, creatorId)
  const [ravi, meera] = [
    await aUser(app.db, { name: 'Ravi', now: LONG_AGO }),
    await aUser(app.db, { name: 'Meera', now: LONG_AGO }),
  ]
  const as = {
    ravi: await aSession(app.db, app.platform, ravi.id),
    meera: await aSession(app.db, app.platform, meera.id),
  }
  await aMessage(app.db, channelId, ravi.id, { body: 'By Ravi' })
  await aMessage(app.db, channelId, meera.id, { body: 'By Meera' })
  await app.call(blockUser, { userId: ravi.id }, { as: as.meera })
  const read = async (session?: TestSession) =>
    (await app.call(contract.listMessages, { channelId }, session ? { as: session } : {})).body.messages.map(
      ({ body }) => body,
    )
  expect([await read(as.ravi), await read(as.meera), await read()]).toEqual([
    ['By Ravi'],
    ['By Meera'],
    ['By Meera', 'By Ravi'],
  ])
  const found = await app.call(contract.searchMessages, { channelId, q: 'by' }, { as: as.ravi })
  expect(found.body.map(({ body }) => body)).toEqual(['By Ravi'])
  const suggested = await app.call(contract.suggestPeople, { channelId, q: 'mee' }, { as: as.ravi })
  expect(suggested.body).toEqual([])
  const reply = { channelId, clientKey: randomUUID(), body: 'Hey', rootSeq: 2 }
  expect((await app.call(contract.writeMessage, reply, { as: as.ravi })).failure.code).toBe(
    'message_not_found',
  )
  const mention = { channelId, clientKey: randomUUID(), body: `<@${meera.id}>` }
  expect((await app.call(contract.writeMessage, mention, { as: as.ravi })).body.mentions).toEqual([])
})

test('suspended people, closed pages and deleted posts are silent, and come back', async () => {
  const { id: channelId } = await aPost(app.db, creatorId)
  const ravi = await aUser(app.db, { now: LONG_AGO })
  await aMessage(app.db, channelId, ravi.id, { body: 'By Ravi' })
  const count = async () => (await app.call(contract.listMessages, { channelId })).body.messages.length
  await suspend(app.db, app.platform, ravi.id)
  expect(await count()).toBe(0)
  await reinstate(app.db, app.platform, ravi.id)
  expect(await count()).toBe(1)
  await app.call(deletePost, { id: channelId }, { as: asOwner })
  expect((await app.call(contract.getChannel, { channelId })).failure.code).toBe('channel_not_found')
  const { id: other } = await aPost(app.db, creatorId)
  await suspend(app.db, app.platform, ids.owner)
  expect((await app.call(contract.getChannel, { channelId: other })).failure.code).toBe('channel_not_found')
  await reinstate(app.db, app.platform, ids.owner)
  expect((await app.call(contract.getChannel, { channelId: other })).status).toBe(200)
})
