import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { setAdultPages } from '#contract/accounts/adult-routes.ts'
import {
  creatorDetails,
  getCreators,
  getPlanNames,
  getUsersCreatorPage,
  joinAsCreator,
  updateCreator,
} from '#contract/creators/routes.ts'
import { aSignedInUser, aUser } from '#server/domains/accounts/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { one, sql } from '#server/platform/db/query.ts'
import { newId, newSuffix } from '#server/platform/ids.ts'
import { asSent } from '#server/testing/as-sent.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aCreator } from './testing.ts'

let app: TestApp
let basicId: string

beforeAll(async () => {
  app = await startTestApp()
  basicId = (await app.call(getPlanNames, {})).body[0]?._id ?? ''
})
afterAll(() => app.close())

function aForm(given: Record<string, unknown> = {}) {
  const pageHandle = `page-${newSuffix()}`
  return { pageName: 'Asha Rao', pageHandle, isAdultContent: false, planId: basicId, ...given }
}

function join(form: Record<string, unknown>, session: TestSession) {
  return app.call(joinAsCreator, asSent(form), { as: session })
}

function change(handle: string, form: Record<string, unknown>, session: TestSession) {
  return app.call(updateCreator, { ...form, pageHandle: handle }, { as: session })
}

describe('the platform plans', () => {
  test("are three, with the platform's share", async () => {
    const { body } = await app.call(getPlanNames, {})
    expect(body.map(({ name, percentCharge }) => [name, percentCharge])).toEqual([
      ['Basic', 5],
      ['Pro', 10],
      ['Premium', 25],
    ])
    for (const { _id, id } of body) expect(id).toBe(_id)
  })
})

