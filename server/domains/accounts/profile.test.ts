import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getLoggedInUser, updateUser } from '#contract/accounts/routes.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { asSent } from '#server/testing/as-sent.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aSession, aUser, type BuiltUser } from './testing.ts'

let app: TestApp
let user: BuiltUser
let session: TestSession

beforeAll(async () => {
  app = await startTestApp()
  user = await aUser(app.db, { name: 'Ravi Menon', username: 'ravi' })
  session = await aSession(app.db, app.platform, user.id)
})
afterAll(() => app.close())

function save(form: Record<string, unknown>, as: TestSession | undefined = session) {
  return app.call(updateUser, asSent(form), { as })
}

describe('a profile', () => {
  test('takes a display name, a username and a country, and answers with them', async () => {
    const answer = await save({ displayName: ' Ravi K. Menon ', username: 'ravi.menon', country: 'India' })
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Profile updated successfully!' } })
    const changed = {
      name: 'Ravi K. Menon',
      displayName: 'Ravi K. Menon',
      username: 'ravi.menon',
      country: 'India',
    }
    expect(answer.body.user).toMatchObject(changed)
    expect((await app.call(getLoggedInUser, {}, { as: session })).body.user).toMatchObject(changed)
  })

  test('takes the name under its older key as well', async () => {
    expect((await save({ name: 'Ravi', username: 'ravi' })).body.user.displayName).toBe('Ravi')
  })

  test('keeps a country that is not sent, and removes one that is sent empty', async () => {
    await save({ displayName: 'Ravi', username: 'ravi', country: 'Nepal' })
    expect((await save({ displayName: 'Ravi', username: 'ravi' })).body.user.country).toBe('Nepal')
    expect(
      (await save({ displayName: 'Ravi', username: 'ravi', country: null })).body.user.country,
    ).toBeNull()
  })

  test('refuses a picture that comes as text, and takes what forms write for none', async () => {
    const form = { displayName: 'Ravi', username: 'ravi' }
    for (const profileImage of [
      'https://pictures.example/me.jpg',
      '[object File]',
      'data:image/png;base64,AAAA',
    ])
      for (const files of [undefined, {}])
        expect(
          await app.call(updateUser, asSent({ ...form, profileImage }), {
            as: session,
            ...(files && { files }),
          }),
        ).toMatchObject({ status: 422, failure: { code: 'invalid_input', field: 'profileImage' } })
    for (const profileImage of ['', 'null', 'undefined'])
      expect(
        (await app.call(updateUser, asSent({ ...form, profileImage }), { as: session, files: {} })).status,
      ).toBe(200)
    expect((await save({ ...form, profileImage: null })).status).toBe(200)
  })

  test('refuses a file where text belongs', async () => {
    const files = { username: new Blob(['ravi'], { type: 'text/plain' }) }
    const answer = await app.call(updateUser, asSent({ displayName: 'Ravi' }), { as: session, files })
    expect(answer).toMatchObject({ status: 422, failure: { code: 'invalid_input', field: 'username' } })
  })

  test.each([
    ['nothing', {}],
    ['no username', { displayName: 'Ravi' }],
    ['an empty username', { displayName: 'Ravi', username: '' }],
    ['no name', { username: 'ravi' }],
    ['an empty name', { displayName: '', username: 'ravi' }],
    ['a name of spaces', { displayName: '  ', username: 'ravi' }],
  ])('needs both name and username: %s is refused', async (_, form) => {
    expect(await save(form)).toMatchObject({
      status: 422,
      failure: { message: 'All fields are required', msg: 'All fields are required' },
    })
  })

  test('cannot take the username of another user, but its own in another case', async () => {
    await aUser(app.db, { username: 'Meera' })
    expect(await save({ displayName: 'Ravi', username: 'mEERA' })).toMatchObject({
      status: 409,
      failure: { code: 'username_taken', field: 'username' },
    })
    expect((await save({ displayName: 'Ravi', username: 'RAVI' })).body.user.username).toBe('RAVI')
  })

  test('does not change address, picture, rights or another user through extra fields', async () => {
    const other = await aUser(app.db, { name: 'Other Person' })
    const answer = await save({
      displayName: 'Ravi',
      username: 'ravi',
      email: 'taken-over@example.org',
      _id: other.id,
      userId: other.id,
      isCreator: true,
      status: 'suspended',
      passwordHash: 'x',
    })
    expect(answer.body.user).toMatchObject({
      _id: user.id,
      email: user.email,
      isCreator: false,
      pageHandle: null,
    })
    const others = await aSession(app.db, app.platform, other.id)
    expect((await app.call(getLoggedInUser, {}, { as: others })).body.user.name).toBe('Other Person')
  })

  test('can be changed by its signed-in owner alone', async () => {
    expect(await save({ displayName: 'Eve', username: 'eve' }, { token: '', cookie: '' })).toMatchObject({
      status: 401,
      failure: { code: 'signed_out', message: 'Please log in to continue.' },
    })
  })

  test('names the own creator page once there is one', async () => {
    const owner = await aUser(app.db)
    await aCreator(app.db, owner.id, { handle: 'Ravi-Live' })
    const me = await app.call(getLoggedInUser, {}, { as: await aSession(app.db, app.platform, owner.id) })
    expect(me.body.user).toMatchObject({ isCreator: true, pageHandle: 'Ravi-Live' })
  })
})
