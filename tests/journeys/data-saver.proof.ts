import { spawn } from 'node:child_process'
import type { Page } from '@playwright/test'

import { findFreePort } from '#server/testing/free-port.ts'
import { hasPrograms } from '#server/testing/optional-program.ts'

import { expectAccessible } from './accessibility.ts'
import { expect, test as journey } from './journey.ts'
import { tabTo } from './keyboard.ts'
import { type Product, startProduct } from './product.ts'
import { follow, signUp, signUpCreator } from './seed.ts'
import { aPerson, planWithVideo } from './steps.ts'

const PRODUCT_TIMEOUT_MS = 150_000

const test = journey.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from this pattern.
    async ({}, use) => {
      const port = String(await findFreePort())
      const product = await startProduct({ RTMP_PORT: port, LIVE_SMALL_PICTURE: 'on' })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: PRODUCT_TIMEOUT_MS },
  ],
})

/** What software would send, with a keyframe a second. */
function encoder(server: string, key: string) {
  const input =
    '-v error -re -f lavfi -i testsrc2=size=1280x720:rate=25 -re -f lavfi -i sine=440:sample_rate=48000'
  const codecs =
    '-c:v libx264 -preset ultrafast -x264-params keyint=25:scenecut=0 -b:v 2M -pix_fmt yuv420p -c:a aac -f flv'
  return spawn('ffmpeg', [...input.split(' '), ...codecs.split(' '), `${server}/${key}`], { stdio: 'ignore' })
}

function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('video')?.videoHeight ?? 0)
}

function secondOf(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
}

/** It has a small picture. Beside other proofs one may come too late, as it says; then it is chosen once more. */
async function expectSmall(page: Page): Promise<void> {
  const quality = page.getByRole('combobox', { name: 'Quality' })
  await expect(async () => {
    if ((await quality.inputValue()) !== 'saver') await quality.selectOption('saver')
    await expect.poll(() => heightOf(page), { timeout: 10_000 }).toBe(360)
    await expectMoving(page)
  }).toPass({ timeout: 180_000 })
}

/** It has a picture of this height, which goes on. */
async function expectShown(page: Page, height: number): Promise<void> {
  await expect.poll(() => heightOf(page), { timeout: 60_000 }).toBe(height)
  await expectMoving(page)
}

async function expectMoving(page: Page): Promise<void> {
  const before = await secondOf(page)
  await expect.poll(() => secondOf(page), { timeout: 30_000 }).toBeGreaterThan(before + 2)
}

