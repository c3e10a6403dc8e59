import fc from 'fast-check'
import { once } from 'node:events'
import net from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { accountMessages as messages } from '#contract/accounts/messages.ts'
import {
  forgotPassword,
  getLoggedInUser,
  login,
  register,
  updateUser,
  verify,
} from '#contract/accounts/routes.ts'
import { updateCreator } from '#contract/creators/routes.ts'
import { usernameKey } from '#contract/look-alikes.ts'
import { readAddress } from '#contract/mail-addresses.ts'
import { fieldMessages } from '#contract/messages.ts'
import { upsertPlan } from '#contract/plans/routes.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { createMailer } from '#server/platform/mail/mailer.ts'

import { anActivatedPerson, aRegistration, logIn, mailedSecret, PASSWORD } from './flow-testing.ts'
import { type GoogleRig, startGoogleRig } from './google-testing.ts'
import { aSession, aUser } from './testing.ts'

let rig: GoogleRig
let app: GoogleRig['app']

beforeAll(async () => {
  rig = await startGoogleRig()
  app = rig.app
})
afterAll(() => rig.close())
beforeEach(async () => {
  await run(app.db, sql`delete from rate_limits`)
})

/** Signs up and follows the link. Returns the address that it was mailed to. */
async function signUp(typed: string): Promise<string> {
  await app.call(register, aRegistration({ email: typed }))
  const mailed = readAddress(typed) ?? ''
  expect(
    (await app.call(verify, { token: await mailedSecret(app, mailed, 'activate-account') })).status,
  ).toBe(200)
  return mailed
}

