import type { Page } from '@playwright/test'

import { expect, test, waitingForScript } from './journey.ts'
import { signUpCreator } from './seed.ts'
import { aPerson, planWithVideo } from './steps.ts'

/** How long after the picture was changed a session is ended: while the new encoders begin, and later. */
const ENDED_AFTER_MS = [0, 20, 60, 120, 250, 1000]
/** So long the encoders need for what they were given last: longer than it takes to press two buttons. */
const SLOW_ENCODER_MS = 1000
/** In so long, an encoder that was begun afterwards would have sent something. */
const SENT_BY_MS = 6000
/** Longer than the page waits for encoders. */
const TOLD = { timeout: 120_000 }
/** What nobody keeps is gone a moment after the session; the page may be about to show it. */
const GONE = /404 .*\/(?:players|all\.m3u8|init-[\w-]+\.mp4|\d+\.m4s)\)/
const STUCK = 'Your browser isn’t encoding your picture. Reload this page, then go live again.'

test.use({ optimizesScripts: true })

test('a broadcast can be ended at any moment, also while its encoders are only beginning', async ({
  page,
  mailbox,
  allowError,
}) => {
  allowError(/A VideoFrame was garbage collected|An AudioSample was garbage collected/)
  allowError(GONE)
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

test('a session that is ended while its picture changes is sent nothing afterwards', async ({
  page,
  mailbox,
  allowError,
}) => {
  allowError(/A VideoFrame was garbage collected|An AudioSample was garbage collected/)
  allowError(GONE)
  await page.addInitScript((ms) => {
    class SlowEncoder extends VideoEncoder {
      override async flush() {
        await super.flush()
        await new Promise((resolve) => void setTimeout(resolve, ms))
      }
    }
    window.VideoEncoder = SlowEncoder
    // As on a slow machine, on which the page is still there for a while: an encoder that begins has something to encode.
    MediaStreamTrack.prototype.stop = () => undefined
    AudioContext.prototype.close = () => Promise.resolve()
  }, SLOW_ENCODER_MS)
  const begun: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/broadcasts')) begun.push(request.url())
  })
  await signUpCreator(page, aPerson('Asha Rao'), mailbox, [])
  await goOnAir(page, 'A slow encoder')
  await page.getByRole('button', { name: 'Share screen' }).click()
  await expect(page.getByRole('button', { name: 'Stop sharing' })).toBeVisible()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  // On a busy machine the change may be through before anybody can have ended the session.
  const before = begun.length
  await page.getByRole('button', { name: 'End session' }).click()
  await expect(page.getByText('Ended', { exact: true })).toBeVisible(TOLD)
  await page.waitForTimeout(SENT_BY_MS)
  expect(begun).toHaveLength(before)
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
  await page.getByRole('button', { name: 'Start now' }).click()
}
