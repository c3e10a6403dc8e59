import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { setFollowMails } from '#contract/audiences/routes.ts'
import { creatorDetails } from '#contract/creators/routes.ts'
import { unsubscribe } from '#contract/notifications/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aFollow } from '#server/domains/audiences/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { holdersOf, writingDesk } from '#server/domains/posts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { PAGE, unsubscribeUrl } from './unsubscribe.ts'

let app: TestApp
let desk: Awaited<ReturnType<typeof writingDesk>>

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  desk = await writingDesk(app)
})

const reaching = (reach: 'followers' | 'members') => [
  { reach, planIds: [], isExact: false, fromAt: null, untilAt: null },
]

async function aMember(planId: Awaited<ReturnType<typeof aPlan>>) {
  const user = await aUser(app.db)
  await aSubscription(app.db, user.id, planId)
  return user
}

async function aFollower() {
  const user = await aUser(app.db)
  await aFollow(app.db, user.id, desk.creator.id)
  return user
}

async function publish(id: string, audience: ReturnType<typeof reaching> | ReturnType<typeof holdersOf>) {
  await desk.save(id, { audience })
  expect((await desk.publish(id)).status).toBe(200)
  await app.drain()
}

async function subjectsOf({ email }: { email: string }): Promise<string[]> {
  return (await app.mails(email)).map(({ subject }) => subject)
}

describe('a post that is opened to more people', () => {
  test('is told to those whom it reaches now, and to nobody twice', async () => {
    const member = await aMember(await aPlan(app.db, desk.creator.id))
    const follower = await aFollower()
    const id = await desk.begin()
    await publish(id, reaching('members'))
    expect([await subjectsOf(member), await subjectsOf(follower)].map(({ length }) => length)).toEqual([1, 0])

    // Followers from now on, then members again, then followers once more.
    for (const reach of ['followers', 'members', 'followers'] as const) await publish(id, reaching(reach))
    expect(await subjectsOf(member)).toHaveLength(1)
    expect(await subjectsOf(follower)).toEqual([expect.stringMatching(/^A post by .* is open to you now$/)])
  })

  test('is told to nobody who could read it before, had opened it, or when it is not mailed', async () => {
    const [silver, gold] = [
      await aPlan(app.db, desk.creator.id, { priceCents: 500 }),
      await aPlan(app.db, desk.creator.id, { priceCents: 1500 }),
    ]
    const id = await desk.begin()
    await publish(id, holdersOf(gold.id))
    // Joined after it was published: it was open to them, though nobody told them.
    const late = await aMember(gold)
    const reader = await aMember(silver)
    await run(
      app.db,
      sql`insert into post_openings (post_id, member_id, opened_at) values (${id}, ${reader.id}, now())`,
    )
    await publish(id, reaching('members'))
    expect([await subjectsOf(late), await subjectsOf(reader)]).toEqual([[], []])

    const follower = await aFollower()
    await desk.save(id, { audience: reaching('followers'), isMailed: false })
    await desk.publish(id)
    await app.drain()
    expect(await subjectsOf(follower)).toEqual([])
  })
})

describe('mails about one page', () => {
  test('are turned off and on by its follower, alone', async () => {
    const [loud, quiet] = [await aFollower(), await aFollower()]
    const as = await aSession(app.db, app.platform, quiet.id)
    const pageHandle = desk.creator.handle
    const choose = (isMailed: boolean) => app.call(setFollowMails, { pageHandle, isMailed }, { as })
    expect((await choose(false)).body).toEqual({ isMailed: false })
    expect((await app.call(creatorDetails, { pageHandle }, { as })).body).toMatchObject({
      isFollowing: true,
      isFollowMailed: false,
    })
    await publish(await desk.begin(), reaching('followers'))
    expect([await subjectsOf(loud), await subjectsOf(quiet)].map(({ length }) => length)).toEqual([1, 0])
    await choose(true)
    await publish(await desk.begin(), reaching('followers'))
    expect([await subjectsOf(loud), await subjectsOf(quiet)].map(({ length }) => length)).toEqual([2, 1])
  })

  test('end with one click in one of them, and other pages go on', async () => {
    const follower = await aFollower()
    const otherDesk = await writingDesk(app)
    await aFollow(app.db, follower.id, otherDesk.creator.id)
    await publish(await desk.begin(), reaching('followers'))
    const link = unsubscribeUrl(app.platform, follower.id, `${PAGE}${desk.creator.id}`)
    const [mail] = await app.mails(follower.email)
    expect(mail?.links).toContain(link)
    const token = link.split('/').at(-1) ?? ''
    const url = `${app.baseUrl}/unsubscribe/${token}`
    const posted = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(posted.status).toBe(200)
    // The page at the address does the same, and once more is as good as once.
    expect((await app.call(unsubscribe, { token })).status).toBe(200)
    await publish(await desk.begin(), reaching('followers'))
    expect(await subjectsOf(follower)).toHaveLength(1)
    const forged = token.replace(desk.creator.id, otherDesk.creator.id)
    expect((await app.call(unsubscribe, { token: forged })).status).toBe(400)
    const id = await otherDesk.begin()
    await otherDesk.save(id, { audience: reaching('followers') })
    await otherDesk.publish(id)
    await app.drain()
    expect(await subjectsOf(follower)).toHaveLength(2)
  })

  test('are no choice for who does not follow', async () => {
    const as = await aSession(app.db, app.platform, (await aUser(app.db)).id)
    expect(
      await app.call(setFollowMails, { pageHandle: desk.creator.handle, isMailed: false }, { as }),
    ).toMatchObject({ status: 409, failure: { code: 'not_following' } })
  })
})
