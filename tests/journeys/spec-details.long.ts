import type { Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { makeMediaFolder } from './media-files.ts'
import { publishWithFile } from './media-steps.ts'
import { signUp, signUpCreator } from './seed.ts'
import { aPerson, beginPost } from './steps.ts'

test.slow()

test('My Subscriptions: a spinner while it loads, an empty list when it fails, and the way to the plans', async ({
  page,
  mailbox,
  allowError,
}) => {
  allowError(/status of 500.*getUserSubscriptions/)
  await signUp(page, aPerson('Meera Nair'), mailbox)
  let answer: 'waits' | 'fails' | 'comes' = 'waits'
  await page.route('**/api/m2cSubscription/getUserSubscriptions*', async (route) => {
    await expect.poll(() => answer).not.toBe('waits')
    if (answer === 'comes') return route.fallback()
    return route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: '{"message":"No","code":"internal"}',
    })
  })
  await page.goto('/subscriptions')
  const main = page.getByRole('main')
  await expectSpinnerOverSketches(page)

  answer = 'fails'
  await expect(main.getByText('Your subscriptions could not be loaded.')).toBeVisible({ timeout: 20_000 })
  await expect(main.locator('svg.animate-spin')).toHaveCount(0)
  await expect(main.getByRole('alert')).toHaveCount(0)
  await expectAccessible(page)
  answer = 'comes'
  await main.getByRole('button', { name: 'Try again' }).first().click()
  await expect(main.getByText("You aren't supporting anyone yet")).toBeVisible()

  const settings = main.locator('header').getByRole('link', { name: 'Membership settings' })
  await expect(settings.locator('svg')).toBeVisible()
  await expect(settings).toHaveText('')
  await settings.click()
  await expect(page).toHaveURL(/\/settings\?tab=memberships$/)
  await expect(page.getByRole('tab', { name: 'Memberships' })).toHaveAttribute('aria-selected', 'true')
})

/** In the middle of the screen, over grey shapes of what is coming. */
async function expectSpinnerOverSketches(page: Page): Promise<void> {
  const spinner = page.getByRole('main').locator('svg.animate-spin')
  await expect(spinner).toBeVisible()
  await expect(page.getByRole('main').locator('.animate-breathe').first()).toBeVisible()
  const [box, window] = [await spinner.boundingBox(), page.viewportSize()]
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - (window?.width ?? 0) / 2)).toBeLessThan(20)
  expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - (window?.height ?? 0) / 2)).toBeLessThan(20)
}

test('small rules of the forms', async ({ openBrowser, mailbox, allowError }) => {
  allowError(/status of 400.*\/api\/user\/update/)
  const page = await openBrowser()
  await signUp(page, aPerson('Ravi Menon'), mailbox)
  const meera = aPerson('Meera Nair')

  await test.step('a rejected character is named until the next allowed one', async () => {
    const said = page.getByText(/^Username can only contain letters/)
    await page.goto('/create')
    const handle = page.getByLabel('Page address')
    await handle.pressSequentially('ravi!')
    await expect(said).toBeVisible()
    await handle.pressSequentially('m')
    await expect(said).toHaveCount(0)
    await expect(handle).toHaveValue('ravim')
  })

  await test.step('a profile that is refused without a message is a "Bad Request"', async () => {
    await page.route('**/api/user/update', (route) => route.fulfill({ status: 400, body: '' }))
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Bad Request' })).toBeVisible()
  })

  await test.step('pages with adult content are shown to users who turn that on', async () => {
    const asha = aPerson('Asha After Dark')
    const ashaPage = await openBrowser()
    // Another page to find: Explore says something else while there are no pages at all.
    await signUpCreator(await openBrowser(), meera, mailbox, [])
    await signUpCreator(ashaPage, asha, mailbox, [])
    await ashaPage.goto('/settings')
    await ashaPage.getByLabel('This page has adult content').check()
    await ashaPage.getByRole('button', { name: 'Save page' }).click()
    await expect(ashaPage.getByRole('button', { name: 'Save page' })).toBeEnabled()
    const search = page.getByRole('searchbox')
    const found = page.getByRole('main').locator(`a[href="/${asha.username}"]`)
    await page.unroute('**/api/user/update')
    await page.goto('/explore')
    await search.fill(asha.name)
    await expect(page.getByText('No one by that name')).toBeVisible()
    await page.goto('/settings?tab=display')
    await page.getByLabel('Show pages with adult content').check()
    await expect(page.getByLabel('Show pages with adult content')).toBeChecked()
    await expectAccessible(page)
    await page.goto('/explore')
    await search.fill(asha.name)
    await expect(found.first()).toBeVisible()
  })

  await test.step('a creator’s page: a spinner while it loads', async () => {
    let isHeld = true
    await page.route('**/api/creator/creatorDetails/**', async (route) => {
      await expect.poll(() => isHeld).toBe(false)
      await route.fallback()
    })
    await page.getByRole('searchbox').fill(meera.name)
    await page.getByRole('main').locator(`a[href="/${meera.username}"]`).first().click()
    await expectSpinnerOverSketches(page)
    isHeld = false
    await expect(page.getByRole('heading', { level: 1, name: meera.name })).toBeVisible()
    await expect(page.locator('.animate-breathe, .animate-spin')).toHaveCount(0)
  })

  await test.step('a plan with a wrong name and a wrong price says both', async () => {
    const ravi = aPerson('Ravi Sings')
    const creator = await openBrowser()
    await signUpCreator(creator, ravi, mailbox, [])
    await creator.goto(`/${ravi.username}`)
    await creator.getByRole('button', { name: 'Add Plan' }).first().click()
    const dialog = creator.getByRole('dialog')
    await dialog.getByLabel('Price').fill('4')
    await dialog.getByRole('button', { name: 'Add Plan' }).click()
    await expect(dialog.getByLabel('Plan name')).toHaveAccessibleDescription(/required/)
    await expect(dialog.getByLabel('Price')).toHaveAccessibleDescription(/\$5|5 dollars/)
  })
})

