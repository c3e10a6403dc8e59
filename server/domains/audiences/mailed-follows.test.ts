import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import { getLoggedInUser, login, register, verify } from '#contract/accounts/routes.ts'
import { confirmFollow, followByMail, getFollowedPages, getMailedFollow } from '#contract/audiences/routes.ts'
import { getPost } from '#contract/posts/routes.ts'
import {
  aRegistration,
  aSignedInUser,
  aUser,
  mailedSecret,
  PASSWORD,
  reinstate,
  suspend,
} from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { newSuffix } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000
const FOR_FOLLOWERS = [
  { reach: 'followers' as const, planIds: [], isExact: false, fromAt: null, untilAt: null },
]

let app: TestApp
let visitors = 0

beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: 'loopback' })
})
afterAll(() => app.close())

async function aPage() {
  const { user, session } = await aSignedInUser(app)
  const creator = await aCreator(app.db, user.id)
  return { user, session, creator, pageHandle: creator.handle }
}

function anAddress(): string {
  return `visitor-${newSuffix()}@example.org`
}

/** Each from an address of its own, so that no limit is hit. */
async function ask(pageHandle: string, email: string) {
  visitors += 1
  const headers = { 'x-forwarded-for': `203.0.113.${visitors}` }
  const answer = await app.call(followByMail, { pageHandle, email }, { headers })
  await app.drain()
  return answer
}

const linkOf = (email: string) => mailedSecret(app, email, 'confirm-follow')
const finish = (token: string, given = {}) =>
  app.call(confirmFollow, { token, name: 'Ravi', password: PASSWORD, ageConfirmed: true, ...given })
const subjectsOf = async (email: string) => (await app.mails(email)).map(({ subject }) => subject)

