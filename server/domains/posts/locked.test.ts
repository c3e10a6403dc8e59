import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createPost, deletePost, getPosts, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { editPlan, getOfferedPlan, type PlanRow, retirePlan } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000
/** In text, heading, list, link, picture and card: wherever a post has words. */
const SECRETS = [
  'marzipan',
  'tangerine',
  'xylophone',
  'quicksilver',
  'foxglove',
  'lighthouse',
  'periwinkle',
  'saffron',
]
const BLOCKS = {
  blocks: [
    { type: 'header', data: { text: 'The marzipan issue', level: 2 } },
    { type: 'paragraph', data: { text: 'All about <a href="https://tangerine.example/">xylophone</a>.' } },
    { type: 'list', data: { style: 'unordered', items: [{ content: 'quicksilver', items: [] }] } },
    {
      type: 'linkTool',
      data: {
        link: 'https://foxglove.example/',
        meta: {
          title: 'lighthouse',
          description: 'periwinkle',
          image: { url: 'https://saffron.example/a.png' },
        },
      },
    },
  ],
}

let app: TestApp
let handle: string
let ownerSession: TestSession
let silver: PlanRow
let gold: PlanRow
let alsoSilver: PlanRow

beforeAll(async () => {
  app = await startTestApp()
  const owner = await aUser(app.db)
  const creator = await aCreator(app.db, owner.id)
  handle = creator.handle
  silver = await aPlan(app.db, creator.id, { name: 'Silver', priceCents: 999 })
  alsoSilver = await aPlan(app.db, creator.id, { name: 'Also Silver', priceCents: 999 })
  gold = await aPlan(app.db, creator.id, { name: 'Gold', priceCents: 1999 })
  ownerSession = await aSession(app.db, app.platform, owner.id)
  const published = await app.call(createPost, { content: BLOCKS, planId: silver.id }, { as: ownerSession })
  if (published.status !== 200) throw new Error(published.failure.message)
})
afterAll(() => app.close())

async function aMember(
  plan: PlanRow | null,
  given: Parameters<typeof aSubscription>[3] = {},
): Promise<TestSession> {
  const user = await aUser(app.db)
  if (plan) await aSubscription(app.db, user.id, plan, { now: app.clock.now(), ...given })
  return aSession(app.db, app.platform, user.id)
}

