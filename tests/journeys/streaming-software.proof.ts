import { spawn } from 'node:child_process'

import { findFreePort } from '#server/testing/free-port.ts'
import { hasPrograms } from '#server/testing/optional-program.ts'

import { expectAccessible } from './accessibility.ts'
import { publishWithCaptions } from './captioned-software.ts'
import { expect, test as journey } from './journey.ts'
import { expectSounds } from './media-steps.ts'
import { type Product, startProduct } from './product.ts'
import { follow, signUp, signUpCreator } from './seed.ts'
import { aPerson, planWithVideo } from './steps.ts'

const PRODUCT_TIMEOUT_MS = 150_000

const test = journey.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from this pattern.
    async ({}, use) => {
      const product = await startProduct({ RTMP_PORT: String(await findFreePort()) })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: PRODUCT_TIMEOUT_MS },
  ],
})

/** What OBS would send, with its keyframes eight seconds apart. */
function encoder(server: string, key: string, keyframeEvery = 240) {
  const x264 = `keyint=${keyframeEvery}:min-keyint=${keyframeEvery}:scenecut=0:bframes=2:b-adapt=0`
  const input =
    '-v error -re -f lavfi -i testsrc2=size=640x360:rate=30 -re -f lavfi -i sine=440:sample_rate=48000'
  const codecs = `-c:v libx264 -preset ultrafast -x264-params ${x264} -pix_fmt yuv420p -c:a aac -f flv`
  return spawn('ffmpeg', [...input.split(' '), ...codecs.split(' '), `${server}/${key}`], { stdio: 'ignore' })
}

/** In the page: where the player is, and what it has. */
function describePlayer() {
  const video = document.querySelector('video')
  if (!video) return null
  const { currentTime, readyState, paused, seeking, buffered } = video
  const ranges = Array.from({ length: buffered.length }, (_, i) => [buffered.start(i), buffered.end(i)])
  return { currentTime, readyState, paused, seeking, ranges, error: video.error?.message ?? null }
}

test('a creator broadcasts from streaming software, and a follower watches', async ({
  page: ashaPage,
  openBrowser,
  mailbox,
}, testInfo) => {
  test.skip(!hasPrograms('ffmpeg', 'ffprobe'), 'there is no ffmpeg here to stream with')
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  await signUpCreator(ashaPage, asha, mailbox, [])
  const raviPage = await openBrowser()
  await signUp(raviPage, ravi, mailbox)
  await follow(raviPage, asha.username)

  let id = ''
  await test.step('Asha plans a session with streaming software', async () => {
    id = await planWithVideo(ashaPage, { title: 'From the studio', video: 'rtmp' })
  })

  const dialog = ashaPage.getByRole('dialog')
  await test.step('by keyboard she makes a key, which is shown once', async () => {
    await expect(
      ashaPage.getByText('Start streaming in your software and the session is live', { exact: false }),
    ).toBeVisible()
    // In Firefox, Enter presses a button only in the window that has the focus.
    await ashaPage.bringToFront()
    await ashaPage.getByRole('button', { name: 'Streaming software' }).press('Enter')
    await expect(dialog.getByText('Nothing comes in', { exact: true })).toBeVisible()
    await expectAccessible(ashaPage)
    await dialog.getByRole('button', { name: 'Make a stream key' }).press('Enter')
    await expect(dialog.getByLabel('Stream key')).toHaveValue(/^[\w-]{32}$/)
    await expectAccessible(ashaPage)
  })
  const server = await dialog.getByLabel('Server').inputValue()
  const key = await dialog.getByLabel('Stream key').inputValue()

  const software = encoder(server.replace('localhost', '127.0.0.1'), key)
  try {
    await test.step('what comes in is on air, and she is told what could be better', async () => {
      await expect(dialog.getByText('On air', { exact: true })).toBeVisible({ timeout: 15_000 })
      await expect(dialog.getByText('640 × 360')).toBeVisible()
      await expect(dialog.getByText('Keyframes are 8 s apart.')).toBeVisible({ timeout: 20_000 })
      await expectAccessible(ashaPage)
    })

    await test.step('Ravi watches', async () => {
      await raviPage.goto(`/${asha.username}/live/${id}`)
      const at = () => raviPage.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
      await expect.poll(at, { timeout: 60_000 }).toBeGreaterThan(0)
      const before = await at()
      // Until the next keyframe there may be no picture: eight seconds of what the software sends, more on a busy machine.
      await expect
        .poll(at, { timeout: 60_000 })
        .toBeGreaterThan(before + 5)
        .catch(async (error: unknown) => {
          const player = JSON.stringify(await raviPage.evaluate(describePlayer))
          await testInfo.attach('what the player had', { body: player, contentType: 'text/plain' })
          throw error
        })
      const { videoWidth, readyState } = await raviPage.evaluate(() => {
        const video = document.querySelector('video')
        return { videoWidth: video?.videoWidth, readyState: video?.readyState ?? 0 }
      })
      expect([videoWidth, readyState > 1]).toEqual([640, true])
      await expectSounds(raviPage.locator('video'))
    })
  } finally {
    software.kill('SIGKILL')
  }

  await test.step('when nothing comes in any more, she reads what to do, and when the session ends', async () => {
    await expect(ashaPage.getByText('Nothing comes in any more')).toBeVisible({ timeout: 30_000 })
    await expect(ashaPage.getByText('After 2 minutes without a picture')).toBeVisible()
  })

  await test.step('the key is not shown again', async () => {
    await ashaPage.reload()
    await ashaPage.getByRole('button', { name: 'Streaming software' }).click()
    await expect(dialog.getByText('You have a key, made on')).toBeVisible()
    await expect(dialog.getByLabel('Stream key')).toHaveCount(0)
  })
})

