import type { Page } from '@playwright/test'

import { expect, test, waitingForScript } from './journey.ts'
import { signUpCreator } from './seed.ts'
import { aPerson, planWithVideo } from './steps.ts'

/** How long after the picture was changed a session is ended: while the new encoders begin, and later. */
const ENDED_AFTER_MS = [0, 20, 60, 120, 250, 1000]
/** Longer than the page waits for encoders. */
const TOLD = { timeout: 120_000 }
const STUCK = 'Your browser isn’t encoding your picture. Reload this page, then go live again.'

test.use({ optimizesScripts: true })

test('a broadcast can be ended at any moment, also while its encoders are only beginning', async ({
  page,
  mailbox,
  allowError,
}) => {
  allowError(/A VideoFrame was garbage collected|An AudioSample was garbage collected/)
  // What nobody keeps is gone a moment after the session.
  allowError(/404 .*\/players\)/)
  let crashes = 0
  await signUpCreator(page, aPerson('Asha Rao'), mailbox, [])
  for (const [number, ms] of ENDED_AFTER_MS.entries())
    await test.step(`ended ${ms} ms after the screen was shared`, async () => {
      // Each in a tab of its own: what one leaves behind isn't the next one's.
      const tab = waitingForScript(await page.context().newPage())
      tab.on('crash', () => (crashes += 1))
      await goOnAir(tab, `Session ${number + 1}`)
      await tab.getByRole('button', { name: 'End', exact: true }).click()
      // Behind the question, which covers it: what is ended are encoders that have just begun.
      await tab.getByRole('button', { name: 'Share screen' }).dispatchEvent('click')
      await tab.waitForTimeout(ms)
      await tab.getByRole('button', { name: 'End session' }).click()
      await expect(tab.getByText('Ended', { exact: true })).toBeVisible()
      await tab.close()
    })
  expect(crashes).toBe(0)
})

test('who goes live is told when the browser encodes nothing', async ({ page, mailbox }) => {
  await page.addInitScript(() => {
    VideoEncoder.prototype.encode = () => undefined
  })
  await signUpCreator(page, aPerson('Asha Rao'), mailbox, [])
  await goLive(page, 'A picture that hangs')
  await expect(page.getByText(STUCK)).toBeVisible(TOLD)
  await expect(page.getByRole('button', { name: 'Go live' })).toBeVisible()
  await expect(page.getByText('Waiting room open')).toBeVisible()
})

/** On a busy machine Chromium's encoders may hang as they begin; what the page says then has to help. */
async function goOnAir(page: Page, title: string): Promise<void> {
  const onAir = page.getByText('On air', { exact: true })
  const stuck = page.getByText(STUCK)
  await goLive(page, title)
  await expect(onAir.or(stuck)).toBeVisible(TOLD)
  if (await onAir.isVisible()) return
  await page.goto(page.url())
  await pressGoLive(page)
  await expect(onAir).toBeVisible(TOLD)
}

async function goLive(page: Page, title: string): Promise<void> {
  await planWithVideo(page, { title, video: 'browser' })
  await pressGoLive(page)
}

async function pressGoLive(page: Page): Promise<void> {
  const setUp = page.getByRole('button', { name: 'Use camera and microphone' })
  const begin = page.getByRole('button', { name: 'Go live' })
  await expect(setUp.or(begin)).toBeVisible()
  if (await setUp.isVisible()) await setUp.click()
  await begin.click()
}
