import { hasPrograms } from '#server/testing/optional-program.ts'

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { makeMediaFolder, type MediaFolder } from './media-files.ts'
import { addressesOf, expectClosed, expectPlays, expectSounds, publishWithFile } from './media-steps.ts'
import { openCreatorPage, signUpUnseen } from './seed.ts'
import { addPlan, aPerson, beginPost, payWithCard, pressJoin } from './steps.ts'

const MEMBERS = 'Tipsy - $9.99/month supporters'

let files: MediaFolder

test.beforeAll(async () => {
  files = await makeMediaFolder()
})
test.afterAll(() => files.remove())

test('data savers get a small picture, or sound only', async ({ openBrowser, mailbox }) => {
  test.skip(!hasPrograms('ffmpeg', 'ffprobe'), 'there is no ffmpeg here to make the files with')
  const asha = aPerson('Asha Rao')
  const page = await openBrowser()
  await signUpUnseen(page, asha, mailbox)
  await openCreatorPage(page, { pageName: 'Asha Rao', handle: asha.username })
  const TEXT = 'Steam, filmed.'
  await publishWithFile(page, { text: TEXT, add: 'Add Video', file: await files.shortClip() })
  const addresses = () => addressesOf(page, asha.username, TEXT)
  await expect
    .poll(addresses, { timeout: 180_000 })
    .toContainEqual(expect.stringMatching(/\/hls\/master\.m3u8$/))

  const visitor = await openBrowser()
  const video = visitor.getByRole('article').filter({ hasText: TEXT }).locator('video')
  const quality = visitor.getByRole('combobox', { name: 'Quality' })
  const playing = () => video.evaluate((media: HTMLVideoElement) => media.currentSrc.replace(/.*\//, ''))

  await test.step('a browser that asks to save data plays the small version', async () => {
    // What phone browsers send when their owner turns on data saving; Chromium here has no such switch.
    await visitor.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
    )
    await visitor.goto(`/${asha.username}`)
    await video.scrollIntoViewIfNeeded()
    await expect(quality).toHaveValue('saver')
    await expectPlays(video, 5)
    expect(await playing()).toBe('low')
  })

  await test.step('choosing sound only continues at the same second', async () => {
    await quality.selectOption('Sound only')
    await expect.poll(playing).toBe('audio-only')
    const second = () => video.evaluate((media: HTMLVideoElement) => media.currentTime)
    await expect.poll(second).toBeGreaterThan(5)
    await expectPlays(video, 2)
    await expectAccessible(visitor)
  })

  await test.step('the choice is kept until the best quality is chosen again', async () => {
    await visitor.reload()
    await video.scrollIntoViewIfNeeded()
    await expect(quality).toHaveValue('sound')
    await expect.poll(playing).toBe('audio-only')
    await quality.selectOption('Best quality')
    await expectPlays(video, 3)
    await expectSounds(video)
    expect(await playing()).not.toMatch(/^(?:low|audio-only)$/)
  })
})

test('members watch and listen to files of which strangers get no byte', async ({
  openBrowser,
  mailbox,
  request,
  allowError,
}) => {
  test.skip(!hasPrograms('ffmpeg', 'ffprobe'), 'there is no ffmpeg here to make the files with')
  // An expired address is requested once more before it is renewed.
  allowError(/404 .*\/media\/s\//)
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
    await signUpUnseen(ashaPage, asha, mailbox)
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

  await test.step('Ravi joins, watches and listens, and jumps in both', async () => {
    await signUpUnseen(raviPage, ravi, mailbox)
    await raviPage.goto(`/${handle}`)
    await expect(raviPage.getByText('Video, 40 s')).toBeVisible()
    await pressJoin(raviPage, 'Tipsy')
    await payWithCard(raviPage, 'Succeeds (Visa, India)')
    await raviPage.waitForURL('**/payment-success/**')
    await raviPage.goto(`/${handle}`)
    const video = raviPage.getByRole('article').filter({ hasText: VIDEO }).locator('video')
    await video.scrollIntoViewIfNeeded()
    await expectPlays(video, 30)
    await expectSounds(video)
    const cue = () => video.evaluate((media: HTMLVideoElement) => media.textTracks[0]?.label)
    expect(await cue()).toBe('English')

    const sound = raviPage.getByRole('article').filter({ hasText: AUDIO })
    await sound.getByRole('button', { name: 'Play', exact: true }).click()
    const position = sound.getByRole('slider', { name: 'Position' })
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0)
    await sound.getByRole('button', { name: 'Forward 15 seconds' }).click()
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(15)
    await expectPlays(sound.locator('audio'), 420)
    await expectSounds(sound.locator('audio'))
    await expectAccessible(raviPage)
    await raviPage.reload()
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(400)
  })

  await test.step('half an hour later his addresses have expired; the film continues at the same second', async () => {
    const video = raviPage.getByRole('article').filter({ hasText: VIDEO }).locator('video')
    const second = () => video.evaluate((media: HTMLVideoElement) => media.currentTime)
    await expectPlays(video, 12)
    const [before] = await addressesOf(raviPage, handle, VIDEO)
    const stoppedAt = await second()
    const moved = await request.post('/dev/clock', { data: { advanceSeconds: 1800 } })
    expect(moved.ok()).toBe(true)
    await expectClosed(raviPage.context().request, [before ?? ''])
    // A lost connection does this: the player asks again, and is told that the address has expired. A page whose
    // requests are intercepted keeps none of its earlier answers.
    await raviPage.route('**/media/s/**', (route) => route.continue())
    await video.evaluate((media: HTMLVideoElement) => media.load())
    await expect.poll(second, { timeout: 20_000 }).toBeGreaterThanOrEqual(Math.floor(stoppedAt))
    // The player may be changing its address at that moment, which ends a play that was just begun.
    await expect(() => video.evaluate((media: HTMLVideoElement) => media.play())).toPass({ timeout: 20_000 })
    await expect.poll(second, { timeout: 20_000 }).toBeGreaterThan(stoppedAt + 0.5)
  })

  await test.step('strangers and non-members get nothing of it, whatever they request', async () => {
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
    await signUpUnseen(devPage, dev, mailbox)
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
