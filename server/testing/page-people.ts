import { blockUser } from '#contract/accounts/block-routes.ts'
import { followPage } from '#contract/audiences/routes.ts'
import { addModerator, mutePerson } from '#contract/moderation/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'

import type { TestApp, TestSession } from './test-app.ts'

/** Long enough ago to be nobody's newcomer any more. */
export const LONG_AGO = new Date(Date.now() - 30 * 86_400_000)

/** Everybody whom a table of who may do what names, in one page's eyes. */
type Known =
  | 'visitor'
  | 'reader'
  | 'follower'
  | 'plan A'
  | 'plan B'
  | 'ended'
  | 'muted'
  | 'excluded'
  | 'blocked'
  | 'moderator'
  | 'owner'

interface PagePeople<Person extends Known> {
  ids: Record<Person, string>
  page: Awaited<ReturnType<typeof aCreator>>
  planA: Awaited<ReturnType<typeof aPlan>>
  planB: Awaited<ReturnType<typeof aPlan>>
  sessionOf: (name: Person) => TestSession
  /** How a call is made by each: the visitor without a session. */
  askedBy: (name: Person) => { as?: TestSession }
}

/**
 * The page `asha` with a cheaper plan A and a dearer plan B, and its people, each what their name says. `holders`: who has
 * which plan; `ended` had B.
 */
export async function makePagePeople<Person extends Known>(
  app: TestApp,
  people: readonly Person[],
  holders: { planA: readonly Person[]; planB: readonly Person[] },
): Promise<PagePeople<Person>> {
  const { db } = app
  const ids = Object.fromEntries(
    await Promise.all(people.map(async (name) => [name, (await aUser(db, { name, now: LONG_AGO })).id])),
  ) as Record<Known, string>
  const sessions = new Map<Known, TestSession>()
  for (const name of people)
    if (name !== 'visitor') sessions.set(name, await aSession(db, app.platform, ids[name]))
  const sessionOf = (name: Known) => {
    const session = sessions.get(name)
    if (!session) throw new Error(`${name} has no session`)
    return session
  }
  const isThere = (name: Known) => sessions.has(name)
  const page = await aCreator(db, ids.owner, { handle: 'asha' })
  const planA = await aPlan(db, page.id, { name: 'A', priceCents: 500 })
  const planB = await aPlan(db, page.id, { name: 'B', priceCents: 1000 })
  const asOwner = { as: sessionOf('owner') }
  await app.call(followPage, { pageHandle: 'asha' }, { as: sessionOf('follower') })
  for (const name of holders.planA) await aSubscription(db, ids[name], planA)
  for (const name of holders.planB) await aSubscription(db, ids[name], planB)
  const over = { status: 'expired', accessUntil: LONG_AGO, now: LONG_AGO } as const
  await aSubscription(db, ids.ended, planB, over)
  await app.call(addModerator, { pageHandle: 'asha', userId: ids.moderator }, asOwner)
  const mute = { minutes: null, channelId: null, hidePast: false }
  if (isThere('muted'))
    await app.call(mutePerson, { pageHandle: 'asha', userId: ids.muted, ...mute }, asOwner)
  await app.call(blockUser, { userId: ids.blocked }, asOwner)
  await app.drain()
  return {
    ids,
    page,
    planA,
    planB,
    sessionOf,
    askedBy: (name) => (sessions.has(name) ? { as: sessionOf(name) } : {}),
  }
}
