import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getLoggedInUser, login, register } from '#contract/accounts/routes.ts'
import { many, run, sql } from '#server/platform/db/query.ts'

import { aRegistration, mailedSecret, PASSWORD } from './flow-testing.ts'
import { type GoogleRig, startGoogleRig } from './google-testing.ts'
import { aFactor, aUser } from './testing.ts'

let rig: GoogleRig

beforeAll(async () => {
  rig = await startGoogleRig()
})
afterAll(() => rig.close())

function listUserIds(email: string) {
  return many(rig.app.db, sql<{ id: string }>`select id from users where email = ${email}`)
}

/** Signs in a user whose address changes and whose subject doesn't. */
async function signInAs(email: string) {
  const popup = await rig.start()
  const idToken = await rig.issuer.signIdToken({
    sub: '108000000000000000001',
    email,
    email_verified: true,
    nonce: popup.nonce,
  })
  const answer = await rig.call({ idToken, cookie: popup.cookie })
  return (await rig.app.call(getLoggedInUser, {}, { as: rig.app.sessionOf(answer) })).body.user
}

describe('signing in with Google', () => {
  test('asks for the second step where the account has one', async () => {
    const email = 'protected@example.org'
    const id = (await signInAs(email))._id
    await aFactor(rig.app, id)
    const popup = await rig.start()
    const claims = { sub: '108000000000000000001', email, email_verified: true, nonce: popup.nonce }
    const answer = await rig.call({ idToken: await rig.issuer.signIdToken(claims), cookie: popup.cookie })
    expect(answer.body).toMatchObject({ challenge: expect.any(String), second: { ways: ['app'] } })
    expect(answer.body.token).toBeUndefined()
    await run(rig.app.db, sql`delete from second_factors where user_id = ${id}`)
  })

  test('passes through the popup: account, consent, and back to the page that opened it', async () => {
    const popup = await rig.start()
    expect(popup.issuerUrl.origin).toBe(rig.issuer.issuer)
    const { searchParams } = popup.issuerUrl
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:3999/api/auth/google/callback',
    })
    for (const secret of ['state', 'nonce', 'code_challenge'])
      expect(searchParams.get(secret)?.length).toBeGreaterThanOrEqual(40)
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/api/auth'])
      expect(popup.setCookie.split('; ')).toContain(attribute)

    const callback = await rig.passIssuer(popup, {
      name: 'Nila Bose',
      email: 'nila@example.org',
      verified: 'yes',
    })
    const { response, page, result } = await rig.finish(callback, popup.cookie)
    expect(result).toMatchObject({ email: 'nila@example.org', displayName: 'Nila Bose' })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
    expect(page).not.toMatch(/<script>|<script type="module"> on\w+=/)
    const script = await (await fetch(`${rig.app.baseUrl}/api/auth/google/popup.js`)).text()
    expect(script).toMatch(/postMessage\(.*, location\.origin\)/)

    const answer = await rig.call({ ...result, cookie: popup.cookie })
    expect(answer.body).toMatchObject({
      msg: 'Login successful!',
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
    const me = await rig.app.call(getLoggedInUser, {}, { as: rig.app.sessionOf(answer) })
    expect(me.body.user).toMatchObject({
      name: 'Nila Bose',
      username: 'nila',
      email: 'nila@example.org',
      profileImage: result.photoURL,
      photoURL: result.photoURL,
      uid: result.uid,
    })
  })

  test('makes one account, and finds it again', async () => {
    const person = { name: 'Omar', email: 'omar@example.org', verified: 'yes' }
    for (let visit = 1; visit <= 2; visit += 1)
      expect((await rig.call(await rig.signIn(person))).status).toBe(200)
    expect(await listUserIds(person.email)).toHaveLength(1)
  })

  test('makes one account for two popups that finish in the same moment', async () => {
    const person = { name: 'Ines', email: 'ines@example.org', verified: 'yes' }
    const results = [await rig.signIn(person), await rig.signIn(person)]
    const answers = await Promise.all(results.map((result) => rig.call(result)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await listUserIds(person.email)).toHaveLength(1)
  })

  test('recognises a person by the subject, even after the address changed', async () => {
    const before = await signInAs('before@example.org')
    const after = await signInAs('after@example.org')
    expect(after._id).toBe(before._id)
    expect(await listUserIds('after@example.org')).toEqual([])
  })

  test('gives another username to a person whose name is taken', async () => {
    await aUser(rig.app.db, { username: 'Zoya' })
    const answer = await rig.call(
      await rig.signIn({ name: 'Zoya', email: 'zoya@example.org', verified: 'yes' }),
    )
    const me = await rig.app.call(getLoggedInUser, {}, { as: rig.app.sessionOf(answer) })
    expect(me.body.user.username).toMatch(/^zoya-[a-z0-9]{8}$/)
  })

  test('refuses a suspended account', async () => {
    const person = { name: 'Sam', email: 'sam@example.org', verified: 'yes' }
    await rig.call(await rig.signIn(person))
    await run(rig.app.db, sql`update users set status = 'suspended' where email = ${person.email}`)
    const answer = await rig.call(await rig.signIn(person))
    expect(answer).toMatchObject({ status: 403, failure: { code: 'account_suspended' } })
    expect(answer.headers.getSetCookie().join()).not.toMatch(/cheers-3999=[\w-]{43}/)
  })
})

describe('an account with the same address', () => {
  test('is linked at once when its address was proved', async () => {
    const user = await aUser(rig.app.db, { email: 'joined@example.org', password: PASSWORD })
    const person = { name: 'Joined', email: 'joined@example.org', verified: 'yes' }
    const answer = await rig.call(await rig.signIn(person))
    const me = await rig.app.call(getLoggedInUser, {}, { as: rig.app.sessionOf(answer) })
    expect(me.body.user._id).toBe(user.id)
    expect((await rig.app.call(login, { email: user.email, password: PASSWORD })).status).toBe(200)
  })

  test('needs its password when the address was never proved', async () => {
    const form = aRegistration({ email: 'trap@example.org' })
    await rig.app.call(register, form)
    const result = await rig.signIn({ name: 'Victim', email: 'trap@example.org', verified: 'yes' })
    const asked = await rig.call(result)
    expect(asked).toMatchObject({
      status: 409,
      failure: { code: 'link_password_required', field: 'password' },
    })
    expect(asked.body).not.toHaveProperty('token')
    const wrong = await rig.call(result, { password: 'not-the-password-1' })
    expect(wrong).toMatchObject({ status: 401, failure: { code: 'credentials_wrong' } })
    const links = sql`select from user_identities i join users u on u.id = i.user_id where u.email = ${form.email}`
    expect(await many(rig.app.db, links)).toHaveLength(0)

    const right = await rig.call(result, { password: form.password })
    expect(right.body).toMatchObject({ msg: 'Login successful!' })
    expect(await many(rig.app.db, links)).toHaveLength(1)
    // Google vouches for the address: the account is active without the mailed link.
    expect((await rig.app.call(login, form)).body).toHaveProperty('token')
  })

  test('no longer needs it once the mailed link was followed', async () => {
    const form = aRegistration({ email: 'later@example.org' })
    await rig.app.call(register, form)
    await mailedSecret(rig.app, form.email, 'activate-account')
    await run(rig.app.db, sql`update users set email_verified_at = now() where email = ${form.email}`)
    const answer = await rig.call(await rig.signIn({ name: 'Later', email: form.email, verified: 'yes' }))
    expect(answer.status).toBe(200)
  })
})

describe('a popup that fails', () => {
  test('says so when the person cancels', async () => {
    const popup = await rig.start()
    const callback = await rig.passIssuer(
      popup,
      { name: 'No', email: 'no@example.org', verified: 'yes' },
      'cancel',
    )
    expect((await rig.finish(callback, popup.cookie)).result).toEqual({ error: 'popup-closed-by-user' })
  })

  test('says so when it took more than ten minutes', async () => {
    const popup = await rig.start()
    const callback = await rig.passIssuer(popup, { name: 'Slow', email: 'slow@example.org', verified: 'yes' })
    await rig.app.clock.advance(rig.app.db, 600_000)
    expect((await rig.finish(callback, popup.cookie)).result).toEqual({ error: 'sign-in-expired' })
  })

  test.each([
    ['in another browser', () => ''],
    ['with the cookie of another sign-in', async () => (await rig.start()).cookie],
  ])('gives nothing away when the address is opened %s', async (_, otherCookie) => {
    const popup = await rig.start()
    const callback = await rig.passIssuer(popup, { name: 'Mia', email: 'mia@example.org', verified: 'yes' })
    const { result } = await rig.finish(callback, await otherCookie())
    expect(Object.keys(result)).toEqual(['error'])
  })

  test('gives nothing away when the state was tampered with', async () => {
    const popup = await rig.start()
    const callback = await rig.passIssuer(popup, { name: 'Mia', email: 'mia@example.org', verified: 'yes' })
    callback.searchParams.set('state', 'another-state')
    expect((await rig.finish(callback, popup.cookie)).result).toEqual({ error: 'sign-in-failed' })
  })

  test('shows a name with mark-up as text', async () => {
    const name = '</script><img src=x onerror=alert(1)>'
    const popup = await rig.start()
    const callback = await rig.passIssuer(popup, { name, email: 'markup@example.org', verified: 'yes' })
    const { page, result } = await rig.finish(callback, popup.cookie)
    expect(result.displayName).toBe(name)
    expect(page).not.toContain('<img')
  })
})

test('two people whose addresses begin alike sign in at the same moment, and each gets a username', async () => {
  const popups = await Promise.all(Array.from({ length: 4 }, () => rig.start()))
  const answers = await Promise.all(
    popups.map(async (popup, index) => {
      const idToken = await rig.issuer.signIdToken({
        sub: `2080000000000000000${index}`,
        email: `tomas.quiet@mail-${index}.example.org`,
        email_verified: true,
        nonce: popup.nonce,
      })
      return rig.call({ idToken, cookie: popup.cookie })
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const names = await many(
    rig.app.db,
    sql<{
      username: string
    }>`select username from users where email like 'tomas.quiet@%' order by length(username)`,
  )
  expect(names[0]?.username).toBe('tomas.quiet')
  for (const { username } of names.slice(1)) expect(username).toMatch(/^tomas\.quiet-[a-z0-9]{8}$/)
})
