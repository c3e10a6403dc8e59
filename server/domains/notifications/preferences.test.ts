import fs from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  getNotificationPreferences,
  unsubscribe,
  updateNotificationPreferences,
} from '#contract/notifications/routes.ts'
import { createPost } from '#contract/posts/routes.ts'
import { aSession, aUser, type BuiltUser, suspend } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { unsubscribe as endMails, unsubscribeUrl } from './unsubscribe.ts'

const SUBJECT = 'A new post by Asha Rao'

let app: TestApp
let member: BuiltUser
let session: TestSession

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  member = await aUser(app.db)
  session = await aSession(app.db, app.platform, member.id)
})

async function preferences() {
  return (await app.call(getNotificationPreferences, {}, { as: session })).body
}

describe('what people are mailed about', () => {
  test('is service until they choose: marketing is off', async () => {
    expect(await preferences()).toEqual({
      replies: true,
      creatorUpdates: true,
      productUpdates: false,
      newsletter: false,
      offers: false,
    })
  })

  test('changes one by one, and for nobody else', async () => {
    const answer = await app.call(updateNotificationPreferences, { newsletter: true }, { as: session })
    expect(answer.body).toMatchObject({ newsletter: true, offers: false, replies: true })
    await app.call(updateNotificationPreferences, { replies: false }, { as: session })
    expect(await preferences()).toMatchObject({ newsletter: true, replies: false, creatorUpdates: true })
    const other = await aUser(app.db)
    const others = await aSession(app.db, app.platform, other.id)
    expect((await app.call(getNotificationPreferences, {}, { as: others })).body).toMatchObject({
      newsletter: false,
    })
  })

  test('takes yes and no', async () => {
    const sent = { newsletter: 'maybe' } as unknown as { newsletter: boolean }
    expect((await app.call(updateNotificationPreferences, sent, { as: session })).status).toBe(422)
  })
})

describe('the link that ends mails', () => {
  const post = (url: string, headers: Record<string, string>, body: string | FormData) =>
    fetch(url.replace(app.platform.config.publicUrl, app.baseUrl), { method: 'POST', headers, body })

  test('works on its page, signed out', async () => {
    const token = unsubscribeUrl(app.platform, member.id, 'creatorUpdates').split('/').at(-1) ?? ''
    expect((await app.call(unsubscribe, { token })).status).toBe(200)
    expect((await app.call(unsubscribe, { token })).status).toBe(200)
    expect(await preferences()).toMatchObject({ creatorUpdates: false, replies: true })
  })

  test('works with the one click of a mail program, which posts a form', async () => {
    const url = unsubscribeUrl(app.platform, member.id, 'replies')
    const answer = await post(
      url,
      { 'content-type': 'application/x-www-form-urlencoded' },
      'List-Unsubscribe=One-Click',
    )
    expect(answer.status).toBe(200)
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    expect((await post(url, {}, form)).status).toBe(200)
    expect(await preferences()).toMatchObject({ replies: false, creatorUpdates: true })
  })

  test('works from a mail sent before the secret key was changed', async () => {
    const { secretKey, config } = app.platform
    const signedBefore = { ...app.platform, secretKey: 'the key before, for tests only, 32+' }
    const token = unsubscribeUrl(signedBefore, member.id, 'replies').split('/').at(-1) ?? ''
    const during = { ...app.platform, config: { ...config, previousSecretKey: signedBefore.secretKey } }
    const now = app.clock.now()
    expect(secretKey).not.toBe(signedBefore.secretKey)
    await expect(endMails(app.db, app.platform, token, now)).rejects.toThrow()
    await endMails(app.db, during, token, now)
    expect(await preferences()).toMatchObject({ replies: false })
  })

  test('does nothing when it was tampered with', async () => {
    const other = await aUser(app.db)
    const [, name = '', signature = ''] = (
      unsubscribeUrl(app.platform, member.id, 'replies').split('/').at(-1) ?? ''
    ).split('.')
    for (const token of [
      '',
      'x',
      `${member.id}.${name}.`,
      `${member.id}.newsletter.${signature}`,
      `${other.id}.${name}.${signature}`,
      `${member.id}.everything.${signature}`,
    ])
      expect(await app.call(unsubscribe, { token })).toMatchObject({
        status: 400,
        failure: { code: 'unsubscribe_link_invalid' },
      })
    expect(await preferences()).toMatchObject({ replies: true })
  })
})

describe('a new post', () => {
  async function aCreatorWithMember() {
    const owner = await aUser(app.db)
    const creator = await aCreator(app.db, owner.id, { pageName: 'Asha Rao' })
    const low = await aPlan(app.db, creator.id, { priceCents: 500 })
    const high = await aPlan(app.db, creator.id, { priceCents: 900 })
    await aSubscription(app.db, member.id, low)
    const owners = await aSession(app.db, app.platform, owner.id)
    const publish = async (planId?: string) => {
      await app.call(
        createPost,
        { content: '<p>A secret verse</p>', ...(planId ? { planId } : {}) },
        { as: owners },
      )
      await app.drain()
      return (await app.mails(member.email)).filter(({ subject }) => subject === SUBJECT)
    }
    return { publish, low, high, owner }
  }

  test('is mailed to the supporters who can read it, with a way to end such mails', async () => {
    const { publish, owner } = await aCreatorWithMember()
    const [mail, ...more] = await publish()
    expect(more).toEqual([])
    // What it says, too: whoever is mailed may read it.
    expect(mail?.text).toContain('secret')
    expect(mail?.links).toContain(unsubscribeUrl(app.platform, member.id, 'creatorUpdates'))
    expect(await app.mails(owner.email)).toEqual([])
  })

  test('offers mail programs that way as well, for their own button', async () => {
    const { publish } = await aCreatorWithMember()
    await publish()
    const folder = path.join(app.platform.config.dataDir, 'mail')
    const files = await fs.readdir(folder)
    const mails = await Promise.all(files.map((file) => fs.readFile(path.join(folder, file), 'utf8')))
    // Long headers are folded onto several lines.
    const [headers = ''] = (mails.find((mail) => mail.includes(`To: ${member.name} <${member.email}>`)) ?? '')
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n\r\n')
    expect(headers).toContain(
      `List-Unsubscribe: <${unsubscribeUrl(app.platform, member.id, 'creatorUpdates')}>`,
    )
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  })

  test('for a plan is mailed to its members and those of dearer ones', async () => {
    const { publish, low, high } = await aCreatorWithMember()
    expect(await publish(high.id)).toEqual([])
    expect(await publish(low.id)).toHaveLength(1)
  })

  test('is mailed to nobody if its creator is suspended meanwhile', async () => {
    const { owner } = await aCreatorWithMember()
    const owners = await aSession(app.db, app.platform, owner.id)
    await app.call(createPost, { content: '<p>A last verse</p>' }, { as: owners })
    await suspend(app.db, app.platform, owner.id)
    await app.drain()
    expect((await app.mails(member.email)).filter(({ subject }) => subject === SUBJECT)).toEqual([])
  })

  test('is not mailed to members who turned such mails off', async () => {
    const { publish } = await aCreatorWithMember()
    await app.call(updateNotificationPreferences, { creatorUpdates: false }, { as: session })
    expect(await publish()).toEqual([])
  })
})
