import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { press, tabTo } from './keyboard.ts'
import { makeMediaFolder, type MediaFolder } from './media-files.ts'
import { signUpCreator } from './seed.ts'
import { aPerson, beginPost } from './steps.ts'

let files: MediaFolder

test.beforeAll(async () => {
  files = await makeMediaFolder()
})
test.afterAll(() => files.remove())

test('pictures of a post are looked at large, by keyboard alone', async ({ openBrowser, mailbox }) => {
  const asha = aPerson('Asha Rao')
  const page = await openBrowser()
  await signUpCreator(page, asha, mailbox, [])
  const dialog = await beginPost(page, { text: 'The harbour this morning.' })
  await dialog.getByLabel('Add Image', { exact: true }).setInputFiles(await files.photo())
  await expect(dialog.getByText('Ready.', { exact: true })).toBeVisible({ timeout: 30_000 })
  await dialog.getByLabel('What does the picture show?').fill('The sun over the harbour')
  await dialog.getByRole('button', { name: 'Publish Post' }).click()
  await expect(dialog).toBeHidden()
  const article = page.getByRole('article').filter({ hasText: 'The harbour this morning.' })
  const enlarge = article.getByRole('button', { name: 'Show the picture large: The sun over the harbour' })
  await tabTo(page, enlarge)
  await press(page, enlarge)
  const lightbox = page.getByRole('dialog', { name: 'Pictures of the post' })
  await expect(lightbox.getByRole('img', { name: 'The sun over the harbour' })).toBeVisible()
  await expect(lightbox.getByRole('paragraph')).toHaveText('The sun over the harbour')
  // A tall picture is shown whole, on black in both themes.
  const room = await lightbox.boundingBox()
  const shown = await lightbox.getByRole('img').boundingBox()
  expect(shown?.height).toBeLessThan(room?.height ?? 0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(lightbox).toHaveCSS('background-color', 'oklch(0.118 0.008 120)')
    await expect(lightbox).toHaveCSS('color', 'rgb(255, 255, 255)')
  }
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()
  await expect(enlarge).toBeFocused()
})
