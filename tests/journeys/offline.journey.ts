import type { Page } from '@playwright/test'

import { expect, test } from './journey.ts'
import { signUp, signUpCreator } from './seed.ts'
import { addPlan, aPerson, beginPost } from './steps.ts'

test.slow()

test.beforeEach(({ allowError }) => {
  allowError(/net::ERR_INTERNET_DISCONNECTED/)
})

test('logging in offline says so, keeps the input, and works once the connection is back', async ({
  page,
  openBrowser,
  mailbox,
}) => {
  const ravi = aPerson('Ravi Menon')
  await signUp(await openBrowser(), ravi, mailbox)

  await page.goto('/login')
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline. What you have typed is kept.')).toBeVisible()
  await page.getByLabel('Email').fill(ravi.email)
  await page.getByLabel('Password', { exact: true }).fill(ravi.password)
  const login = page.getByRole('button', { name: 'Login', exact: true })
  await login.click()
  await expect(page.getByText('You are offline. Check your connection and try again.')).toBeVisible()
  await expect(login).toBeEnabled()
  await expect(page.getByLabel('Email')).toHaveValue(ravi.email)

  await page.context().setOffline(false)
  await expect(page.getByText('You are offline. What you have typed is kept.')).toBeHidden()
  await login.click()
  await page.waitForURL('**/explore')
})

test('a page opened offline says so, and loads automatically once the connection is back', async ({
  page,
  mailbox,
}) => {
  await signUp(page, aPerson('Ravi Menon'), mailbox)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('alert').getByText('You are offline')).toBeVisible()
  await expect(page.getByText('This page opens automatically as soon as you are back online.')).toBeVisible()

  await page.context().setOffline(false)
  await expect(page.getByRole('tab', { name: 'Account' })).toBeVisible()
})

test('a page whose code fails twice on the way opens a moment later', async ({
  page,
  mailbox,
  allowError,
}) => {
  allowError(/net::ERR_FAILED/)
  await signUp(page, aPerson('Ravi Menon'), mailbox)
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await scriptsHaveLoaded(page)
  const failed: string[] = []
  await page.route(/\.js$/, (route) => {
    const address = route.request().url()
    if (failed.length === 2 || (failed[0] ?? address) !== address) return route.continue()
    failed.push(address)
    return route.abort()
  })
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('tab', { name: 'Account' })).toBeVisible()
  expect(failed).toHaveLength(2)
})

test('a plan saved offline stays in its form, and can be saved once the connection is back', async ({
  page,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  await signUpCreator(page, asha, mailbox, [])
  await page.getByRole('button', { name: 'Add Plan' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Plan name').fill('Tipsy')
  await dialog.getByLabel('Price').fill('9.99')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Add Plan' }).click()
  await expect(dialog.getByText('You are offline. Check your connection and try again.')).toBeVisible()
  await expect(dialog.getByLabel('Plan name')).toHaveValue('Tipsy')

  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Add Plan' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Tipsy' })).toBeVisible()
})

test('a post published offline is kept, and the notice appears above the open dialog', async ({
  page,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  await signUpCreator(page, asha, mailbox, [])
  await addPlan(page, { name: 'Tipsy', price: '9.99', description: 'Everything' })
  const dialog = await beginPost(page, { text: 'Written on a train.' })
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Publish Post' }).click()
  const news = dialog.getByText('Failed to create post, please try again')
  await expect(news).toBeVisible()
  await expect(page.getByText('Failed to create post, please try again')).toHaveCount(1)
  // Nothing covers it, and it can be pressed.
  await dialog
    .getByRole('button', { name: /close toast/i })
    .first()
    .click()
  await expect(news).toBeHidden()
  await expect(dialog.getByText('Written on a train.')).toBeVisible()

  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Publish Post' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article').filter({ hasText: 'Written on a train.' })).toBeVisible()
})

test('a call that is never answered ends with a message', async ({ page, allowError }) => {
  allowError(/net::ERR_/)
  await page.clock.install()
  await page.goto('/login')
  await page.route('**/api/auth/login', () => undefined)
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a quiet table by the window')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.locator('button[type=submit]')).toBeDisabled()
  await page.clock.runFor(31_000)
  await expect(page.getByText('Cheers did not answer in time.')).toBeVisible()
})

/** What a page loads once it is at rest is there: the next script is one that somebody asked for. */
async function scriptsHaveLoaded(page: Page): Promise<void> {
  const count = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
    )
  let before = -1
  await expect
    .poll(
      async () => {
        const now = await count()
        const isSame = now === before
        before = now
        return isSame
      },
      // The last one, which counts the visit, comes a second after the rest.
      { intervals: [1500] },
    )
    .toBe(true)
}
