import fs from 'node:fs/promises'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'

import { expect, expectAccessible, test } from './journey.ts'
import { makeMediaFolder, type MediaFolder } from './media-files.ts'
import { addPlan, aPerson, beginPost, openCreatorPage, payWithCard, signUp } from './steps.ts'

const MEMBERS = 'Tipsy - $9.99/month supporters'

const WAYS_TO_ASK: Record<string, string>[] = [{}, { range: 'bytes=0-99' }, { 'if-none-match': '*' }]

let files: MediaFolder

test.beforeAll(async () => {
  files = await makeMediaFolder()
})
test.afterAll(() => files.remove())

/** Attaches a file, says what a picture shows, and publishes. */
async function publishWithFile(
  page: Page,
  post: { text: string; visibility?: string; add: string; file: string; alt?: string },
): Promise<Locator> {
  const dialog = await beginPost(page, post)
  await dialog.getByLabel(post.add, { exact: true }).setInputFiles(post.file)
  if (post.alt !== undefined) await dialog.getByLabel('What does the picture show?').fill(post.alt)
  await dialog.getByRole('button', { name: 'Publish Post' }).click()
  await expect(page.getByText('Post created successfully').first()).toBeVisible({ timeout: 60_000 })
  await expect(dialog).toBeHidden()
  const article = page.getByRole('article').filter({ hasText: post.text })
  await expect(article).toBeVisible()
  return article
}

