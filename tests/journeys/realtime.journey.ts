import type { Page } from '@playwright/test'

import { expect, test } from './journey.ts'
import { productTime } from './operator.ts'
import { call, follow, logInUnseen, signUp, signUpCreator } from './seed.ts'
import { aPerson, joinPlan } from './steps.ts'

test('open pages show a payment without a reload, and the tabs of a browser share one stream', async ({
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  const ashaPage = await openBrowser()
  const raviPage = await openBrowser()
  await signUpCreator(ashaPage, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])
  await signUp(raviPage, ravi, mailbox)
  const streams: string[] = []
  ashaPage.context().on('request', (request) => {
    if (request.url().includes('/api/events')) streams.push(request.url())
  })
  const otherTab = await ashaPage.context().newPage()
  const raviTab = await raviPage.context().newPage()

  await test.step('Asha has her balance open in two tabs, and Ravi his subscriptions in one', async () => {
    for (const page of [ashaPage, otherTab]) {
      await page.goto('/payout')
      await expect(page.getByText('No payments yet')).toBeVisible()
    }
    await raviTab.goto('/subscriptions')
    await expect(raviTab.getByRole('main').getByText('Tipsy')).toHaveCount(0)
    await expect.poll(() => streams.length).toBe(1)
  })

  await test.step('Ravi pays, in the tab he looks at', async () => {
    // Chromium draws nothing in the others, and a press on a frame that was never drawn is lost.
    await raviPage.bringToFront()
    await joinPlan(raviPage, asha.username, 'Tipsy')
  })

  await test.step('all of them show it', async () => {
    for (const page of [ashaPage, otherTab]) {
      await expect(page.getByRole('main').getByRole('definition').nth(1)).toContainText('$8.99')
      await expect(
        page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ravi Menon' }),
      ).toBeVisible()
    }
    await expect(raviTab.getByRole('main').getByText('Tipsy', { exact: true })).toBeVisible()
    expect(streams).toHaveLength(1)
  })

  await test.step('the tab that reads the stream closes, and the other one continues it', async () => {
    await ashaPage.close()
    await expect.poll(() => streams.length).toBe(2)
    expect(new URL(streams[1] ?? '').searchParams.get('since')).toMatch(/^user:[\w-]+:\d+$/)
  })
})

test('eight windows of one person hear what happens, however quickly they move on', async ({
  page: ashaPage,
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  await signUpCreator(ashaPage, asha, mailbox, [])
  const chatPath = await planSession(ashaPage, asha.username)
  const first = await openBrowser()
  await signUp(first, ravi, mailbox)
  await follow(first, asha.username)
  const windows = [first, await first.context().newPage(), await first.context().newPage()]
  while (windows.length < 8) {
    const other = await openBrowser()
    await logInUnseen(other, ravi)
    windows.push(other)
  }
  const refused: string[] = []
  for (const page of windows)
    page.on('response', (response) => {
      if (response.status() === 429) refused.push(response.url())
    })

  await test.step('each goes to and fro between the page and its live sessions', async () => {
    for (const page of windows)
      for (const path of ['', '/live', '', '/live', '', '/live'])
        await page.goto(`/${asha.username}${path}`, { waitUntil: 'commit' })
  })

  await test.step('they come to rest in the chat, and all of them hear Asha', async () => {
    for (const page of windows) {
      await page.goto(chatPath)
      await expect(page.getByRole('log', { name: 'Chat of this session' })).toBeVisible()
    }
    await ashaPage.goto(chatPath)
    await ashaPage.getByRole('textbox', { name: 'Message the chat' }).fill('Hello to all of you')
    await ashaPage.getByRole('textbox', { name: 'Message the chat' }).press('Enter')
    for (const page of windows) await expect(page.getByText('Hello to all of you')).toBeVisible()
    expect(refused).toEqual([])
  })
})

test('a page whose stream is refused says so, asks now and then, and hears again when it is let in', async ({
  page: ashaPage,
  openBrowser,
  mailbox,
  allowError,
}) => {
  allowError(/429.*\/api\/events/)
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  await signUpCreator(ashaPage, asha, mailbox, [])
  const chatPath = await planSession(ashaPage, asha.username)
  const raviPage = await openBrowser()
  await signUp(raviPage, ravi, mailbox)
  const asked: number[] = []
  await raviPage.context().route('**/api/events*', (route) => {
    asked.push(Date.now())
    return route.fulfill({
      status: 429,
      json: { message: 'Too many', msg: 'Too many', code: 'too_many_requests' },
    })
  })
  const said = raviPage.getByText('Live updates are paused.', { exact: false })
  async function say(text: string) {
    await ashaPage.getByRole('textbox', { name: 'Message the chat' }).fill(text)
    await ashaPage.getByRole('textbox', { name: 'Message the chat' }).press('Enter')
    await expect(ashaPage.getByRole('log').getByText(text)).toBeVisible()
  }

  await raviPage.goto(chatPath)
  await ashaPage.goto(chatPath)
  await expect(said).toBeVisible({ timeout: 30_000 })
  await say('Written while nobody is told')
  await expect(raviPage.getByText('Written while nobody is told')).toBeVisible({ timeout: 45_000 })
  await expect.poll(() => asked.length, { timeout: 45_000 }).toBeGreaterThanOrEqual(4)
  const [third = 0, fourth = 0] = asked.slice(2)
  // By then it waits for at least half of four seconds, however fast the rest is.
  expect(fourth - third).toBeGreaterThan(1900)

  await raviPage.context().unroute('**/api/events*')
  await expect(said).toBeHidden({ timeout: 45_000 })
  await say('Written to everybody')
  await expect(raviPage.getByText('Written to everybody')).toBeVisible()
})

/** Plans a session whose waiting room is open already, and answers its address. */
async function planSession(page: Page, handle: string): Promise<string> {
  const startsAt = new Date((await productTime(page.request)).getTime() + 5 * 60_000).toISOString()
  const audience = [{ reach: 'everyone', planIds: [], isExact: false, fromAt: null, untilAt: null }]
  const planned = await call(page, 'POST', '/live-sessions', {
    data: {
      clientKey: crypto.randomUUID(),
      title: 'An hour of questions',
      text: '',
      startsAt,
      audience,
      questions: 'open',
      anonymousAllowed: true,
      replay: 'none',
    },
  })
  return `/${handle}/live/${(planned.body as { liveSessionId: string }).liveSessionId}`
}
