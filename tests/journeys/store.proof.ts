import { hasPrograms } from '#server/testing/optional-program.ts'
import { startSwift, type TestStore } from '#server/testing/swift/start-swift.ts'

import { expect, test as base } from './journey.ts'
import { makeMediaFolder } from './media-files.ts'
import { expectPlays, publishWithFile } from './media-steps.ts'
import { type Product, startProduct } from './product.ts'
import { openCreatorPage, signUpUnseen } from './seed.ts'
import { addPlan, aPerson } from './steps.ts'

const MEMBERS = 'Tipsy - $9.99/month supporters'

/** The product with an S3 server; null where none is available. */
const test = base.extend<object, { onStore: (Product & { storeOrigin: string }) | null }>({
  onStore: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from this pattern.
    async ({}, use) => {
      const store: TestStore | null = await startSwift()
      if (!store) return use(null)
      try {
        const product = await startProduct({ STORAGE_URL: store.storageUrl })
        try {
          await use({ ...product, storeOrigin: `http://${new URL(store.storageUrl).host}` })
        } finally {
          await product.stop()
        }
      } finally {
        await store.stop()
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ onStore, baseURL }, use) => use(onStore?.baseUrl ?? baseURL),
})

test('pictures and videos come from an S3 server, in several qualities too', async ({
  onStore,
  openBrowser,
  mailbox,
}) => {
  test.skip(!onStore, 'there is no S3 server here')
  test.skip(!hasPrograms('ffmpeg', 'ffprobe'), 'there is no ffmpeg here to make the files with')
  const files = await makeMediaFolder()
  const asha = aPerson('Asha Rao')
  const page = await openBrowser()
  const fromStore: string[] = []
  const fromUs: string[] = []
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url())
    if (response.status() >= 300) return
    if (origin === onStore?.storeOrigin) fromStore.push(pathname)
    else if (pathname.startsWith('/media/')) fromUs.push(pathname)
  })
  await signUpUnseen(page, asha, mailbox)
  await openCreatorPage(page, { pageName: 'Asha Rao', handle: asha.username })
  await addPlan(page, { name: 'Tipsy', price: '9.99', description: 'Films.' })

  await test.step('a picture comes from the store', async () => {
    const article = await publishWithFile(page, {
      text: 'The harbour.',
      add: 'Add Image',
      file: await files.photo(),
      alt: 'The sun over the harbour',
    })
    const picture = article.getByRole('img', { name: 'The sun over the harbour' })
    // Pictures wait until they are near the viewport; then each goes to the store and back.
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 20_000 })
      .toBeGreaterThan(400)
    expect(fromStore.some((pathname) => pathname.endsWith('.webp'))).toBe(true)
  })

  const TEXT = 'Steam, filmed.'
  await test.step('a video for members plays from the store, and jumps', async () => {
    const article = await publishWithFile(page, {
      text: TEXT,
      visibility: MEMBERS,
      add: 'Add Video',
      file: await files.shortClip(),
    })
    await expectPlays(article.locator('video'), 5)
    expect(fromStore.some((pathname) => pathname.endsWith('.mp4'))).toBe(true)
  })

  await test.step('its other qualities play too, through our server', async () => {
    const ladder = () =>
      page.evaluate(async (name) => {
        const response = await fetch(`/api/post/getPostsByPageHandle/${name}`, {
          headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
        })
        return /"\/media\/s\/[^"]+\/hls\/master\.m3u8"/.test(await response.text())
      }, asha.username)
    await expect.poll(ladder, { timeout: 60_000 }).toBe(true)
    await page.reload()
    const video = page.getByRole('article').filter({ hasText: TEXT }).locator('video')
    await video.scrollIntoViewIfNeeded()
    fromUs.length = 0
    await expectPlays(video, 5)
    expect(fromUs.some((pathname) => /\/hls\/\w+\.mp4$/.test(pathname))).toBe(true)
  })
  await files.remove()
})