/** Every address the API tells this person about, for the post that says `text`. */
async function addressesOf(page: Page, handle: string, text: string): Promise<string[]> {
  return page.evaluate(
    async ([name, wanted]) => {
      const response = await fetch(`/api/post/getPostsByPageHandle/${name}`, {
        headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
      })
      const posts = (await response.json()) as { content: string }[]
      const post = JSON.stringify(posts.find(({ content }) => content.includes(wanted ?? '')) ?? {})
      return [...new Set([...post.matchAll(/"(\/media\/[^"]+)"/g)].map(([, address]) => address ?? ''))]
    },
    [handle, text],
  )
}

/** Plays for a moment, jumps, and plays on from there. */
async function expectPlays(element: Locator, jumpTo: number): Promise<void> {
  const second = () => element.evaluate((media: HTMLMediaElement) => media.currentTime)
  await element.evaluate((media: HTMLMediaElement) => {
    media.muted = true
    return media.play()
  })
  await expect.poll(second).toBeGreaterThan(0.5)
  await element.evaluate((media: HTMLMediaElement, to) => (media.currentTime = to), jumpTo)
  await expect.poll(second, { timeout: 20_000 }).toBeGreaterThan(jumpTo + 0.5)
  await element.evaluate((media: HTMLMediaElement) => media.pause())
}

/** Nobody gets a byte of these by asking for them in any way. */
async function expectClosed(request: APIRequestContext, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    for (const headers of WAYS_TO_ASK) {
      const answer = await request.get(address, { headers, maxRedirects: 0 })
      expect(answer.status(), address).toBeGreaterThanOrEqual(400)
      expect((await answer.body()).length, address).toBeLessThan(2000)
      expect(answer.headers()['content-type'] ?? '').not.toMatch(/^(?:image|video|audio)\//)
    }
    expect((await request.head(address)).status(), address).toBeGreaterThanOrEqual(400)
  }
}

test('a picture is published upright, small and without the place it was taken at', async ({
  openBrowser,
  mailbox,
}) => {
  test.setTimeout(120_000)
  const asha = aPerson('Asha Rao')
  const page = await openBrowser()
  await signUp(page, asha, mailbox)
  await openCreatorPage(page, { pageName: 'Asha Rao', handle: asha.username })

  await test.step('the dialog asks what the picture shows', async () => {
    const dialog = await beginPost(page, { text: 'The harbour this morning.' })
    await dialog.getByLabel('Add Image', { exact: true }).setInputFiles(await files.photo())
    await expect(dialog.getByText('Ready.')).toBeVisible({ timeout: 30_000 })
    await dialog.getByRole('button', { name: 'Publish Post' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Say in a sentence what the picture shows')
    await expect(dialog.getByLabel('What does the picture show?')).toBeFocused()
    await expectAccessible(page)
    await dialog.getByLabel('What does the picture show?').fill('The sun over the harbour')
    await dialog.getByRole('button', { name: 'Publish Post' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('everybody sees it, in a width for their screen', async () => {
    const visitor = await openBrowser()
    await visitor.goto(`/${asha.username}`)
    const picture = visitor.getByRole('img', { name: 'The sun over the harbour' })
    await picture.scrollIntoViewIfNeeded()
    const shown = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
    await expect.poll(shown).toBeGreaterThan(400)
    const address = await picture.evaluate((image: HTMLImageElement) => image.currentSrc)
    const answer = await visitor.context().request.get(address)
    const bytes = await answer.body()
    const { exif, format, width, height } = await sharp(bytes).metadata()
    expect({ exif, format }).toEqual({ exif: undefined, format: 'webp' })
    expect(bytes.includes('GPS') || bytes.includes('Exif')).toBe(false)
    expect(height).toBeGreaterThan(width)
    expect(answer.headers()['cache-control']).toContain('immutable')
    await expectAccessible(visitor)
  })

  await test.step('a GIF keeps moving', async () => {
    const article = await publishWithFile(page, {
      text: 'A square on its way.',
      add: 'Add Image',
      file: await files.animation(),
      alt: 'A square moves to the right',
    })
    const address = await article
      .getByRole('img', { name: 'A square moves' })
      .evaluate((image: HTMLImageElement) => image.src)
    const bytes = await (await page.context().request.get(address)).body()
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(12)
  })
})

test('members watch and hear what strangers get no byte of', async ({ openBrowser, mailbox, request }) => {
  test.skip(!process.env['JOURNEYS_HAVE_FFMPEG'], 'there is no ffmpeg here to make the files with')
  test.setTimeout(240_000)
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  const dev = aPerson('Dev Kapoor')
  const handle = asha.username
  const ashaPage = await openBrowser()
  const raviPage = await openBrowser()
  const devPage = await openBrowser()
  const VIDEO = 'The kettle, filmed.'
  const AUDIO = 'Ten minutes of the evening.'
  const PICTURE = 'The harbour, for you.'

  await test.step('Asha publishes a video, audio and a picture for members', async () => {
    await signUp(ashaPage, asha, mailbox)
    await openCreatorPage(ashaPage, { pageName: 'Asha Rao', handle })
    await addPlan(ashaPage, { name: 'Tipsy', price: '9.99', description: 'Films.' })
    const dialog = await beginPost(ashaPage, { text: VIDEO, visibility: MEMBERS })
    await dialog.getByLabel('Add Video', { exact: true }).setInputFiles(await files.clip())
    await dialog.getByLabel('Caption file').setInputFiles(await files.captions(), { timeout: 60_000 })
    await expect(dialog.getByRole('list', { name: 'Captions' })).toContainText('English')
    await expectAccessible(ashaPage)
    await dialog.getByRole('button', { name: 'Publish Post' }).click()
    await expect(dialog).toBeHidden()
    await publishWithFile(ashaPage, {
      text: AUDIO,
      visibility: MEMBERS,
      add: 'Add Audio',
      file: await files.recording(),
    })
    await publishWithFile(ashaPage, {
      text: PICTURE,
      visibility: MEMBERS,
      add: 'Add Image',
      file: await files.photo(),
      alt: 'The sun over the harbour',
    })
  })

  await test.step('Ravi joins, watches and hears, and jumps in both', async () => {
    await signUp(raviPage, ravi, mailbox)
    await raviPage.goto(`/${handle}`)
    await expect(raviPage.getByText('Video, 40 s')).toBeVisible()
    await raviPage
      .getByRole('button', { name: /^Join Tipsy/ })
      .first()
      .click()
    await payWithCard(raviPage, 'Succeeds (Visa, India)')
    await raviPage.waitForURL('**/payment-success/**')
    await raviPage.goto(`/${handle}`)
    const video = raviPage.getByRole('article').filter({ hasText: VIDEO }).locator('video')
    await video.scrollIntoViewIfNeeded()
    await expectPlays(video, 30)
    const cue = () => video.evaluate((media: HTMLVideoElement) => media.textTracks[0]?.label)
    expect(await cue()).toBe('English')

    const sound = raviPage.getByRole('article').filter({ hasText: AUDIO })
    await sound.getByRole('button', { name: 'Play', exact: true }).click()
    const position = sound.getByRole('slider', { name: 'Position' })
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0)
    await sound.getByRole('button', { name: 'Forward 15 seconds' }).click()
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(15)
    await expectPlays(sound.locator('audio'), 420)
    await expectAccessible(raviPage)
    await raviPage.reload()
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(400)
  })

  await test.step('strangers and non-members get nothing of it, whatever they ask for', async () => {
    const addresses = [
      ...(await addressesOf(raviPage, handle, VIDEO)),
      ...(await addressesOf(raviPage, handle, AUDIO)),
      ...(await addressesOf(raviPage, handle, PICTURE)),
    ]
    expect(addresses.length).toBeGreaterThan(3)
    const open = await raviPage
      .context()
      .request.get(addresses[0] ?? '', { headers: { range: 'bytes=0-99' } })
    expect([open.status(), (await open.body()).length]).toEqual([206, 100])
    await signUp(devPage, dev, mailbox)
    await devPage.goto(`/${handle}`)
    await expect(devPage.getByText('Video, 40 s')).toBeVisible()
    const told = await devPage.content()
    expect(told).not.toContain('/media/s/')
    for (const stranger of [request, devPage.context().request]) {
      await expectClosed(stranger, addresses)
      const ids = addresses.map((address) => address.split('/')[4] ?? '')
      for (const id of new Set(ids)) {
        expect((await stranger.get(`/api/media/${id}/playback`)).status()).toBe(404)
        await expectClosed(stranger, [`/media/s/x/${id}/original`, `/media/p/${id}/original`])
      }
    }
    expect(await addressesOf(devPage, handle, VIDEO)).toEqual([])
  })
})

test('an upload survives a cut, a reload, and arrives as it was', async ({
  openBrowser,
  mailbox,
  allowError,
}) => {
  test.skip(!process.env['JOURNEYS_HAVE_FFMPEG'], 'there is no ffmpeg here to make the files with')
  test.setTimeout(180_000)
  allowError(/ERR_INTERNET_DISCONNECTED/)
  const asha = aPerson('Asha Rao')
  const page = await openBrowser()
  const clip = await files.clip()
  await signUp(page, asha, mailbox)
  await openCreatorPage(page, { pageName: 'Asha Rao', handle: asha.username })
  const offsets: number[] = []
  page.on('request', (sent) => {
    if (sent.method() === 'PATCH') offsets.push(Number(sent.headers()['upload-offset']))
  })
  const line = await page.context().newCDPSession(page)
  const setLine = (offline: boolean) =>
    line.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 5_000_000,
    })
  await setLine(false)
  const dialog = await beginPost(page, { text: 'Filmed on the train.' })

  await test.step('the line goes away and comes back', async () => {
    await dialog.getByLabel('Add Video', { exact: true }).setInputFiles(clip)
    await expect(dialog.getByText(/ of 60\.\d MB/)).toBeVisible()
    await expect.poll(() => offsets.at(-1) ?? 0, { timeout: 20_000 }).toBeGreaterThan(8_000_000)
    await setLine(true)
    await expect(dialog.getByText('Waiting for the connection')).toBeVisible()
    await setLine(false)
    const before = offsets.length
    await expect.poll(() => offsets.length, { timeout: 20_000 }).toBeGreaterThan(before)
    expect(offsets.at(-1)).toBeGreaterThan(0)
  })

  await test.step('it can be paused, and goes on', async () => {
    await dialog.getByRole('button', { name: 'Pause' }).click()
    await expect(dialog.getByText('Paused.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Resume' }).click()
    await expect(dialog.getByRole('button', { name: 'Pause' })).toBeVisible()
  })

  await test.step('after a reload the same file goes on where it stopped', async () => {
    await page.reload()
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(dialog.getByText('Choose the same file again')).toBeVisible()
    offsets.length = 0
    await dialog.getByLabel('Choose the file again').setInputFiles(clip)
    await expect.poll(() => offsets[0] ?? 0, { timeout: 20_000 }).toBeGreaterThan(0)
  })

  await test.step('published while it is still on its way, it goes out when it is there', async () => {
    await dialog.getByRole('button', { name: 'Publish Post' }).click()
    await expect(dialog.getByRole('button', { name: 'Uploading...' })).toBeVisible()
    await expect(page.getByText('Post created successfully').first()).toBeVisible({ timeout: 60_000 })
    const video = page.getByRole('article').filter({ hasText: 'Filmed on the train.' }).locator('video')
    await expectPlays(video, 20)
  })

  await test.step('and is the file it was', async () => {
    const addresses = await addressesOf(page, asha.username, 'Filmed on the train.')
    const address = addresses.find((candidate) => candidate.includes('original')) ?? ''
    const arrived = await (await page.context().request.get(address)).body()
    expect(arrived.equals(await fs.readFile(clip))).toBe(true)
  })
})
