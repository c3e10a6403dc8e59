import { expect, test } from './journey.ts'
import { signUpCreator, signUpUnseen } from './seed.ts'
import { aPerson, publishPost } from './steps.ts'

test('a creator page is complete without JavaScript, and becomes the app after signing in', async ({
  browser,
  openBrowser,
  mailbox,
  baseURL,
  allowError,
}) => {
  // Chromium's message for any page that answers 404.
  allowError(/404 \(Not Found\).*nobody-at-all/)

  const asha = aPerson('Asha Rao')
  const ashaPage = await openBrowser()
  await signUpCreator(ashaPage, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])
  await publishPost(ashaPage, { text: 'Rain on the roof, two chords.' })

  await test.step('without JavaScript: content, plans, and tags for sharing', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
    const page = await context.newPage()
    await page.goto(`/${asha.username}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible()
    await expect(page.getByText('Rain on the roof, two chords.')).toBeVisible()
    await expect(page.getByText('$9.99').filter({ visible: true }).first()).toBeVisible()
    await expect(page).toHaveTitle(/Asha Rao/)
    const ogTitle = page.locator('meta[property="og:title"]')
    await expect(ogTitle).toHaveAttribute('content', /Asha Rao/)

    await page.getByRole('link', { name: 'Subscribe' }).click()
    await page.waitForURL(`**/${asha.username}/membership`)
    await expect(page.getByRole('heading', { name: 'Choose your membership' })).toBeVisible()
    await page.getByRole('link', { name: /^Login to Join Tipsy/ }).click()
    await page.waitForURL(/\/login\?next=.*join/)
    await page.goto(`/${asha.username}`)
    await page.getByRole('link', { name: 'Follow Asha Rao' }).click()
    await page.waitForURL(/\/login\?next=.*follow/)

    await page.goto('/explore')
    await expect(page.locator(`h3 a[href="/${asha.username}"]`)).toBeVisible()
    await expect(page.getByText('Rain on the roof, two chords.')).toBeVisible()
    await context.close()
  })

  await test.step('an unknown handle is a 404 with a way back', async () => {
    const visitor = await openBrowser()
    const answer = await visitor.goto('/nobody-at-all', { waitUntil: 'load' })
    expect(answer?.status()).toBe(404)
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(visitor.getByRole('main').getByRole('link').first()).toBeVisible()
  })

  await test.step('signing in from the page leads back to it, with the join button instead of the login', async () => {
    const ravi = aPerson('Ravi Menon')
    const page = await openBrowser()
    await signUpUnseen(page, ravi, mailbox)
    await page.goto(`/${asha.username}`)
    await expect(page.getByRole('button', { name: /^Join Tipsy/ })).toBeVisible()
  })
})
