import type { InputOf } from '#contract/http/route.ts'
import type { login, register } from '#contract/accounts/routes.ts'
import * as contract from '#contract/accounts/routes.ts'
import { newSuffix } from '#server/platform/ids.ts'
import type { Answer, TestApp, TestSession } from '#server/testing/test-app.ts'

/** Not on the list of common passwords. */
export const PASSWORD = 'quiet-otter-42-lamps'

/** A filled sign-up form; omitted fields are made up. */
export function aRegistration(given: Partial<InputOf<typeof register>> = {}): InputOf<typeof register> {
  const suffix = newSuffix()
  return {
    name: 'Nila Bose',
    username: `nila-${suffix}`,
    email: `nila-${suffix}@example.org`,
    password: PASSWORD,
    confirmPassword: given.password ?? PASSWORD,
    ...given,
  }
}

/** Sends the waiting mails and returns the secret in the newest link to a page. */
export async function mailedSecret(
  app: TestApp,
  email: string,
  page: 'activate-account' | 'reset-password' | 'confirm-follow',
): Promise<string> {
  await app.drain()
  for (const { links } of await app.mails(email))
    for (const link of links) {
      const [, secret] = new RegExp(`/${page}/([\\w-]{43})(?:\\?next=[^ ]*)?$`).exec(link) ?? []
      if (secret) return secret
    }
  throw new Error(`${email} got no link to ${page}`)
}

/** Sends the waiting mails and returns the newest activation code. */
export async function mailedActivationCode(app: TestApp, email: string): Promise<string> {
  await app.drain()
  for (const { text } of await app.mails(email)) {
    const [, code] = /^Code: (\d{6})$/m.exec(text) ?? []
    if (code) return code
  }
  throw new Error(`${email} got no activation code`)
}

/** What the browser that an answer went to sends along. */
export function cookiesOf(answer: { headers: Headers }): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Signs up: the form, the mailed link's secret, and what the browser sends along. */
export async function registerSomebody(app: TestApp, form = aRegistration()) {
  const answer = await app.call(contract.register, form)
  return {
    form,
    token: await mailedSecret(app, form.email, 'activate-account'),
    headers: { cookie: cookiesOf(answer) },
  }
}

/** Signs up and follows the mailed link, as a person does. */
export async function anActivatedPerson(
  app: TestApp,
  given: Partial<InputOf<typeof register>> = {},
): Promise<InputOf<typeof register>> {
  const form = aRegistration(given)
  await app.call(contract.register, form)
  await app.call(contract.verify, { token: await mailedSecret(app, form.email, 'activate-account') })
  return form
}

/** Logs in with the form; both halves of the session. */
export async function logIn(
  app: TestApp,
  credentials: { email: string; password: string },
): Promise<TestSession> {
  const { email, password } = credentials
  const answer: Answer<typeof login> = await app.call(contract.login, { email, password })
  if (answer.status !== 200) throw new Error(`${email} cannot log in: ${answer.failure.message}`)
  return app.sessionOf(answer)
}
