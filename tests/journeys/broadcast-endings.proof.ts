import { expect, test } from './journey.ts'
import { signUpCreator } from './seed.ts'
import { aPerson, planWithVideo } from './steps.ts'

/** How long after the picture was changed a session is ended: while the new encoders begin, and later. */
const ENDED_AFTER_MS = [0, 20, 60, 120, 250, 1000]

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
  page.on('crash', () => (crashes += 1))
  await signUpCreator(page, aPerson('Asha Rao'), mailbox, [])
  for (const [number, ms] of ENDED_AFTER_MS.entries())
    await test.step(`ended ${ms} ms after the screen was shared`, async () => {
      await planWithVideo(page, { title: `Session ${number + 1}`, video: 'browser' })
      const setUp = page.getByRole('button', { name: 'Use camera and microphone' })
      const goLive = page.getByRole('button', { name: 'Go live' })
      await expect(setUp.or(goLive)).toBeVisible()
      if (await setUp.isVisible()) await setUp.click()
      await goLive.click()
      await expect(page.getByText('On air', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'End', exact: true }).click()
      // Behind the question, which covers it: what is ended are encoders that have just begun.
      await page.getByRole('button', { name: 'Share screen' }).dispatchEvent('click')
      await page.waitForTimeout(ms)
      await page.getByRole('button', { name: 'End session' }).click()
      await expect(page.getByText('Ended', { exact: true })).toBeVisible()
    })
  expect(crashes).toBe(0)
})