describe('an address', () => {
  test.each([
    [
      'asha@müller.example',
      ['asha@xn--mller-kva.example', 'ASHA@MU\u0308LLER.example.', '\u200Basha@mül\u00ADler.example\u00A0'],
    ],
    ['ravi@xn--bcher-kva.example', ['ravi@bücher.example', 'Ravi＠bücher。example']],
    ['jose\u0301@example.org', ['josé@example.org', 'JOSÉ@example.org', 'jose\u0301@example.org']],
    ['Mira＠Example．org', ['mira@example.org', ' \u202Amira@example.org\u202C']],
    ['नीला@उदाहरण.भारत', ['नीला@xn--p1b6ci4b4b3a.xn--h2brj9c']],
  ])('that was signed up with as %j is known in every form', async (typed, others) => {
    const mailed = await signUp(typed)
    const session = await logIn(app, { email: typed, password: PASSWORD })
    const me = await app.call(getLoggedInUser, {}, { as: session })
    for (const other of [typed, ...others]) {
      expect([other, (await app.call(login, { email: other, password: PASSWORD })).status]).toEqual([
        other,
        200,
      ])
      // Nobody else can have it: whoever asks is told as ever, and the mailbox hears of it.
      await app.call(register, aRegistration({ email: other }))
    }
    const accounts = await many(app.db, sql`select from users where email = ${me.body.user.email}`)
    expect(accounts).toHaveLength(1)
    for (const other of others) {
      await run(app.db, sql`delete from rate_limits`)
      await app.call(forgotPassword, { email: other })
      expect(await mailedSecret(app, mailed, 'reset-password')).toHaveLength(43)
    }
  })

  test('is told to mail servers in Latin letters', async () => {
    const lines: string[] = []
    const server = net.createServer((socket) => {
      socket.write('220 mail\r\n')
      socket.on('data', (data) => {
        lines.push(...data.toString().split('\r\n'))
        socket.write(String(data).startsWith('DATA') ? '354 go on\r\n' : '250 yes\r\n')
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = z.parse(z.object({ port: z.number() }), server.address())
    const mailer = createMailer({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from: 'us@example.org',
      domain: 'example.org',
    })
    const to = { name: 'Lina', address: readAddress('lina@GRÜN.example') ?? '' }
    await mailer.send({ to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }, 'some-id')
    mailer.close()
    server.close()
    expect(lines).toContain('RCPT TO:<lina@xn--grn-ioa.example>')
  })

  test('has its domain in the script in which Node would write it', () => {
    const label = fc.string({
      unit: fc.constantFrom(...Array.from('abzé0-üßकाषि例nيل한글ñ')),
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(label, label, (left, right) => {
        const domain = readAddress(`nila@${left}.${right}`)?.split('@')[1]
        if (domain !== undefined) expect(domainToUnicode(domainToASCII(domain))).toBe(domain)
      }),
      { numRuns: 2000 },
    )
  })

  test('is the same at Google', async () => {
    await signUp('uma@köln.example')
    const own = await logIn(app, { email: 'uma@köln.example', password: PASSWORD })
    const popup = await rig.start()
    const email = 'Uma@xn--kln-sna.example'
    const idToken = await rig.issuer.signIdToken({
      sub: '77',
      email,
      email_verified: true,
      nonce: popup.nonce,
    })
    const answer = await rig.call({ idToken, cookie: popup.cookie }, { email: 'uma@KÖLN.example' })
    const { user } = (await app.call(getLoggedInUser, {}, { as: app.sessionOf(answer) })).body
    expect(user._id).toBe((await app.call(getLoggedInUser, {}, { as: own })).body.user._id)
  })

  test('that two accounts were opened with, in two forms, logs in to each by its own password', async () => {
    const unicode = await aUser(app.db, { email: 'kim@zürich.example', password: 'the-first-lamp-of-two' })
    const ascii = await aUser(app.db, {
      email: 'kim@xn--zrich-kva.example',
      password: 'the-other-lamp-of-two',
    })
    for (const [password, id] of [
      ['the-first-lamp-of-two', unicode.id],
      ['the-other-lamp-of-two', ascii.id],
    ] as const)
      for (const { email } of [unicode, ascii]) {
        const session = await logIn(app, { email, password })
        expect((await app.call(getLoggedInUser, {}, { as: session })).body.user._id).toBe(id)
      }
    expect((await app.call(login, { email: ascii.email, password: PASSWORD })).status).toBe(401)
  })

  test('that was kept in another form before is known, and gets no second account', async () => {
    const before = await aUser(app.db, { email: 'zoe\u0308@xn--mnchen-3ya.example', password: PASSWORD })
    const session = await logIn(app, { email: 'zoë@münchen.example', password: PASSWORD })
    expect((await app.call(getLoggedInUser, {}, { as: session })).body.user._id).toBe(before.id)
    await app.call(register, aRegistration({ email: 'zoë@münchen.example' }))
    expect(await many(app.db, sql`select from users where email like 'zo%nchen%'`)).toHaveLength(1)
  })
})

describe('a name', () => {
  test.each([
    ['\u200B\u3164', messages.nameRequired, 'name'],
    ['🎉', fieldMessages.letterless, 'name'],
    ['P\u0430ypal', fieldMessages.mixedScripts, 'name'],
  ])('%j is refused: %s', async (name, message, field) => {
    const answer = await app.call(register, aRegistration({ name }))
    expect(answer).toMatchObject({ status: 422, failure: { message, field } })
  })

  test.each([
    ['\u3164', 422],
    ['⭐', 422],
    ['1984', 200],
    ['\u2800\u200D', 422],
    ['G\u043Eld', 422],
    ['चाय 24', 200],
  ])('%j of a page or a plan is answered with %i', async (name, status) => {
    const owner = await aUser(app.db)
    const { handle: pageHandle } = await aCreator(app.db, owner.id)
    const as = await aSession(app.db, app.platform, owner.id)
    const plan = { pageHandle, name, price: 5, description: '' }
    expect((await app.call(upsertPlan, plan, { as })).status).toBe(status)
    expect((await app.call(updateCreator, { pageHandle, pageName: name }, { as })).status).toBe(status)
  })

  test('in any script is kept composed, without what is not seen', async () => {
    const form = await anActivatedPerson(app, { name: '\u00A0Zoe\u0308 क्\u200Dष\u2060' })
    const me = await app.call(getLoggedInUser, {}, { as: await logIn(app, form) })
    expect(me.body.user.name).toBe('Zoë क्\u200Dष')
  })
})

describe('a username', () => {
  test.each([
    ['Ad-Min', messages.usernameReserved],
    ['adm1n', messages.usernameReserved],
    ['support-team', messages.usernameReserved],
    ['nil\u0430', fieldMessages.mixedScripts],
    ['\u2060\u200B', messages.usernameRequired],
  ])('%j is refused: %s', async (username, message) => {
    const answer = await app.call(register, aRegistration({ username }))
    expect(answer).toMatchObject({ status: 422, failure: { message, field: 'username' } })
    const { email } = await anActivatedPerson(app)
    const session = await logIn(app, { email, password: PASSWORD })
    const changed = await app.call(updateUser, { name: 'Nila', username }, { as: session })
    expect(changed).toMatchObject({ status: 422, failure: { field: 'username' } })
  })

  test('that looks like another is taken, whichever came first', async () => {
    await anActivatedPerson(app, { username: 'scopes' })
    const cyrillic = await app.call(register, aRegistration({ username: 'ѕсорeѕ'.replace('e', 'е') }))
    expect(cyrillic).toMatchObject({ status: 409, failure: { field: 'username' } })
    await anActivatedPerson(app, { username: 'раура' })
    expect((await app.call(register, aRegistration({ username: 'Paypa' }))).status).toBe(409)
    for (const username of ['zoë-1', 'Zoe\u0308-1', 'ＺＯË-1'])
      await app.call(register, aRegistration({ username, email: `${username.length}@example.org` }))
    expect((await app.call(register, aRegistration({ username: 'zoe\u0308-1' }))).status).toBe(409)
  })

  test('that looks like one that waits belongs to whoever activates first', async () => {
    const [first, second] = [aRegistration({ username: 'хоре' }), aRegistration({ username: 'xope' })]
    for (const form of [first, second]) await app.call(register, form)
    for (const { email } of [second, first])
      await app.call(verify, { token: await mailedSecret(app, email, 'activate-account') })
    const nameOf = async (email: string) =>
      (await app.call(getLoggedInUser, {}, { as: await logIn(app, { email, password: PASSWORD }) })).body.user
        .username
    expect(await nameOf(second.email)).toBe('xope')
    expect(await nameOf(first.email)).toMatch(/^хоре-./)
  })

  test('that was chosen by earlier rules stays, and looks the same to the database as to us', async () => {
    const { id, name } = await aUser(app.db, {
      username: 'admin',
      email: 'old-admin@example.org',
      password: PASSWORD,
    })
    const session = await logIn(app, { email: 'old-admin@example.org', password: PASSWORD })
    expect(
      (await app.call(updateUser, { name: `${name} II`, username: 'admin' }, { as: session })).status,
    ).toBe(200)
    await run(app.db, sql`update users set username = 'former-admin' where id = ${id}`)
    const letters = Array.from({ length: 0x2fff }, (_, at) => String.fromCodePoint(at + 0x21)).filter(
      (sign) => /[\p{L}\p{N}]/u.test(sign),
    )
    const more = Array.from('ꓐꓮꓲꓳᏏᏴꭰꜰꜱＮᏀ𝐚𝑏')
    const { keys } = await one(
      app.db,
      sql<{ keys: string[] }>`select array_agg(username_key(sign) order by at) as keys
        from unnest(${[...letters, ...more]}::text[]) with ordinality signs(sign, at)`,
    )
    const ours = [...letters, ...more].map(usernameKey)
    expect(ours.filter((key, at) => key !== keys[at])).toEqual([])
  })
})
