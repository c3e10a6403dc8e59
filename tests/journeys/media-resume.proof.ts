import fs from 'node:fs/promises'

import { hasPrograms } from '#server/testing/optional-program.ts'

import { expect, test } from './journey.ts'
import { makeMediaFolder, type MediaFolder } from './media-files.ts'
import { addressesOf, expectPlays } from './media-steps.ts'
import { openCreatorPage, signUpUnseen } from './seed.ts'
import { aPerson, beginPost } from './steps.ts'

let files: MediaFolder

test.beforeAll(async () => {
  files = await makeMediaFolder()
})
test.afterAll(() => files.remove())

test('an upload survives a lost connection and a reload, and arrives unchanged', async ({
  openBrowser,
  mailbox,
  allowError,
}) => {
  test.skip(!hasPrograms('ffmpeg', 'ffprobe'), 'there is no ffmpeg here to make the files with')
  allowError(/ERR_INTERNET_DISCONNECTED/)
  const asha = aPerson('Asha Rao')
  const page = await openBrowser()
  const clip = await files.clip()
  await signUpUnseen(page, asha, mailbox)
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
      uploadThroughput: 3_000_000,
    })
  await setLine(false)
  const dialog = await beginPost(page, { text: 'Filmed on the train.' })

  await test.step('the connection drops and comes back', async () => {
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

  await test.step('it can be paused and resumed', async () => {
    await dialog.getByRole('button', { name: 'Pause' }).click()
    await expect(dialog.getByText('Paused.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Resume' }).click()
    await expect(dialog.getByRole('button', { name: 'Pause' })).toBeVisible()
  })

  await test.step('it continues while the dialog is closed', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Your upload continues while this page is open.')).toBeVisible()
    const before = offsets.length
    await expect.poll(() => offsets.length, { timeout: 20_000 }).toBeGreaterThan(before)
  })

  await test.step('after a reload the same file continues where it stopped', async () => {
    await page.reload()
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(dialog.getByText('Choose the same file again')).toBeVisible()
    offsets.length = 0
    await dialog.getByLabel('Choose the file again').setInputFiles(clip)
    await expect.poll(() => offsets[0] ?? 0, { timeout: 20_000 }).toBeGreaterThan(0)
  })

  await test.step('a post published during the upload goes out once it has finished', async () => {
    await dialog.getByRole('button', { name: 'Publish Post' }).click()
    await expect(dialog.getByRole('button', { name: 'Uploading...' })).toBeVisible()
    await expect(page.getByText('Post created successfully').first()).toBeVisible({ timeout: 60_000 })
    const video = page.getByRole('article').filter({ hasText: 'Filmed on the train.' }).locator('video')
    await expectPlays(video, 20)
  })

  await test.step('and the file is unchanged', async () => {
    const addresses = await addressesOf(page, asha.username, 'Filmed on the train.')
    const address = addresses.find((candidate) => candidate.includes('original')) ?? ''
    const arrived = await (await page.context().request.get(address)).body()
    expect(arrived.equals(await fs.readFile(clip))).toBe(true)
  })
})