/** The bytes that travel to the browser, from every call that shows posts. */
async function everythingSentTo(session: TestSession | null): Promise<string> {
  const texts: string[] = []
  for (const path of ['/api/post/getPosts', `/api/post/getPostsByPageHandle/${handle}`]) {
    const cookieName = `cheers-${new URL(app.platform.config.publicUrl).port}`
    const headers: Record<string, string> = session
      ? { authorization: `Bearer ${session.token}`, cookie: `${cookieName}=${session.cookie}` }
      : {}
    const response = await fetch(app.baseUrl + path, { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe(session ? 'private, no-store' : 'no-cache')
    texts.push(`${JSON.stringify([...response.headers])}\n${await response.text()}`)
  }
  return texts.join('\n').toLowerCase()
}

async function expectLockedFor(
  session: TestSession | null,
  sold = { plan: silver, name: 'Silver', price: 9.99 },
): Promise<void> {
  const sent = await everythingSentTo(session)
  expect(SECRETS.filter((secret) => sent.includes(secret))).toEqual([])
  const { body } = await app.call(
    getPostsByPageHandle,
    { pageHandle: handle },
    session ? { as: session } : {},
  )
  expect(body[0]).toMatchObject({
    locked: true,
    content: '',
    planId: sold.plan.id,
    plan: { _id: sold.plan.id, name: sold.name, price: sold.price },
    teaser: `A post for ${sold.name}, 1 min read`,
    readMinutes: 1,
    image: null,
    video: null,
    audio: null,
  })
}

async function expectOpenFor(session: TestSession): Promise<void> {
  const sent = await everythingSentTo(session)
  expect(SECRETS.filter((secret) => !sent.includes(secret))).toEqual([])
  const { body } = await app.call(getPosts, {}, { as: session })
  expect(body[0]).toMatchObject({ locked: false, teaser: null, readMinutes: null, planId: silver.id })
}

describe('a post for members carries no trace of its words', () => {
  test('for a visitor', () => expectLockedFor(null))

  test('for a signed-in user without memberships', async () => expectLockedFor(await aMember(null)))

  test('for a member of another plan of the same price', async () =>
    expectLockedFor(await aMember(alsoSilver)))

  test('for a member of a dearer plan of another creator', async () => {
    const elsewhere = await aCreator(app.db, (await aUser(app.db)).id)
    await expectLockedFor(await aMember(await aPlan(app.db, elsewhere.id, { priceCents: 100_000 })))
  })

  test('for a user who began to join and did not pay', async () => {
    await expectLockedFor(await aMember(silver, { status: 'pending', accessUntil: null }))
  })

  test.each([
    ['whose membership ended yesterday', { status: 'canceled', accessUntil: new Date(Date.now() - DAY_MS) }],
    [
      'who cancelled, after the last paid day',
      { status: 'active', cancelAtPeriodEnd: true, accessUntil: new Date(Date.now() - 1000) },
    ],
    [
      'whose renewal failed more than a week ago',
      { status: 'past_due', accessUntil: new Date(Date.now() - 7 * DAY_MS - 1000) },
    ],
  ] as const)('for a member %s', async (_, subscription) => {
    await expectLockedFor(await aMember(silver, subscription))
  })

  test('in the answer to a stranger who tries to take it down', async () => {
    const { body } = await app.call(getPostsByPageHandle, { pageHandle: handle })
    const answer = await app.call(deletePost, { id: body[0]?._id ?? '' }, { as: await aMember(null) })
    expect(answer.status).toBe(403)
    expect(JSON.stringify(answer.body)).not.toMatch(new RegExp(SECRETS.join('|')))
  })
})

describe('a post for members is open', () => {
  test('to its creator', () => expectOpenFor(ownerSession))

  test('to a member of its plan', async () => expectOpenFor(await aMember(silver)))

  test('to a member of a dearer plan', async () => expectOpenFor(await aMember(gold)))

  test('to a member who cancelled, until the last paid day', async () => {
    await expectOpenFor(
      await aMember(silver, { status: 'canceled', accessUntil: new Date(Date.now() + DAY_MS) }),
    )
  })

  test('to a member whose renewal failed, for a week', async () => {
    const accessUntil = new Date(Date.now() - 7 * DAY_MS + 60_000)
    await expectOpenFor(await aMember(silver, { status: 'past_due', accessUntil }))
  })
})

describe('access follows changes', () => {
  test('a price edit takes nothing from members who pay more; new ones get what the lower price opens', async () => {
    const bronze = await aPlan(app.db, silver.creatorId, { name: 'Bronze', priceCents: 1500 })
    const [silverMember, bronzeMember] = [await aMember(silver), await aMember(bronze)]
    await expectOpenFor(bronzeMember)
    const form = { name: 'Bronze', description: '', currency: 'USD', priceCents: 500 } as const
    await editPlan(app.db, silver.creatorId, bronze.id, form, new Date())
    await expectOpenFor(silverMember)
    await expectOpenFor(bronzeMember)
    const edited = await getOfferedPlan(app.db, bronze.id)
    await expectLockedFor(await aMember(edited))
  })

  test('a membership that runs out locks the post at that moment', async () => {
    const member = await aMember(silver, {
      cancelAtPeriodEnd: true,
      accessUntil: new Date(app.clock.now().getTime() + DAY_MS),
    })
    await app.clock.advance(app.db, DAY_MS - 5000)
    await expectOpenFor(member)
    await app.clock.advance(app.db, 5000)
    await expectLockedFor(member)
  })

  test('a retired plan keeps its posts, open for its members and locked for others', async () => {
    const member = await aMember(silver, { accessUntil: new Date(app.clock.now().getTime() + DAY_MS) })
    await retirePlan(app.db, silver.creatorId, silver.id, app.clock.now())
    await expectOpenFor(member)
    await expectLockedFor(null, { plan: gold, name: 'Gold', price: 19.99 })
  })
})
