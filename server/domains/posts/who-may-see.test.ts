import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { followPage, unfollowPage } from '#contract/audiences/routes.ts'
import { getPlayback } from '#contract/media/routes.ts'
import { getPost, getPostByAddress, getPosts, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import type { StepOnWire } from '#server/domains/audiences/service.ts'
import { aFollow } from '#server/domains/audiences/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aPost } from './testing.ts'

const DAY_MS = 86_400_000

/*
 * Who sees which post, written by hand: a yes for each audience that a person is in. Every way to a post has to answer
 * alike, and no way may let a word of a locked one out.
 */
const AUDIENCES = [
  'everyone',
  'followers',
  'members',
  'silver',
  'only silver',
  'gold',
  'gold, then all',
  'no longer',
]
const SEES: Record<string, string> = {
  visitor: /*     */ 'yes no no no no no no no',
  stranger: /*    */ 'yes no no no no no no no',
  follower: /*    */ 'yes yes no no no no no no',
  'followed once': 'yes no no no no no no no',
  'follows another page': 'yes no no no no no no no',
  silver: /*      */ 'yes yes yes yes yes no no no',
  gold: /*        */ 'yes yes yes yes no yes yes no',
  'was gold': /*  */ 'yes no no no no no no no',
  'other page': /**/ 'yes no no no no no no no',
  owner: /*       */ 'yes yes yes yes yes yes yes yes',
}
const PEOPLE = Object.keys(SEES)

let app: TestApp
const sessions: Record<string, TestSession | undefined> = {}
const posts: Record<string, { id: string; mediaId: string; coverFolder: string }> = {}

/** A word that is in this post alone. */
const secretOf = (audience: string) => `zyx${AUDIENCES.indexOf(audience)}wombat`

/** What is told to those who can't read it. */
const pitchOf = (audience: string) => `About number ${AUDIENCES.indexOf(audience)}`

function mustSee(person: string, audience: string): boolean {
  return SEES[person]?.split(' ')[AUDIENCES.indexOf(audience)] === 'yes'
}

beforeAll(async () => {
  app = await startTestApp()
  const owner = await aUser(app.db)
  const creator = await aCreator(app.db, owner.id, { handle: 'asha' })
  const silver = await aPlan(app.db, creator.id, { priceCents: 500 })
  const gold = await aPlan(app.db, creator.id, { priceCents: 1500 })
  const otherPage = await aCreator(app.db, (await aUser(app.db)).id)
  const elsewhere = await aPlan(app.db, otherPage.id, { priceCents: 9000 })
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString()
  const yesterday = new Date(Date.now() - DAY_MS).toISOString()
  const step = (given: Partial<StepOnWire>): StepOnWire => ({
    reach: 'everyone',
    planIds: [],
    isExact: false,
    fromAt: null,
    untilAt: null,
    ...given,
  })
  const steps: Record<string, StepOnWire[]> = {
    everyone: [step({})],
    followers: [step({ reach: 'followers' })],
    members: [step({ reach: 'members' })],
    silver: [step({ reach: 'plans', planIds: [silver.id] })],
    'only silver': [step({ reach: 'plans', planIds: [silver.id], isExact: true })],
    gold: [step({ reach: 'plans', planIds: [gold.id] })],
    'gold, then all': [step({ reach: 'plans', planIds: [gold.id] }), step({ fromAt: tomorrow })],
    'no longer': [step({ untilAt: yesterday })],
  }
  for (const audience of AUDIENCES) {
    const { id: mediaId } = await aMedium(app.db, owner.id, 'audio')
    const { id: coverId, folder: coverFolder } = await aMedium(app.db, owner.id, 'image')
    await aRendition(coverId)
    const html = `<p>The word is ${secretOf(audience)}.</p>`
    const { id } = await aPost(app.db, creator.id, {
      html,
      audience: steps[audience] ?? [],
      mediaId,
      coverId,
      teaser: pitchOf(audience),
    })
    posts[audience] = { id, mediaId, coverFolder }
  }
  const sessionOf = (id: string) => aSession(app.db, app.platform, id)
  sessions['owner'] = await sessionOf(owner.id)
  const subscribed = { accessUntil: new Date(Date.now() + 20 * DAY_MS) }
  for (const person of PEOPLE.filter((name) => name !== 'owner' && name !== 'visitor')) {
    const { id } = await aUser(app.db)
    if (person === 'follower') await aFollow(app.db, id, creator.id)
    if (person === 'silver') await aSubscription(app.db, id, silver, subscribed)
    if (person === 'gold') await aSubscription(app.db, id, gold, subscribed)
    if (person === 'was gold')
      await aSubscription(app.db, id, gold, {
        status: 'canceled',
        accessUntil: new Date(Date.now() - DAY_MS),
      })
    if (person === 'other page') await aSubscription(app.db, id, elsewhere, subscribed)
    if (person === 'follows another page') await aFollow(app.db, id, otherPage.id)
    sessions[person] = await sessionOf(id)
    if (person === 'followed once') {
      await app.call(followPage, { pageHandle: 'asha' }, { as: sessions[person] })
      await app.call(unfollowPage, { pageHandle: 'asha' }, { as: sessions[person] })
    }
  }
})
afterAll(() => app.close())

async function aRendition(mediaId: string): Promise<void> {
  await run(
    app.db,
    sql`insert into media_renditions (media_id, name, key, mime, size_bytes, sha256, kept_at, width_px, height_px)
      values (${mediaId}, 'w480', ${`media/${mediaId}`}, 'image/webp', 1, '', now(), 480, 320)`,
  )
}

/** Every way to a post's words; each returns what it answered. */
const WAYS: Record<string, (as: TestSession | undefined, postId: string) => Promise<string>> = {
  'the list of its page': async (as) =>
    JSON.stringify((await app.call(getPostsByPageHandle, { pageHandle: 'asha', limit: 100 }, { as })).body),
  'the list of recent posts': async (as) =>
    JSON.stringify((await app.call(getPosts, { limit: 100 }, { as })).body),
  'its page': async (as, id) =>
    JSON.stringify((await app.call(getPostByAddress, { pageHandle: 'asha', address: id }, { as })).body),
  'the post itself': async (as, id) => JSON.stringify((await app.call(getPost, { id }, { as })).body),
}

describe.each(PEOPLE)('%s', (person) => {
  test.each(AUDIENCES)('and a post for: %s', async (audience) => {
    const { id, mediaId, coverFolder } = posts[audience] ?? { id: '', mediaId: '', coverFolder: '' }
    const expected = mustSee(person, audience)
    for (const [way, ask] of Object.entries(WAYS))
      expect([way, (await ask(sessions[person], id)).includes(secretOf(audience))]).toEqual([way, expected])
    const { body } = await app.call(getPost, { id }, { as: sessions[person] })
    expect([body.locked, body.allMedia.length]).toEqual([!expected, expected ? 1 : 0])
    const { status } = await app.call(getPlayback, { mediaId }, { as: sessions[person] })
    expect(status).toBe(expected ? 200 : 404)
    // The cover is everyone's; what the creator tells others is nobody else's.
    expect(body.cover?.src).toBe(`/media/p/${coverFolder}/w480`)
    expect(body.pitch).toBe(expected ? null : pitchOf(audience))
  })
})

test('the feed holds what everyone may see, and no other word', async () => {
  const feed = await (await fetch(`${app.baseUrl}/asha/rss`)).text()
  for (const audience of AUDIENCES)
    expect([audience, feed.includes(secretOf(audience))]).toEqual([audience, mustSee('visitor', audience)])
})

test('a locked post names the plan that opens it; one that is open to everyone names none', async () => {
  const planNames = async (audience: string) => {
    const { body } = await app.call(getPost, { id: posts[audience]?.id ?? '' }, {})
    return body.plan?.price ?? null
  }
  expect(await planNames('everyone')).toBeNull()
  expect(await planNames('followers')).toBeNull()
  // The cheapest of the page.
  expect(await planNames('members')).toBe(5)
  expect(await planNames('gold')).toBe(15)
})

test('hidden, scheduled and deleted posts are seen by nobody', async () => {
  const { id = '' } = posts['everyone'] ?? {}
  for (const state of ['hidden', 'scheduled', 'draft']) {
    await run(app.db, sql`update posts set state = ${state}, publish_at = now() where id = ${id}`)
    for (const person of PEOPLE)
      for (const ask of Object.values(WAYS))
        expect([state, person, (await ask(sessions[person], id)).includes(secretOf('everyone'))]).toEqual([
          state,
          person,
          false,
        ])
  }
  await run(app.db, sql`update posts set state = 'published', publish_at = null where id = ${id}`)
})

test('a day later the next step is open to everyone, in every way', async () => {
  const { id = '' } = posts['gold, then all'] ?? {}
  await app.clock.advance(app.db, DAY_MS)
  for (const ask of Object.values(WAYS))
    expect(await ask(undefined, id)).toContain(secretOf('gold, then all'))
  expect(await (await fetch(`${app.baseUrl}/asha/rss`)).text()).toContain(secretOf('gold, then all'))
})