test('who saves data watches a smaller picture, listens alone, and has all of it again', async ({
  page: ashaPage,
  openBrowser,
  mailbox,
  allowError,
}) => {
  test.skip(!hasPrograms('ffmpeg', 'ffprobe'), 'there is no ffmpeg here to stream with')
  allowError(/status of 503/)
  const asha = aPerson('Asha Rao')
  await signUpCreator(ashaPage, asha, mailbox, [])
  const ravi = await openBrowser()
  await signUp(ravi, aPerson('Ravi Menon'), mailbox)
  await follow(ravi, asha.username)
  const id = await planWithVideo(ashaPage, { title: 'From the studio', video: 'rtmp' })
  await ashaPage.getByRole('button', { name: 'Streaming software' }).click()
  const dialog = ashaPage.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make a stream key' }).click()
  const server = (await dialog.getByLabel('Server').inputValue()).replace('localhost', '127.0.0.1')
  const software = encoder(server, await dialog.getByLabel('Stream key').inputValue())
  try {
    await expect(dialog.getByText('On air', { exact: true })).toBeVisible({ timeout: 30_000 })
    await dialog.press('Escape')
    const quality = ravi.getByRole('combobox', { name: 'Quality' })
    const received: { path: string; bytes: number }[] = []
    ravi.on('requestfinished', async (request) => {
      const { pathname } = new URL(request.url())
      if (!pathname.endsWith('.m4s')) return
      // Of what comes in while the page closes, nobody can say how much it was.
      const sizes = await request.sizes().catch(() => null)
      if (sizes) received.push({ path: pathname, bytes: sizes.responseBodySize })
    })
    const bytesOf = (kind: RegExp) => {
      const all = received.filter(({ path }) => kind.test(path)).map(({ bytes }) => bytes)
      return all.reduce((sum, bytes) => sum + bytes, 0) / all.length
    }

    await test.step('the whole picture comes first', async () => {
      await ravi.goto(`/${asha.username}/live/${id}`)
      await expectShown(ravi, 720)
      await expect(quality).toHaveValue('auto')
    })

    await test.step('by keyboard he chooses the data saver, and it goes on where it is', async () => {
      await tabTo(ravi, quality)
      await ravi.keyboard.type('Data')
      await expect(quality).toHaveValue('saver')
      await expectSmall(ravi)
      await expect(ravi.getByText('Live', { exact: true })).toBeVisible()
      await expectAccessible(ravi)
      const [full, small] = [bytesOf(/\/[\w-]{36}\/\d+\.m4s$/), bytesOf(/\/small\//)]
      process.stdout.write(`a segment: ${Math.round(full)} bytes, small ${Math.round(small)} bytes\n`)
      expect(small).toBeLessThan(full / 2)
    })

    await test.step('back in time as well', async () => {
      await ravi.getByRole('button', { name: 'Watch from the start' }).press('Enter')
      await expectSmall(ravi)
      const before = await secondOf(ravi)
      await quality.selectOption('auto')
      await expectShown(ravi, 720)
      expect(Math.abs((await secondOf(ravi)) - before)).toBeLessThan(30)
      await quality.selectOption('saver')
      await expectSmall(ravi)
      await ravi.getByRole('button', { name: 'Back to live' }).press('Enter')
      await expectSmall(ravi)
    })

    await test.step('the choice is kept on the device', async () => {
      await ravi.reload()
      await expect(quality).toHaveValue('saver')
      await expectSmall(ravi)
    })

    await test.step('he only listens, and sees all of it again', async () => {
      await quality.selectOption('sound')
      await expectShown(ravi, 0)
      await quality.selectOption('auto')
      await expectShown(ravi, 720)
    })

    await test.step('whose browser asks to save data has the data saver first', async () => {
      const meera = await openBrowser()
      await meera.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      )
      await signUp(meera, aPerson('Meera Das'), mailbox)
      await follow(meera, asha.username)
      await meera.goto(`/${asha.username}/live/${id}`)
      await expectSmall(meera)
      await expect(meera.getByRole('combobox', { name: 'Quality' })).toHaveValue('saver')
      await meera.close()
    })

    await test.step('where small pictures can’t be made, he is told, and watches the whole one', async () => {
      await ravi.route('**/small/*.m4s', (route) => route.fulfill({ status: 503 }))
      await quality.selectOption('saver')
      await expect(
        ravi.getByText('The data saver can’t keep up at the moment', { exact: false }),
      ).toBeVisible()
      await expect(quality).toHaveValue('auto')
      await expectShown(ravi, 720)
      await expectAccessible(ravi)
      await ravi.unroute('**/small/*.m4s')
      await quality.selectOption('saver')
      await expectSmall(ravi)
      await expect(
        ravi.getByText('The data saver can’t keep up at the moment', { exact: false }),
      ).toHaveCount(0)
    })

    await test.step('who isn’t there gets nothing by those addresses', async () => {
      const stranger = await openBrowser()
      const paths = [...new Set(received.map(({ path }) => path))].filter((path) => path.includes('/small/'))
      expect(paths.length).toBeGreaterThan(3)
      for (const path of paths.slice(-3)) {
        const answer = await stranger.request.get(new URL(path, ravi.url()).href)
        expect([path, answer.status()]).toEqual([path, 404])
      }
    })
  } finally {
    software.kill('SIGKILL')
  }
})
