import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'

const PAGES = [
  { path: '/terms-and-conditions', heading: 'Terms and Conditions' },
  { path: '/privacy-policy', heading: 'Privacy Policy' },
  { path: '/refund-policy', heading: 'Refund Policy' },
  { path: '/digital-delivery', heading: 'Digital Delivery' },
  { path: '/contact', heading: 'Contact us' },
  { path: '/about', heading: 'About Cheers' },
]

test('the front page is complete without JavaScript, with a still picture', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    ...(baseURL ? { baseURL } : {}),
  })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Transform Your Passion Into a Thriving Business',
  )
  await expect(page.getByRole('link', { name: 'Start Creating Today' })).toHaveAttribute(
    'href',
    '/login?next=%2Fcreate',
  )
  await expect(page.getByRole('link', { name: 'Subscribe' })).toHaveCount(3)
  await expect(page.getByText('Need a custom plan? We offer per-creation pricing models too!')).toBeVisible()
  await expect(page.getByText('Livestream Integration')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pause the background' })).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toContainText(/© \d{4} The Cheers Foundation/)
  await page.getByRole('link', { name: 'Contact Us for Custom Pricing' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible()
  await expect(page.getByText('Monday to Friday, 10 AM to 6 PM IST')).toBeVisible()
  await context.close()
})

test('the pictures behind the promise take turns until they are paused', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/')
  const backdrop = page.locator('[data-shown]')
  const pause = page.getByRole('button', { name: 'Pause the background' })
  await expect(pause).toBeVisible()
  await expect(backdrop).toHaveAttribute('data-shown', '0')
  await page.clock.runFor(5000)
  await expect(backdrop).toHaveAttribute('data-shown', '1')
  await pause.click()
  await page.clock.runFor(15_000)
  await expect(backdrop).toHaveAttribute('data-shown', '1')
  await page.getByRole('button', { name: 'Play the background' }).click()
  await page.clock.runFor(5000)
  await expect(backdrop).toHaveAttribute('data-shown', '2')
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the promise is written in light text on the pictures, ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/')
    // axe can't judge text over pictures, so its lightness, from 0 to 1, is measured.
    const lightness = await page
      .getByRole('heading', { level: 1 })
      .evaluate((heading) => Number(/oklch\(([\d.]+)/.exec(getComputedStyle(heading).color)?.[1]))
    expect(lightness).toBeGreaterThan(0.9)
  })

test('the pictures stay still for people who prefer less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Play the background' })).toBeVisible()
  await page.clock.runFor(15_000)
  await expect(page.locator('[data-shown]')).toHaveAttribute('data-shown', '0')
})

test('on a phone the menu holds the two ways in, keeps the focus and closes on Esc', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'Open menu' })
  await opener.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Create on Cheers' })).toHaveAttribute(
    'href',
    '/signup?next=%2Fcreate',
  )
  await expectAccessible(page)
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab')
    // The browser's own controls may take focus in between; nothing on the page behind does.
    const isInside = await page.evaluate(() => {
      const focused = document.activeElement
      return focused === document.body || focused?.closest('dialog') !== null
    })
    expect(isInside, 'the focus stays in the menu').toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await menu.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('every link of the footer leads to a page with a heading', async ({ page }) => {
  await page.goto('/')
  const links = page.getByRole('contentinfo').locator('a[href^="/"]')
  const paths = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  expect(paths.toSorted()).toEqual(['/', '/explore', ...PAGES.map(({ path }) => path)].toSorted())
  for (const path of paths) {
    await page.goto('/')
    await page.getByRole('contentinfo').locator(`a[href="${path}"]`).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
})

test('a page stays until the next one has loaded, and going back finds the place again', async ({ page }) => {
  await page.goto('/terms-and-conditions')
  const terms = page.getByRole('heading', { level: 1, name: 'Terms and Conditions' })
  const privacy = page.getByRole('heading', { level: 1, name: 'Privacy Policy' })
  const { promise: isHeld, resolve: holdOne } = Promise.withResolvers<void>()
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    holdOne()
    await mayGoOn
    await route.continue()
  })
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })
  await link.scrollIntoViewIfNeeded()
  const placeOf = () => page.evaluate(() => window.scrollY)
  const place = await placeOf()
  expect(place).toBeGreaterThan(1000)

  await link.click()
  await isHeld
  await expect(page).toHaveURL(/privacy-policy$/)
  await expect(terms).toBeVisible()
  expect(await placeOf()).toBe(place)
  goOn()
  await expect(privacy).toBeFocused()
  await expect(terms).toHaveCount(0)
  expect(await placeOf()).toBe(0)

  await page.goBack()
  await expect(terms).toBeVisible()
  await expect.poll(placeOf).toBe(place)
  await page.goForward()
  await expect(privacy).toBeVisible()
  await expect.poll(placeOf).toBe(0)
})

for (const widthPx of [390, 1280])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the pages about Cheers are easy to read, ${colorScheme}, ${widthPx} pixels wide`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: widthPx, height: 844 })
      await page.emulateMedia({ colorScheme })
      for (const { path, heading } of PAGES) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expect(page.getByRole('navigation', { name: 'On this page' })).toBeVisible({
          visible: widthPx === 1280 && !['/contact', '/about'].includes(path),
        })
        const overflowPx = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflowPx, 'nothing makes the page scroll sideways').toBe(0)
        await expectAccessible(page)
      }
    })

test('the legal pages are read in full without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/terms-and-conditions')
  await expect(page.getByRole('heading', { level: 1, name: 'Terms and Conditions' })).toBeVisible()
  await expect(page.getByText('Effective date: 3rd July 2005')).toBeVisible()
  // Ten sections, each linked from the list beside them too.
  await expect(page.getByRole('main').locator('article h2')).toHaveCount(10)
  for (const words of ['hate speech', 'misrepresentation or scams', 'governed by the law of India'])
    await expect(page.getByText(words).first()).toBeVisible()
  await page.goto('/refund-policy')
  await expect(page.getByText(/7 days|seven days/).first()).toBeVisible()
  await page.goto('/privacy-policy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'What Makes Us Unique' })).toBeVisible()
  await context.close()
})
