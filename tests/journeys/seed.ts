import type { BrowserContext, Page } from '@playwright/test'

import { addAccount } from './accounts.ts'
import { expect, type Mailbox } from './journey.ts'
import type { NewPlan, Person } from './steps.ts'

/*
 * The people and pages a journey begins with, made by the screens' own calls: pressing the same buttons in every
 * journey would prove nothing new. The buttons are pressed in `by-screen.ts`.
 */

/** Logs in a new person, whose account is active; shows nothing yet. */
export async function signUpUnseen(page: Page, person: Person, { baseUrl }: Mailbox): Promise<void> {
  await addAccount(baseUrl, person)
  await logInUnseen(page, person)
}

/** Logs in somebody who has an account, in another browser of theirs; shows nothing yet. */
export async function logInUnseen(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  const signedIn = await call(page, 'POST', '/auth/login', { data: { email, password } })
  await keepSession(page, signedIn.origin, (signedIn.body as { token: string }).token)
}

/** The same; ends on the home page. */
export async function signUp(page: Page, person: Person, mailbox: Mailbox): Promise<void> {
  await signUpUnseen(page, person, mailbox)
  await page.goto('/')
}

/** Opens a creator page on the platform plan Pro (10 %) for the signed-in user, and shows it. */
export async function openCreatorPage(
  page: Page,
  creator: { pageName: string; handle: string },
): Promise<void> {
  await createPage(page, creator)
  await show(page, creator)
}

/** Signs up and opens a page in her name, at the address of her username, with these plans. */
export async function signUpCreator(
  page: Page,
  person: Person,
  mailbox: Mailbox,
  plans: readonly NewPlan[],
): Promise<void> {
  await signUpUnseen(page, person, mailbox)
  const creator = { pageName: person.name, handle: person.username }
  await createPage(page, creator)
  for (const plan of plans) await call(page, 'POST', `/creatorPlan/upsert/${creator.handle}`, { data: plan })
  await show(page, creator)
  for (const plan of plans) await expect(page.getByRole('heading', { name: plan.name })).toBeVisible()
}

/** Publishes a post for followers and members, as the page's owner. */
export async function publishForFollowers(page: Page, text: string): Promise<void> {
  const audience = [{ reach: 'followers', planIds: [], isExact: false, fromAt: null, untilAt: null }]
  await call(page, 'POST', '/post/create', { data: { content: `<p>${text}</p>`, audience } })
}

/** Follows a page, as a member. */
export async function follow(page: Page, handle: string): Promise<void> {
  await call(page, 'PUT', `/creators/${handle}/follow`, { data: {} })
}

async function createPage(
  page: Page,
  { pageName, handle }: { pageName: string; handle: string },
): Promise<void> {
  const offered = await call(page, 'GET', '/cheersPlan/getPlanNames')
  const pro = (offered.body as { id: string; name: string }[]).find(({ name }) => name === 'Pro')
  await call(page, 'POST', '/creator/join', {
    data: { pageName, pageHandle: handle, planId: pro?.id, ageConfirmed: true },
  })
}

async function show(page: Page, { pageName, handle }: { pageName: string; handle: string }): Promise<void> {
  await page.goto(`/${handle}`)
  await expect(page.getByRole('heading', { level: 1, name: pageName })).toBeVisible()
}

const tokens = new WeakMap<BrowserContext, string>()

/**
 * The session half that script keeps; the other half came as a cookie. It is there before the first page's own script:
 * writing it any sooner would open a page for it.
 */
async function keepSession(page: Page, origin: string, token: string): Promise<void> {
  tokens.set(page.context(), token)
  if (new URL(page.url()).origin === origin) return page.evaluate(holdSession, { origin, token })
  const held = await page.addInitScript(holdSession, { origin, token })
  page.on('domcontentloaded', function end() {
    if (new URL(page.url()).origin !== origin) return
    page.off('domcontentloaded', end)
    // The page may be closed by then.
    held.dispose().catch(() => undefined)
  })
}

/** Runs in the browser. */
function holdSession({ origin, token }: { origin: string; token: string }): void {
  if (location.origin !== origin) return
  localStorage.setItem('token', token)
  localStorage.setItem('isLoggedIn', 'true')
}

async function tokenOf(page: Page): Promise<string | undefined> {
  // The page knows best, since it may have logged in anew; asking the whole browser opens a page for each origin.
  const known = page.url().startsWith('http')
    ? await page.evaluate(() => localStorage.getItem('token')).catch(() => null)
    : tokens.get(page.context())
  if (known) return known
  const { origins } = await page.context().storageState()
  return origins.flatMap((origin) => origin.localStorage).find(({ name }) => name === 'token')?.value
}

interface Answer {
  origin: string
  body: unknown
}

/** Calls as the browser of `page`; fails the journey unless the call succeeds. */
export async function call(
  page: Page,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  options: { data?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const token = await tokenOf(page)
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    ...options,
    headers: { ...options.headers, ...(token && { authorization: `Bearer ${token}` }) },
  })
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return { origin: new URL(answer.url()).origin, body: await answer.json() }
}
