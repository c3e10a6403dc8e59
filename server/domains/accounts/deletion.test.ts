import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { cancelDeletion, requestDeletion, sendDeletionCode } from '#contract/accounts/deletion-routes.ts'
import { getLoggedInUser, login, register } from '#contract/accounts/routes.ts'
import { creatorDetails, getCreators, getPlanNames, joinAsCreator } from '#contract/creators/routes.ts'
import { getPosts, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { createSubscription, getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aSubscription, joinAndPay } from '#server/domains/subscriptions/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { logIn, PASSWORD } from './flow-testing.ts'
import { aSession, aUser, type BuiltUser } from './testing.ts'

const DAY_MS = 86_400_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function aPerson(given: Parameters<typeof aUser>[1] = {}) {
  const user = await aUser(app.db, { password: PASSWORD, now: app.clock.now(), ...given })
  return { user, session: await aSession(app.db, app.platform, user.id) }
}

function leave(session: TestSession, proof: { currentPassword?: string; code?: string } = {}) {
  return app.call(requestDeletion, { currentPassword: PASSWORD, ...proof }, { as: session })
}

async function subjects(user: BuiltUser): Promise<string[]> {
  await app.drain()
  return (await app.mails(user.email)).map(({ subject }) => subject)
}

async function logInAgain(user: BuiltUser): Promise<TestSession> {
  return logIn(app, { email: user.email, password: PASSWORD })
}

describe('deleting an account', () => {
  test('asks for the password, signs every device out, and mails the last day to keep the account', async () => {
    const { user, session } = await aPerson()
    const phone = await aSession(app.db, app.platform, user.id)
    expect(await leave(session, { currentPassword: 'not-the-password' })).toMatchObject({
      status: 403,
      failure: { code: 'current_password_wrong', field: 'currentPassword' },
    })
    expect((await app.call(getLoggedInUser, {}, { as: session })).body.user.deletionDueAt).toBeNull()

    const answer = await leave(session)
    expect(answer.status).toBe(200)
    const inDays = (Date.parse(answer.body.deletionDueAt) - app.clock.now().getTime()) / DAY_MS
    expect(inDays).toBeCloseTo(14, 2)
    for (const device of [session, phone])
      expect((await app.call(getLoggedInUser, {}, { as: device })).status).toBe(401)
    expect(await subjects(user)).toContainEqual(expect.stringContaining('will be deleted on'))

    const back = await logInAgain(user)
    expect((await app.call(getLoggedInUser, {}, { as: back })).body.user.deletionDueAt).toBe(
      answer.body.deletionDueAt,
    )
    const data = await app.call(exportOwnData, {}, { as: back })
    expect(data.body.account.email).toBe(user.email)
  })

  test('takes a mailed code from users who sign in with Google alone', async () => {
    const user = await aUser(app.db)
    const session = await aSession(app.db, app.platform, user.id)
    expect(await leave(session)).toMatchObject({ status: 403, failure: { code: 'deletion_code_wrong' } })
    expect((await app.call(sendDeletionCode, {}, { as: session })).status).toBe(200)
    await app.drain()
    const [mail] = await app.mails(user.email)
    const code = /Code: (\d{8})/.exec(mail?.text ?? '')?.[1] ?? ''
    const wrong = code === '00000000' ? '00000001' : '00000000'
    expect((await leave(session, { code: wrong })).failure.code).toBe('deletion_code_wrong')
    // The code is hers alone.
    const other = await aUser(app.db)
    const stranger = await aSession(app.db, app.platform, other.id)
    expect((await leave(stranger, { code })).failure.code).toBe('deletion_code_wrong')
    expect((await leave(session, { code })).status).toBe(200)
  })

  test('mails no code to users with a password', async () => {
    const { session } = await aPerson()
    expect((await app.call(sendDeletionCode, {}, { as: session })).failure.code).toBe(
      'deletion_needs_password',
    )
  })

  test('cancels their memberships, at the provider too, and refuses new commitments', async () => {
    const asha = await aPerson({ name: 'Asha Rao' })
    const creator = await aCreator(app.db, asha.user.id)
    const plan = await aPlan(app.db, creator.id)
    const ravi = await aPerson()
    await joinAndPay(app.platform, { memberId: ravi.user.id, planId: plan.id })
    const [before] = (await app.call(getUserSubscriptions, {}, { as: ravi.session })).body
    expect(before).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })

    await leave(ravi.session)
    await app.drain()
    const { providerId } = await one(
      app.db,
      sql<{ providerId: string }>`select provider_subscription_id as "providerId" from subscriptions
        where member_id = ${ravi.user.id}`,
    )
    expect((await app.platform.razorpay.getSubscription(providerId)).status).toBe('cancelled')
    const back = await logInAgain(ravi.user)
    expect((await app.call(getUserSubscriptions, {}, { as: back })).body).toMatchObject([
      { status: 'canceled', accessUntil: before?.accessUntil },
    ])
    const joining = await app.call(createSubscription, { planId: plan.id }, { as: back })
    expect(joining).toMatchObject({ status: 409, failure: { code: 'account_leaving' } })
    const [platformPlan] = (await app.call(getPlanNames, {})).body
    const opening = await app.call(
      joinAsCreator,
      { pageName: 'Ravi', pageHandle: 'ravi-anew', planId: platformPlan?._id ?? '', isAdultContent: false },
      { as: back },
    )
    expect(opening.failure.code).toBe('account_leaving')
  })

  test('closes the page for everyone, charges no member again, and notifies them', async () => {
    const asha = await aPerson({ name: 'Asha Rao' })
    const creator = await aCreator(app.db, asha.user.id, { pageName: 'Songs by Asha' })
    const plan = await aPlan(app.db, creator.id, { name: 'Tipsy' })
    await aPost(app.db, creator.id, { html: '<p>The last song.</p>' })
    const ravi = await aPerson()
    await aSubscription(app.db, ravi.user.id, plan)
    const pageHandle = creator.handle
    expect((await app.call(creatorDetails, { pageHandle })).status).toBe(200)

    await leave(asha.session)
    await app.drain()
    for (const session of [undefined, ravi.session]) {
      expect((await app.call(creatorDetails, { pageHandle }, { as: session })).status).toBe(404)
      expect((await app.call(getPostsByPageHandle, { pageHandle }, { as: session })).status).toBe(404)
      const all = (await app.call(getCreators, {}, { as: session })).body
      expect(all.map((page) => page.pageHandle)).not.toContain(pageHandle)
      expect(JSON.stringify((await app.call(getPosts, {}, { as: session })).body)).not.toContain(
        'The last song.',
      )
    }
    expect((await fetch(`${app.baseUrl}/${pageHandle}/rss`)).status).toBe(404)
    const joining = await app.call(createSubscription, { planId: plan.id }, { as: (await aPerson()).session })
    expect(joining.failure.code).toBe('plan_not_found')
    expect((await app.call(getUserSubscriptions, {}, { as: ravi.session })).body).toMatchObject([
      { status: 'active', cancelAtPeriodEnd: true },
    ])
    expect(await subjects(ravi.user)).toEqual(['Songs by Asha has closed their page'])
  })
})