describe('following by e-mail', () => {
  test('opens an account, signs it in, and opens followers’ posts', async () => {
    const page = await aPage()
    const email = anAddress()
    const { id } = await aPost(app.db, page.creator.id, { audience: FOR_FOLLOWERS })
    await ask(page.pageHandle, email)
    expect(await subjectsOf(email)).toEqual([`Finish following ${page.creator.pageName} on Cheers`])
    const token = await linkOf(email)
    for (let count = 0; count < 2; count += 1)
      expect((await app.call(getMailedFollow, { token })).body).toMatchObject({
        pageHandle: page.pageHandle,
        email,
      })
    const answer = await finish(token)
    expect(answer.body.pageHandle).toBe(page.pageHandle)
    const as = app.sessionOf(answer)
    expect((await app.call(getLoggedInUser, {}, { as })).body.user).toMatchObject({ name: 'Ravi', email })
    expect((await app.call(getFollowedPages, {}, { as })).body).toMatchObject([
      { pageHandle: page.pageHandle, isMailed: true },
    ])
    expect((await app.call(getPost, { id }, { as })).body.locked).toBe(false)
    expect((await app.call(login, { email, password: PASSWORD })).body.token).toBeDefined()
  })

  test('works once; the used link says so', async () => {
    const page = await aPage()
    const email = anAddress()
    await ask(page.pageHandle, email)
    const token = await linkOf(email)
    const answers = await Promise.all([finish(token), finish(token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await finish(token)).failure.code).toBe('follow_link_used')
    expect((await app.call(getMailedFollow, { token })).body).toMatchObject({ email: null })
  })

  test('expires after a day, and is swept', async () => {
    const page = await aPage()
    const email = anAddress()
    await ask(page.pageHandle, email)
    const token = await linkOf(email)
    await app.clock.advance(app.db, DAY_MS)
    expect((await finish(token)).failure.code).toBe('follow_link_invalid')
    expect((await app.call(getMailedFollow, { token })).status).toBe(400)
    await app.clock.advance(app.db, 1000)
    await many(app.db, sql`insert into jobs (name) values ('audiences.sweep-mailed-follows')`)
    await app.drain()
    const left = await many(app.db, sql<{ id: string }>`select id from mailed_follows where email = ${email}`)
    expect(left).toEqual([])
  })

  test('the newest link counts', async () => {
    const page = await aPage()
    const email = anAddress()
    await ask(page.pageHandle, email)
    const older = await linkOf(email)
    await ask(page.pageHandle, email)
    const newer = await linkOf(email)
    expect(newer).not.toBe(older)
    expect((await finish(older)).failure.code).toBe('follow_link_invalid')
    expect((await finish(newer)).status).toBe(200)
  })

  test('takes over a sign-up that was never activated, with the password chosen by the mailbox', async () => {
    const page = await aPage()
    const form = aRegistration({ password: 'a-strangers-lamp-77' })
    await app.call(register, form)
    const activation = await mailedSecret(app, form.email, 'activate-account')
    await ask(page.pageHandle, form.email)
    expect((await finish(await linkOf(form.email))).status).toBe(200)
    const { email } = form
    expect((await app.call(login, { email, password: form.password })).status).toBe(401)
    expect((await app.call(login, { email, password: PASSWORD })).body.token).toBeDefined()
    expect((await app.call(verify, { token: activation })).status).toBe(400)
  })

  test('refuses a common password, and the link still works', async () => {
    const page = await aPage()
    const email = anAddress()
    await ask(page.pageHandle, email)
    const token = await linkOf(email)
    expect((await finish(token, { password: 'password123' })).status).toBe(422)
    expect((await finish(token)).status).toBe(200)
  })

  test('is refused while the page is suspended, before and after the mail', async () => {
    const page = await aPage()
    const email = anAddress()
    await ask(page.pageHandle, email)
    const token = await linkOf(email)
    await suspend(app.db, app.platform, page.user.id)
    expect((await ask(page.pageHandle, anAddress())).failure.code).toBe('page_not_found')
    expect((await finish(token)).failure.code).toBe('follow_link_invalid')
    await reinstate(app.db, app.platform, page.user.id)
    expect((await finish(token)).status).toBe(200)
  })
})

describe('an address that has an account', () => {
  test('gets the same answer, and a mail that leads to logging in', async () => {
    const page = await aPage()
    const known = await aUser(app.db)
    const [ofKnown, ofUnknown] = [
      await ask(page.pageHandle, known.email),
      await ask(page.pageHandle, anAddress()),
    ]
    const visible = ({ status, body, headers }: typeof ofKnown) => ({
      status,
      body,
      headers: [...headers].filter(([name]) => name !== 'date'),
    })
    expect(visible(ofKnown)).toEqual(visible(ofUnknown))
    const [mail] = await app.mails(known.email)
    expect(mail?.subject).toBe(`Log in to follow ${page.creator.pageName}`)
    const link = new URL(mail?.links.find((address) => address.includes('/login')) ?? '')
    expect(link.searchParams.get('next')).toBe(`/${page.pageHandle}?follow=1`)
    expect(mail?.links.join()).not.toContain('confirm-follow')
  })

  test('gets no mail when the page would refuse it: its owner, and who is blocked', async () => {
    const page = await aPage()
    const blocked = await aUser(app.db)
    await app.call(blockUser, { userId: blocked.id }, { as: page.session })
    for (const { email } of [page.user, blocked]) {
      const { status } = await ask(page.pageHandle, email)
      expect(status).toBe(200)
      expect(await subjectsOf(email)).toEqual([])
    }
  })

  test('has used up the link when it came to be in another way', async () => {
    const page = await aPage()
    const form = aRegistration()
    await app.call(register, form)
    await ask(page.pageHandle, form.email)
    const token = await linkOf(form.email)
    await app.call(verify, { token: await mailedSecret(app, form.email, 'activate-account') })
    expect((await finish(token)).failure.code).toBe('follow_link_used')
    expect((await app.call(getMailedFollow, { token })).body).toMatchObject({ email: null })
  })
})

test('an address gets five mails an hour, whatever the pages, and hears no difference', async () => {
  const email = anAddress()
  const answers = []
  for (let count = 0; count < 7; count += 1) answers.push(await ask((await aPage()).pageHandle, email))
  expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(1)
  expect(await subjectsOf(email)).toHaveLength(5)
})
