import sharp from 'sharp'

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { makeMediaFolder, type MediaFolder } from './media-files.ts'
import { publishWithFile } from './media-steps.ts'
import { openCreatorPage, signUpUnseen } from './seed.ts'
import { aPerson, beginPost } from './steps.ts'

let files: MediaFolder

test.beforeAll(async () => {
  files = await makeMediaFolder()
})
test.afterAll(() => files.remove())

test('a picture is published upright, small and without its location', async ({ openBrowser, mailbox }) => {
  const asha = aPerson('Asha Rao')
  const page = await openBrowser()
  await signUpUnseen(page, asha, mailbox)
  await openCreatorPage(page, { pageName: 'Asha Rao', handle: asha.username })

  await test.step('a file of more than 500 MB is refused before it is sent', async () => {
    const dialog = await beginPost(page, { text: 'Everything at once.' })
    await dialog.getByLabel('Add Video', { exact: true }).setInputFiles(await files.tooLarge())
    await expect(page.getByRole('listitem').filter({ hasText: 'Max file size is 500MB' })).toBeVisible()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Discard draft' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the dialog offers to say what the picture shows, and publishes without it, too', async () => {
    const silent = await beginPost(page, { text: 'The harbour at night.' })
    await silent.getByLabel('Add Image', { exact: true }).setInputFiles(await files.photo())
    await expect(silent.getByText('Ready.', { exact: true })).toBeVisible({ timeout: 30_000 })
    await silent.getByRole('button', { name: 'Publish Post' }).click()
    await expect(silent).toBeHidden()

    const dialog = await beginPost(page, { text: 'The harbour this morning.' })
    await dialog.getByLabel('Add Image', { exact: true }).setInputFiles(await files.photo())
    await expect(dialog.getByText('Ready.', { exact: true })).toBeVisible({ timeout: 30_000 })
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