describe('opening a creator page', () => {
  test('makes the page and its owner a creator', async () => {
    const { session } = await aSignedInUser(app)
    expect((await app.call(getUsersCreatorPage, {}, { as: session })).failure.code).toBe('no_page')
    const answer = await join(aForm({ pageName: ' Asha Rao ', pageHandle: 'Asha-Rao_1' }), session)
    expect(answer).toMatchObject({ status: 200, body: { pageHandle: 'Asha-Rao_1' } })
    const own = await app.call(getUsersCreatorPage, {}, { as: session })
    expect(own.body).toEqual({
      _id: expect.any(String),
      pageName: 'Asha Rao',
      pageHandle: 'Asha-Rao_1',
      headline: '',
      bannerTitle: '',
      bannerSubTitle: '',
      isAdultContent: false,
      profileImage: null,
      bannerImage: null,
      planId: basicId,
      isCurrentUser: true,
      isBlocked: false,
      topics: [],
      isFollowing: false,
      isFollowMailed: false,
      followerCount: null,
      memberCount: null,
      postCount: null,
      hasCollections: false,
      hasRooms: false,
      hasLive: false,
      liveNow: null,
      fromPrice: null,
      setup: { isShared: false },
      isSubscribed: false,
      isPaymentFailed: false,
    })
    const { body } = await app.call(creatorDetails, { pageHandle: 'aSHA-rAO_1' })
    expect(body).toEqual({ ...own.body, isCurrentUser: false, setup: null })
  })

  test('says what is wrong in the order of the form, and "username" about the handle alone', async () => {
    const { session } = await aSignedInUser(app)
    const steps: [form: Record<string, unknown>, message: string, field: string][] = [
      [{ pageName: ' ', planId: '', pageHandle: '' }, 'Creator name is required.', 'pageName'],
      [{ planId: '', pageHandle: '' }, 'Plan is required.', 'planId'],
      [{ planId: 'basic', pageHandle: '' }, 'Plan is required.', 'planId'],
      [{ pageHandle: ' ' }, 'Username is required.', 'pageHandle'],
      [
        { pageHandle: 'asha rao' },
        'Username can only contain letters, numbers, dashes, and underscores with no spaces.',
        'pageHandle',
      ],
      [{ pageHandle: 'ab' }, 'Username must have 3 to 30 characters.', 'pageHandle'],
      [{ pageHandle: 'Explore' }, 'This username is reserved. Please choose another.', 'pageHandle'],
      [{ planId: newId(new Date()) }, 'Plan is required.', 'planId'],
      [{ pageName: 'a'.repeat(61) }, 'Please use at most 60 characters.', 'pageName'],
    ]
    for (const [given, message, field] of steps) {
      const answer = await join(aForm(given), session)
      expect(answer).toMatchObject({ status: 422, failure: { message, msg: message, field } })
      expect(/username/i.test(answer.failure.message)).toBe(field === 'pageHandle')
    }
  })

  test('refuses every reserved handle, whatever its case', async () => {
    const { session } = await aSignedInUser(app)
    for (const pageHandle of [
      'login',
      'API',
      'assets',
      'media',
      'Admin',
      'cheers',
      'official',
      'payout',
      'well-known',
    ])
      expect((await join(aForm({ pageHandle }), session)).failure.field).toBe('pageHandle')
  })

  test('refuses a handle that differs from another in case only', async () => {
    await aCreator(app.db, (await aUser(app.db)).id, { handle: 'Meera-Das' })
    const answer = await join(aForm({ pageHandle: 'mEERA-dAS' }), (await aSignedInUser(app)).session)
    expect(answer).toMatchObject({
      status: 409,
      failure: { code: 'handle_taken', field: 'pageHandle', message: 'This username is already taken.' },
    })
  })

  test('makes one page per person, even when two tabs send the form at once', async () => {
    const { user, session } = await aSignedInUser(app)
    const answers = await Promise.all([1, 2, 3].map(() => join(aForm(), session)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.failure).toMatchObject({
      code: 'already_creator',
      message: 'You already have a creator page.',
    })
    const pages = sql<{ count: number }>`select count(*) from creators where user_id = ${user.id}`
    expect((await one(app.db, pages)).count).toBe(1)
    expect((await join(aForm(), session)).failure.code).toBe('already_creator')
  })

  test('gives a handle to one of two people who request it at once', async () => {
    const pageHandle = `wanted-${newSuffix()}`
    const people = [await aSignedInUser(app), await aSignedInUser(app)]
    const answers = await Promise.all(people.map(({ session }) => join(aForm({ pageHandle }), session)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('is for signed-in people', async () => {
    expect((await join(aForm(), { token: '', cookie: '' })).status).toBe(401)
  })
})

describe('changing a page', () => {
  test('writes the fields that are sent and keeps the rest', async () => {
    const { user, session } = await aSignedInUser(app)
    const creator = await aCreator(app.db, user.id, { headline: 'Songs about tea', bannerTitle: 'Welcome' })
    const answer = await change(creator.handle, { pageName: 'Asha & Band', bannerTitle: '' }, session)
    expect(answer.body).toMatchObject({
      pageName: 'Asha & Band',
      headline: 'Songs about tea',
      bannerTitle: '',
    })
    expect((await change(creator.handle, { isAdultContent: true }, session)).body.isAdultContent).toBe(true)
    const asForm = await app.call(
      updateCreator,
      { pageHandle: creator.handle, headline: 'By form', isAdultContent: 'false' },
      { as: session, files: {} },
    )
    expect(asForm.body).toMatchObject({ headline: 'By form', isAdultContent: false, pageName: 'Asha & Band' })
  })

  test('needs a page name when one is sent', async () => {
    const { user, session } = await aSignedInUser(app)
    const { handle } = await aCreator(app.db, user.id)
    for (const pageName of ['', '   '])
      expect(await change(handle, { pageName }, session)).toMatchObject({
        status: 422,
        failure: { message: 'Please fill all required fields', field: 'pageName' },
      })
  })

  test.each(['userId', 'platformPlanId', 'planId', 'handle', 'isCurrentUser', 'createdAt', 'profile_image'])(
    'refuses the field %s, which is nobody’s to change here',
    async (field) => {
      const { user, session } = await aSignedInUser(app)
      const { handle } = await aCreator(app.db, user.id)
      expect(await change(handle, { headline: 'New', [field]: 'x' }, session)).toMatchObject({
        status: 422,
        failure: { message: `Unknown field: ${field}.`, field },
      })
      expect((await app.call(creatorDetails, { pageHandle: handle })).body.headline).toBe('')
    },
  )

  test('never changes the handle, nor another page than the one addressed', async () => {
    const { user, session } = await aSignedInUser(app)
    const { handle } = await aCreator(app.db, user.id)
    const other = await aCreator(app.db, (await aUser(app.db)).id)
    const response = await fetch(`${app.baseUrl}/api/creator/update/${handle}`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${session.token}`,
        cookie: `cheers-${new URL(app.platform.config.publicUrl).port}=${session.cookie}`,
      },
      body: JSON.stringify({ pageHandle: other.handle, headline: 'Mine' }),
    })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'bad_request', field: 'pageHandle' },
    ])
    expect((await app.call(creatorDetails, { pageHandle: handle })).body.headline).toBe('')
    expect((await app.call(creatorDetails, { pageHandle: other.handle })).body.headline).toBe('')
  })

  test('is for its owner alone', async () => {
    const { user } = await aSignedInUser(app)
    const { handle } = await aCreator(app.db, user.id)
    const otherCreator = await aSignedInUser(app)
    await aCreator(app.db, otherCreator.user.id)
    for (const { session } of [await aSignedInUser(app), otherCreator])
      expect(await change(handle, { headline: 'Taken over' }, session)).toMatchObject({
        status: 403,
        failure: { code: 'forbidden' },
      })
    expect((await app.call(updateCreator, { pageHandle: handle, headline: 'x' })).status).toBe(401)
    expect((await change('no-such-page', { headline: 'x' }, (await aSignedInUser(app)).session)).status).toBe(
      404,
    )
    expect((await app.call(creatorDetails, { pageHandle: handle })).body.headline).toBe('')
  })
})

describe('pages as others see them', () => {
  test('are listed newest first, without those with adult content', async () => {
    const [first, adult, second] = [
      await aCreator(app.db, (await aUser(app.db)).id),
      await aCreator(app.db, (await aUser(app.db)).id, { isAdult: true }),
      await aCreator(app.db, (await aUser(app.db)).id),
    ]
    const { body } = await app.call(getCreators, {})
    const ids = body.map(({ _id }) => _id)
    expect(ids.indexOf(second.id)).toBeLessThan(ids.indexOf(first.id))
    expect(ids).not.toContain(adult.id)
    expect(body.every(({ isCurrentUser }) => !isCurrentUser)).toBe(true)
    const next = await app.call(getCreators, { cursor: second.id, limit: 1 })
    expect(next.body.map(({ _id }) => _id)).toEqual([first.id])
    const seen = (await app.call(creatorDetails, { pageHandle: adult.handle })).body
    expect(seen).toMatchObject({ isAdultContent: true, planId: basicId })
  })

  test('with adult content are listed and found for viewers who asked for them, and for nobody else', async () => {
    const adult = await aCreator(app.db, (await aUser(app.db)).id, { isAdult: true, pageName: 'After Dark' })
    const [asked, other] = [await aSignedInUser(app), await aSignedInUser(app)]
    const found = async (as?: TestSession) => {
      const ids = (await app.call(getCreators, { search: 'After Dark' }, { as })).body.map(({ _id }) => _id)
      const [newest] = (await app.call(getCreators, { limit: 1 }, { as })).body
      expect(newest?._id === adult.id).toBe(ids.includes(adult.id))
      return ids
    }
    await app.call(setAdultPages, { seesAdultPages: true }, { as: asked.session })
    expect(await found(asked.session)).toEqual([adult.id])
    expect([...(await found(other.session)), ...(await found())]).toEqual([])
    await app.call(setAdultPages, { seesAdultPages: false }, { as: asked.session })
    expect(await found(asked.session)).toEqual([])
  })

  test('tell members which they support', async () => {
    const creator = await aCreator(app.db, (await aUser(app.db)).id)
    const { user, session } = await aSignedInUser(app)
    await aSubscription(app.db, user.id, await aPlan(app.db, creator.id))
    const details = await app.call(creatorDetails, { pageHandle: creator.handle }, { as: session })
    expect(details.body.isSubscribed).toBe(true)
    expect(details.body.planId).toBe(basicId)
    const listed = await app.call(getCreators, {}, { as: session })
    expect(listed.body.filter(({ isSubscribed }) => isSubscribed).map(({ _id }) => _id)).toEqual([creator.id])
  })

  test.each(['nobody-here', 'no body', 'a\u0000b', '..', 'a'.repeat(65), "x' or '1'='1"])(
    'do not exist at an address like %j',
    async (pageHandle) => {
      const answer = await app.call(creatorDetails, { pageHandle })
      expect([404, 422]).toContain(answer.status)
    },
  )
})
