import { expect, test } from './journey.ts'
import { signUp, signUpCreator } from './seed.ts'
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
