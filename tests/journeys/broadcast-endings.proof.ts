import type { Page } from '@playwright/test'

import { expect, test, waitingForScript } from './journey.ts'
import { signUpCreator } from './seed.ts'
import { aPerson, planWithVideo } from './steps.ts'

/** How long after the picture was changed a session is ended: while the new encoders begin, and later. */
const ENDED_AFTER_MS = [0, 20, 60, 120, 250, 1000]
/** Longer than the page waits for encoders. */
const TOLD = { timeout: 120_000 }

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
      // A tab has a process of its own: in one that has ended several encoders, Chromium's may hang on a busy machine.
      const tab = waitingForScript(await page.context().newPage())
      tab.on('crash', () => (crashes += 1))
      await goLive(tab, `Session ${number + 1}`)
      await expect(tab.getByText('On air', { exact: true })).toBeVisible(TOLD)
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
  await expect(page.getByText('Your browser isn’t encoding your picture.')).toBeVisible(TOLD)
  await expect(page.getByRole('button', { name: 'Go live' })).toBeVisible()
  await expect(page.getByText('Waiting room open')).toBeVisible()
})

async function goLive(page: Page, title: string): Promise<void> {
  await planWithVideo(page, { title, video: 'browser' })
  const setUp = page.getByRole('button', { name: 'Use camera and microphone' })
  const begin = page.getByRole('button', { name: 'Go live' })
  await expect(setUp.or(begin)).toBeVisible()
  if (await setUp.isVisible()) await setUp.click()
  await begin.click()
}
