import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { setFollowMails, unfollowPage } from '#contract/audiences/routes.ts'
import {
  changeDigest,
  changeNotificationChoice,
  getNotificationChoices,
  listPageChoices,
} from '#contract/notifications/choice-routes.ts'
import { updateNotificationPreferences } from '#contract/notifications/routes.ts'
import { aSignedInUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { aFollow } from '#server/domains/audiences/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

let app: TestApp
let person: { user: BuiltUser; session: TestSession }
let page: { id: string; handle: string }

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  person = await aSignedInUser(app)
  const owner = await aSignedInUser(app)
  page = await aCreator(app.db, owner.user.id, { pageName: 'Asha Rao' })
})

const as = () => ({ as: person.session })
const choose = (choice: Parameters<typeof app.call<typeof changeNotificationChoice>>[1]) =>
  app.call(changeNotificationChoice, choice, as())
async function choiceAbout(topic: string) {
  const { body } = await app.call(getNotificationChoices, {}, as())
  return body.topics.find((of) => of.topic === topic)
}
async function choiceOfPage() {
  return (await app.call(listPageChoices, {}, as())).body.find(({ _id }) => _id === page.id)
}

describe('what reaches people where', () => {
  test('is preset, and changed part by part', async () => {
    expect(await choiceAbout('newPosts')).toEqual({ topic: 'newPosts', bell: true, mail: 'now', push: true })
    expect(await choiceAbout('likes')).toMatchObject({ bell: true, mail: 'off', push: false })
    await choose({ topic: 'members', mail: 'weekly' })
    await choose({ topic: 'members', bell: false })
    expect(await choiceAbout('members')).toMatchObject({ bell: false, mail: 'weekly', push: true })
  })

  test('leaves mails about money as they are, and likes without mails', async () => {
    for (const topic of ['payouts', 'refunds', 'memberships', 'likes'] as const)
      expect(await choose({ topic, mail: 'now' })).toMatchObject({
        status: 422,
        failure: { code: 'choice_not_offered' },
      })
    expect((await choose({ topic: 'likes', pageHandle: page.handle, bell: false })).status).toBe(422)
    expect((await choose({ topic: 'newPosts', pageHandle: 'nobody-here', bell: false })).status).toBe(404)
    expect((await choose({ topic: 'payouts', bell: false })).body).toMatchObject({ bell: false, mail: 'now' })
  })

  test('agrees with the switch “Creator updates”, whichever is used', async () => {
    await choose({ topic: 'newPosts', mail: 'weekly' })
    await app.call(updateNotificationPreferences, { creatorUpdates: false }, as())
    expect(await choiceAbout('newPosts')).toMatchObject({ mail: 'off' })
    await app.call(updateNotificationPreferences, { creatorUpdates: true }, as())
    expect(await choiceAbout('newPosts')).toMatchObject({ mail: 'weekly' })
    await choose({ topic: 'newPosts', mail: 'off' })
    expect((await app.call(updateNotificationPreferences, {}, as())).body).toMatchObject({
      creatorUpdates: false,
    })
  })
})

describe('about one page', () => {
  test('supporters and followers choose apart from all others', async () => {
    expect(await choiceOfPage()).toBeUndefined()
    await aSubscription(app.db, person.user.id, await aPlan(app.db, page.id))
    await choose({ topic: 'newPosts', mail: 'daily' })
    expect(await choiceOfPage()).toMatchObject({ mail: 'daily', bell: true, isOwn: false })
    await choose({ topic: 'newPosts', pageHandle: page.handle, mail: 'off', push: false })
    expect(await choiceOfPage()).toMatchObject({ mail: 'off', push: false, bell: true, isOwn: true })
    expect(await choiceAbout('newPosts')).toMatchObject({ mail: 'daily', push: true })
  })

  test('it agrees with a follower’s own switch on the page, whichever is used', async () => {
    await aFollow(app.db, person.user.id, page.id)
    await choose({ topic: 'newPosts', pageHandle: page.handle, mail: 'off' })
    expect(await choiceOfPage()).toMatchObject({ mail: 'off' })
    await app.call(setFollowMails, { pageHandle: page.handle, isMailed: true }, as())
    expect(await choiceOfPage()).toMatchObject({ mail: 'now' })
    await choose({ topic: 'newPosts', pageHandle: page.handle, mail: 'daily' })
    await app.call(setFollowMails, { pageHandle: page.handle, isMailed: false }, as())
    expect(await choiceOfPage()).toMatchObject({ mail: 'off' })
    await app.call(unfollowPage, { pageHandle: page.handle }, as())
    expect(await choiceOfPage()).toBeUndefined()
  })

  test('the list is read page by page', async () => {
    for (let at = 0; at < 5; at += 1) {
      const owner = await aSignedInUser(app)
      await aFollow(app.db, person.user.id, (await aCreator(app.db, owner.user.id)).id)
    }
    const first = (await app.call(listPageChoices, { limit: 3 }, as())).body
    const cursor = first.at(-1)?._id ?? ''
    const rest = (await app.call(listPageChoices, { limit: 3, cursor }, as())).body
    expect(new Set([...first, ...rest].map(({ _id }) => _id)).size).toBe(5)
  })
})

describe('the time zone', () => {
  const set = (timeZone: string, isGuess?: boolean) =>
    app.call(changeDigest, { timeZone, ...(isGuess === undefined ? {} : { isGuess }) }, as())

  test('is learned once, and then only changed by its owner', async () => {
    expect((await set('Asia/Kolkata', true)).body).toEqual({ isWanted: true, timeZone: 'Asia/Kolkata' })
    expect((await set('Europe/Berlin', true)).body).toMatchObject({ timeZone: 'Asia/Kolkata' })
    expect((await set('Europe/Berlin')).body).toMatchObject({ timeZone: 'Europe/Berlin' })
  })

  test('is one that exists', async () => {
    for (const timeZone of ['Mars/Olympus', '', '+05:30'])
      expect(await set(timeZone)).toMatchObject({ status: 422, failure: { code: 'time_zone_unknown' } })
  })
})