describe('keeping an account after all', () => {
  test('brings the page back; cancelled memberships stay cancelled, and it says so', async () => {
    const asha = await aPerson()
    const creator = await aCreator(app.db, asha.user.id)
    const pageHandle = creator.handle
    await leave(asha.session)
    await app.drain()
    const back = await logInAgain(asha.user)
    expect((await app.call(cancelDeletion, {}, { as: back })).body.msg).toContain('stay cancelled')
    expect((await app.call(cancelDeletion, {}, { as: back })).status).toBe(200)
    await app.drain()
    expect((await app.call(creatorDetails, { pageHandle }, { as: back })).body.isCurrentUser).toBe(true)
    expect((await app.call(getLoggedInUser, {}, { as: back })).body.user.deletionDueAt).toBeNull()
    expect(
      (await subjects(asha.user)).filter((subject) => subject === 'Your Cheers account stays'),
    ).toHaveLength(1)

    await app.clock.advance(app.db, 15 * DAY_MS)
    await app.drain()
    expect((await app.call(login, { email: asha.user.email, password: PASSWORD })).status).toBe(200)
  })

  test('restarts the fourteen days on leaving again', async () => {
    const { user, session } = await aPerson()
    await leave(session)
    await app.clock.advance(app.db, 13 * DAY_MS)
    const back = await logInAgain(user)
    await app.call(cancelDeletion, {}, { as: back })
    await leave(back)
    await app.clock.advance(app.db, 2 * DAY_MS)
    await app.drain()
    const again = await logInAgain(user)
    expect((await app.call(getLoggedInUser, {}, { as: again })).status).toBe(200)
    await app.clock.advance(app.db, 12 * DAY_MS)
    await app.drain()
    expect((await app.call(login, { email: user.email, password: PASSWORD })).status).toBe(401)
  })
})