test('media that cannot be shown is hidden, and a link stays', async ({
  openBrowser,
  mailbox,
  allowError,
}) => {
  allowError(/status of 404|Failed to load resource/)
  const files = await makeMediaFolder()
  const asha = aPerson('Asha Rao')
  const page = await openBrowser()
  await signUpCreator(page, asha, mailbox, [])
  const picture = { text: 'The harbour.', add: 'Add Image', file: await files.photo(), alt: 'A harbour' }
  await publishWithFile(page, picture)
  await publishWithFile(page, { text: 'A song.', add: 'Add Audio', file: await files.recording() })
  const dialog = await beginPost(page, { text: 'A film elsewhere.' })
  await dialog.getByRole('button', { name: 'Add a video link' }).click()
  await dialog.getByLabel('Video link').fill('https://youtu.be/dQw4w9WgXcQ')
  await dialog.getByRole('button', { name: 'Publish Post' }).click()
  await expect(dialog).toBeHidden()

  const visitor = await openBrowser()
  await visitor.clock.install()
  await visitor.route('**/media/p/**', (route) => route.fulfill({ status: 404, body: '' }))
  // An error page loads like any other; a frame that sends no messages is no player.
  await visitor.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>No line</title>' }),
  )
  const post = (text: string) => visitor.getByRole('article').filter({ hasText: text })
  // Visitors see a post once its file is prepared, at the lowest priority.
  await expect(async () => {
    await visitor.goto(`/${asha.username}`)
    for (const text of ['The harbour.', 'A song.']) await expect(post(text)).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 60_000 })

  await test.step('a picture', async () => {
    await post('The harbour.').scrollIntoViewIfNeeded()
    await expect(post('The harbour.').getByRole('alert')).toBeVisible()
    await expect(post('The harbour.').getByRole('img', { name: 'A harbour' })).toHaveCount(0)
    await expect(post('The harbour.').getByRole('link', { name: 'Open the file' })).toBeVisible()
  })

  await test.step('a sound', async () => {
    // Nothing of a sound is requested before it is nearly in view.
    await post('A song.').scrollIntoViewIfNeeded()
    // Requested as soon as the player appears, and again after a while; nobody has to press Play to find out.
    await expect(async () => {
      await visitor.clock.runFor(5000)
      await expect(post('A song.').getByRole('alert')).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(post('A song.').getByRole('button', { name: 'Play', exact: true })).toBeHidden()
    await expect(post('A song.').getByRole('link', { name: 'Open the file' })).toBeVisible()
  })

  await test.step('a video on another site', async () => {
    await post('A film elsewhere.').getByRole('button', { name: 'Play the YouTube video' }).click()
    await expect(post('A film elsewhere.').locator('iframe')).toBeVisible()
    await visitor.waitForTimeout(500)
    await visitor.clock.runFor(11_000)
    await expect(post('A film elsewhere.').locator('iframe')).toHaveCount(0)
    await expect(post('A film elsewhere.').getByRole('link', { name: 'Watch it on YouTube' })).toBeVisible()
    await expectAccessible(visitor)
  })
  await files.remove()
})

test('opening a page: what speaks of the username stands under it, and Back is the browser’s', async ({
  page,
  mailbox,
  allowError,
}) => {
  allowError(/status of (?:409|500).*\/api\/creator\/join/)
  await signUp(page, aPerson('Nila Bose'), mailbox)
  await page.goto('/contact')
  await page.goto('/create')
  await page.getByLabel('Page name').fill('Paper Birds')
  await page.getByRole('textbox', { name: /address|username/i }).fill('paper-birds')
  await page.getByLabel(/18/).check()
  const handle = page.getByRole('textbox', { name: /address|username/i })
  for (const [message, isUnderHandle] of [
    ['That USERNAME was taken a moment ago', true],
    ['Your username is too new', true],
    ['The page could not be opened', false],
    ['', false],
  ] as const) {
    await page.route('**/api/creator/join', (route) =>
      route.fulfill({ status: 409, json: { message, msg: message, code: 'elsewhere' } }),
    )
    await page.getByRole('button', { name: 'Continue' }).click()
    const shown = message === '' ? 'Something went wrong' : message
    await expect(page.getByText(shown)).toBeVisible()
    if (isUnderHandle) await expect(handle).toHaveAccessibleDescription(new RegExp(shown))
    else await expect(handle).not.toHaveAccessibleDescription(new RegExp(shown))
    await page.unroute('**/api/creator/join')
  }
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/contact$/)
})

test('that a profile was saved is shown for five seconds, and no page warns of its own links', async ({
  page,
  mailbox,
}) => {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await signUp(page, aPerson('Nila Bose'), mailbox)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Save profile' }).click()
  const saved = page.getByText('Profile updated successfully!')
  await expect(saved).toBeVisible()
  const from = Date.now()
  await expect(saved).toBeHidden()
  expect(Date.now() - from).toBeGreaterThan(3500)
  expect(Date.now() - from).toBeLessThan(9000)
  for (const path of ['/explore', '/subscriptions', '/about']) await page.goto(path)
  expect(warnings.filter((text) => text.includes('href'))).toEqual([])
})