test('before the waiting room opens, the creator sees what comes in, and is told what is refused', async ({
  page,
  mailbox,
}) => {
  test.skip(!hasPrograms('ffmpeg', 'ffprobe'), 'there is no ffmpeg here to stream with')
  await signUpCreator(page, aPerson('Asha Rao'), mailbox, [])
  await planWithVideo(page, { title: 'Tomorrow', video: 'rtmp', inHours: 24 })
  await page.getByRole('button', { name: 'Streaming software' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make a stream key' }).click()
  const server = (await dialog.getByLabel('Server').inputValue()).replace('localhost', '127.0.0.1')
  const key = await dialog.getByLabel('Stream key').inputValue()

  await test.step('a wrong key', async () => {
    const software = encoder(server, `${key.slice(0, -2)}xx`)
    await expect(dialog.getByText('A stream key was refused')).toBeVisible()
    await expectAccessible(page)
    software.kill('SIGKILL')
  })

  await test.step('a picture in another format', async () => {
    const sending = '-v error -re -f lavfi -i testsrc2=size=640x360:rate=30 -c:v flv -f flv'
    const software = spawn('ffmpeg', [...sending.split(' '), `${server}/${key}`], { stdio: 'ignore' })
    await expect(dialog.getByText('Set the video encoder to H.264')).toBeVisible()
    software.kill('SIGKILL')
  })

  await test.step('the right one is shown to her alone', async () => {
    const software = encoder(server, key, 60)
    await expect(dialog.getByText('Preview: nobody else sees it')).toBeVisible()
    const width = () => page.evaluate(() => document.querySelector('video')?.videoWidth ?? 0)
    await expect.poll(width, { timeout: 30_000 }).toBe(640)
    const shown = () => page.evaluate(() => document.querySelector('video')?.currentSrc)
    const first = await shown()
    await expect.poll(shown, { timeout: 30_000 }).not.toBe(first)
    await expectAccessible(page)
    software.kill('SIGKILL')
    await expect(dialog.getByText('Nothing comes in', { exact: true })).toBeVisible({ timeout: 30_000 })
  })
})

test('captions that come with the picture can be read', async ({ page, openBrowser, mailbox }) => {
  test.skip(!hasPrograms('ffmpeg', 'ffprobe'), 'there is no ffmpeg here to stream with')
  const asha = aPerson('Asha Rao')
  await signUpCreator(page, asha, mailbox, [])
  const viewer = await openBrowser()
  await signUp(viewer, aPerson('Ravi Menon'), mailbox)
  await follow(viewer, asha.username)
  const id = await planWithVideo(page, { title: 'With captions', video: 'rtmp' })
  await page.getByRole('button', { name: 'Streaming software' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make a stream key' }).click()
  const { port } = new URL((await dialog.getByLabel('Server').inputValue()).replace('rtmp', 'http'))
  const key = await dialog.getByLabel('Stream key').inputValue()
  const stop = await publishWithCaptions(Number(port), key, 'GOOD EVENING')
  await expect(dialog.getByText('On air', { exact: true })).toBeVisible({ timeout: 15_000 })
  // What is in the picture is known a moment later.
  await page.waitForTimeout(4000)
  await viewer.goto(`/${asha.username}/live/${id}`)
  await viewer.getByRole('button', { name: 'Captions' }).press('Enter', { timeout: 30_000 })
  const read = () =>
    viewer.evaluate(() => {
      const [track] = [...(document.querySelector('video')?.textTracks ?? [])]
      const cues = [...(track?.activeCues ?? [])].map((cue) => (cue as VTTCue).text)
      return `${track?.mode}: ${cues.join(' ')}`
    })
  await expect.poll(read, { timeout: 30_000 }).toContain('showing: GOOD EVENING')
  stop()
})