describe('after fourteen days', () => {
  test('nothing names them any more; payments and ledger stay, and the address is free again', async () => {
    const sandbox = steerSandbox(app)
    const asha = await aPerson({ name: 'Asha Ramanujan', username: 'asharama' })
    const creator = await aCreator(app.db, asha.user.id, {
      pageName: 'Ramanujan songs',
      handle: 'asharamanujan',
      headline: 'Headline Ramanujan',
    })
    const plan = await aPlan(app.db, creator.id, { name: 'Tipsy', description: 'Ramanujan demos' })
    await aPost(app.db, creator.id, { html: '<p>Ramanujan wrote this</p>' })
    const ravi = await aPerson({ name: 'Ravi' })
    await joinAndPay(app.platform, { memberId: ravi.user.id, planId: plan.id })
    await joinAndPay(app.platform, {
      memberId: asha.user.id,
      planId: (await aPlan(app.db, (await aCreator(app.db, ravi.user.id)).id)).id,
    })
    await sandbox.deliver()
    const ofAsha = sql<{ isEmpty: boolean }>`select distinct e.body = '' as "isEmpty" from provider_events e
      join subscriptions s on s.member_id = ${asha.user.id}
        and (position(convert_to(s.provider_subscription_id, 'UTF8') in e.body) > 0 or e.body = '')`
    expect(await many(app.db, ofAsha)).toEqual([{ isEmpty: false }])
    const ofPayment = sql`select id from payments where member_id = ${asha.user.id}`
    await run(
      app.db,
      sql`insert into refunds (id, payment_id, status, origin, reason, amount_cents, requested_at)
        values (gen_random_uuid(), (${ofPayment}), 'declined', 'member', 'Ramanujan needs it back', 999, now())`,
    )
    await run(
      app.db,
      sql`insert into billing_details (user_id, address, updated_at)
        values (${asha.user.id}, '1 Ramanujan Street', now())`,
    )
    const entriesBefore = await many(app.db, sql`select * from ledger_entries order by id`)

    await leave(asha.session)
    await app.drain()
    await app.clock.advance(app.db, 14 * DAY_MS)
    await app.drain()
    await app.drain()

    expect(await subjects(asha.user)).toContain('Your Cheers account is deleted')
    expect((await app.call(login, { email: asha.user.email, password: PASSWORD })).status).toBe(401)
    expect(await traces(app, ['ramanujan', 'asharama', asha.user.email])).toEqual([])
    const entriesAfter = await many(app.db, sql`select * from ledger_entries order by id`)
    expect(entriesAfter.slice(0, entriesBefore.length)).toEqual(entriesBefore)
    expect(await many(app.db, ofAsha)).toEqual([{ isEmpty: true }])
    const kept = await many(app.db, sql`select id from payments where member_id = ${asha.user.id}`)
    expect(kept).toHaveLength(1)

    // The address and the username are free again, the handle isn't.
    const form = { name: 'Asha', username: 'asharama', email: asha.user.email, password: PASSWORD }
    expect((await app.call(register, { ...form, confirmPassword: PASSWORD })).status).toBe(200)
    const heir = await aPerson()
    const [platformPlan] = (await app.call(getPlanNames, {})).body
    const taking = await app.call(
      joinAsCreator,
      { pageName: 'Me', pageHandle: 'AshaRamanujan', planId: platformPlan?._id ?? '', isAdultContent: false },
      { as: heir.session },
    )
    expect(taking).toMatchObject({ status: 409, failure: { code: 'handle_taken' } })
  })
})

/** Rows of any table that hold one of these texts; ignoring case. */
async function traces({ db }: TestApp, texts: readonly string[]): Promise<string[]> {
  const tables = await many(
    db,
    sql<{
      name: string
    }>`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables)
    for (const text of texts) {
      const { count } = await one(
        db,
        sql<{ count: number }>`select count(*)::integer as count from ${sql.raw(name)} as t
          where t::text ilike ${`%${text}%`} or t::text like ${`%${Buffer.from(text).toString('hex')}%`}`,
      )
      if (count > 0) found.push(`${name}: ${text}`)
    }
  return found
}
