import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getLoggedInUser } from '#contract/accounts/routes.ts'

import { listAuditLog } from '#contract/console/audit-routes.ts'
import * as contract from '#contract/console/pass-routes.ts'
import { getOwnPass, givePass, takePassBack } from '#contract/staff/pass-routes.ts'
import { getBadges } from '#contract/notifications/bell-routes.ts'
import { permissionOf } from '#contract/http/route.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

const MINUTE_MS = 60_000

let app: TestApp
let sam: { id: string; session: TestSession }

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
  sam = await aStaffMember(app, 'support')
})
afterAll(() => app.close())

async function aPerson(name: string) {
  const user = await aUser(app.db, { name })
  return { ...user, as: await aSession(app.db, app.platform, user.id) }
}

/** A person, and the pass that Sam uses. */
async function aLookedAt(name: string) {
  const person = await aPerson(name)
  const { code } = (await app.call(givePass, {}, { as: person.as })).body
  const { passId } = (await app.call(contract.redeemPass, { code }, { as: sam.session })).body
  return { person, passId, code }
}

const see = (passId: string, as = sam.session) => app.call(contract.seenSubscriptions, { passId }, { as })

describe('a pass', () => {
  test('shows what its giver sees, and both that somebody looks', async () => {
    const page = await aCreator(app.db, (await aUser(app.db)).id, { handle: 'passages' })
    const plan = await aPlan(app.db, page.id, { name: 'Reader' })
    const dearer = await aPlan(app.db, page.id, { name: 'Patron', priceCents: 9000 })
    await aPost(app.db, page.id, { planId: plan.id })
    await aPost(app.db, page.id, { planId: dearer.id, html: '<p>A secret chorus</p>' })
    const ravi = await aPerson('Ravi Menon')
    await aSubscription(app.db, ravi.id, plan)
    expect((await app.call(getOwnPass, {}, { as: ravi.as })).body).toEqual({ pass: null })

    const { code, expiresAt } = (await app.call(givePass, {}, { as: ravi.as })).body
    expect(code).toMatch(/^\d{8}$/)
    expect((await app.call(getBadges, {}, { as: ravi.as })).body.seenUntil).toBeNull()
    const typed = `${code.slice(0, 4)} ${code.slice(4)}`
    const { passId } = (await app.call(contract.redeemPass, { code: typed }, { as: sam.session })).body

    const opened = (await app.call(contract.getPass, { passId }, { as: sam.session })).body
    expect(opened).toMatchObject({ person: { name: 'Ravi Menon' }, expiresAt })
    expect((await see(passId)).body.map((row) => row.planId.name)).toEqual(['Reader'])
    const posts = await app.call(contract.seenPosts, { passId, pageHandle: 'passages' }, { as: sam.session })
    expect(posts.body.map(({ locked, plan: needed }) => [locked, needed?.name])).toEqual([
      [true, 'Patron'],
      [false, 'Reader'],
    ])
    expect(JSON.stringify(posts.body)).not.toContain('secret chorus')

    const own = (await app.call(getOwnPass, {}, { as: ravi.as })).body.pass
    expect(own?.used?.by).toBe((await app.call(getLoggedInUser, {}, { as: sam.session })).body.user.name)
    expect((await app.call(getBadges, {}, { as: ravi.as })).body.seenUntil).toBe(expiresAt)
  })

  test('is over after half an hour, to the second', async () => {
    const { person, passId } = await aLookedAt('Meera Das')
    const { pass } = (await app.call(getOwnPass, {}, { as: person.as })).body
    const left = () => Date.parse(pass?.expiresAt ?? '') - app.clock.now().getTime()
    expect(left()).toBeGreaterThan(29 * MINUTE_MS)
    await app.clock.advance(app.db, left() - 5000)
    expect((await see(passId)).status).toBe(200)
    await app.clock.advance(app.db, Math.max(0, left()))
    const over = await see(passId)
    expect([over.status, over.failure.code]).toEqual([404, 'pass_over'])
    expect((await app.call(getBadges, {}, { as: person.as })).body.seenUntil).toBeNull()
  })

  test('ends at once when its giver takes it back, or support is done with it', async () => {
    const first = await aLookedAt('Nila Bose')
    expect((await app.call(takePassBack, {}, { as: first.person.as })).body).toEqual({ changed: true })
    expect((await see(first.passId)).failure.code).toBe('pass_over')
    expect((await app.call(takePassBack, {}, { as: first.person.as })).body).toEqual({ changed: false })
    const second = await aLookedAt('Dev Kapoor')
    const left = await app.call(contract.leavePass, { passId: second.passId }, { as: sam.session })
    expect(left.body).toEqual({ changed: true })
    expect((await see(second.passId)).failure.code).toBe('pass_over')
    expect((await app.call(getOwnPass, {}, { as: second.person.as })).body.pass).toBeNull()
  })

  test('is one person’s: no code works twice, a new one replaces it, and nobody else looks with it', async () => {
    const { person, passId, code } = await aLookedAt('Hana Seth')
    const other = await aStaffMember(app, 'support')
    const again = await app.call(contract.redeemPass, { code }, { as: other.session })
    expect([again.status, again.failure.code]).toEqual([404, 'pass_unknown'])
    expect((await see(passId, other.session)).failure.code).toBe('pass_over')
    await app.call(givePass, {}, { as: person.as })
    expect((await see(passId)).failure.code).toBe('pass_over')
  })

  test('opens nothing for whoever gave it themselves, or whose role has no use for it', async () => {
    const own = (await app.call(givePass, {}, { as: sam.session })).body
    expect((await app.call(contract.redeemPass, { code: own.code }, { as: sam.session })).failure.code).toBe(
      'pass_unknown',
    )
    const finance = await aStaffMember(app, 'finance')
    const refused = await app.call(contract.redeemPass, { code: own.code }, { as: finance.session })
    expect(refused.status).toBe(403)
  })

  test('cannot be guessed: ten codes in a quarter of an hour', async () => {
    const guesser = await aStaffMember(app, 'support')
    const guess = async () =>
      (await app.call(contract.redeemPass, { code: '00000000' }, { as: guesser.session })).status
    for (let tried = 0; tried < 10; tried += 1) expect(await guess()).toBe(404)
    expect(await guess()).toBe(429)
  })

  test('leaves a row in the audit log for its beginning and its end', async () => {
    const { person, passId } = await aLookedAt('Asha Rao')
    await app.call(contract.leavePass, { passId }, { as: sam.session })
    const rows = (await app.call(listAuditLog, {}, { as: sam.session })).body
    const about = rows.filter(({ subject }) => subject.id === person.id).map(({ action }) => action)
    expect(about).toEqual(['end-pass', 'use-pass'])
  })
})

test('with a pass only named calls are made, all of which read', () => {
  const seen = contract.SEEN_WITH_PASS.map(({ seen: route }) => route)
  expect(seen.map(({ method, caller }) => [method, permissionOf(caller)])).toEqual(
    seen.map(() => ['GET', 'contact']),
  )
  for (const { path } of seen)
    expect(path).not.toMatch(/conversation|message|payout|token|session|security|factor/i)
})
