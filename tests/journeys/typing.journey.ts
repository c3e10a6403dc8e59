import type { Locator, Page } from '@playwright/test'

import { expect, test } from './journey.ts'
import { openCreatorPage, signUpUnseen } from './seed.ts'
import { aPerson, textOf } from './steps.ts'

test.slow()

/** The editor's code comes this late, as on a slow connection. */
const EDITOR_LATE_MS = 1500

/** Typed for longer than that: keys fall on every moment of the change. */
const LONG =
  'Smoke is in everything, and we have been up since four to feed the fire and to count the cups & <bowls>. '.repeat(
    2,
  )

async function delayEditor(page: Page): Promise<void> {
  await page.route(/\/assets\/create-writer-[^/]+\.css$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, EDITOR_LATE_MS))
    await route.continue()
  })
}

test('what is typed while the editor loads is kept, and a file alone is a post', async ({
  page,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  await signUpUnseen(page, asha, mailbox)
  await openCreatorPage(page, { pageName: asha.name, handle: asha.username })
  await delayEditor(page)
  const dialog = page.getByRole('dialog', { name: 'Create New Post' })
  const publish = dialog.getByRole('button', { name: 'Publish Post' })

  await test.step('in the dialog', async () => {
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(dialog).toBeVisible()
    await expect(dialog.locator('textarea')).toBeFocused()
    await page.keyboard.type('Half a thought & <more>, ')
    await page.reload()
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(textOf(dialog)).toHaveText('Half a thought & <more>,')
    await expect(dialog.locator('textarea')).toHaveCount(0)
    await page.keyboard.type('and the rest')
    await publish.click()
    await expect(page.getByRole('article')).toContainText(/Half a thought & <more>,\sand the rest/)
  })

  await test.step('from the line above the posts, with the caret where it was', async () => {
    await page.reload()
    await page.getByRole('button', { name: /^Share with your members/ }).click()
    await expect(dialog.locator('textarea')).toBeFocused()
    await page.keyboard.type('One\n\nthree')
    for (const key of ['Home', 'ArrowUp']) await page.keyboard.press(key)
    await page.keyboard.type(LONG, { delay: 10 })
    await expect(dialog.locator('textarea')).toHaveCount(0)
    await expect(textOf(dialog).getByRole('paragraph')).toHaveText(['One', LONG.trim(), 'three'])
    await publish.click()
    await expect(page.getByText('Post created successfully').first()).toBeVisible()
    await expect(page.getByRole('article').first()).toContainText('Smoke is in everything')
    await expect(page.getByRole('article').first()).toBeInViewport()
  })

  await test.step('on a phone, above its keyboard', async () => {
    const { width, height } = page.viewportSize() ?? { width: NaN, height: NaN }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    // As phones tell of a keyboard that covers the page.
    await page.evaluate(() => {
      Object.defineProperty(window.visualViewport, 'height', { value: 508, configurable: true })
      window.visualViewport?.dispatchEvent(new Event('resize'))
    })
    const bottomOf = async (shown: Locator) => {
      const box = await shown.boundingBox()
      return (box?.y ?? NaN) + (box?.height ?? NaN)
    }
    await expect.poll(() => bottomOf(dialog)).toBe(508)
    expect(await bottomOf(publish)).toBeLessThan(508)
    await page.reload()
    await page.setViewportSize({ width, height })
  })

  await test.step('a link from its menu', async () => {
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await textOf(dialog).click()
    await page.keyboard.type('/card')
    await page.keyboard.press('Enter')
    const card = page.getByRole('dialog', { name: 'Link card' })
    await expect(card.getByRole('textbox', { name: 'Address' })).toBeFocused()
    await card.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a file alone', async () => {
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(dialog.getByText('To publish, write something or add')).toBeVisible()
    await expect(publish).toBeDisabled()
    await dialog
      .getByLabel('Add files', { exact: true })
      .last()
      .setInputFiles({ name: 'stems.zip', mimeType: 'application/zip', buffer: Buffer.from('all of them') })
    await expect(dialog.getByText(/Uploaded$/)).toBeVisible()
    await expect(dialog.getByText('To publish, write something or add')).toBeHidden()
    await publish.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('stems.zip')).toBeVisible()
  })

  await test.step('on the full page', async () => {
    await page.goto(`/${asha.username}/write/new`)
    await expect(page.getByLabel('Title')).toBeFocused()
    await page.keyboard.type('The winter kiln')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Smoke is in ')
    const text = textOf(page)
    await expect(page.locator('.ProseMirror')).toHaveText('Smoke is in')
    await page.keyboard.type('everything.')
    await expect(text).toHaveText('Smoke is in everything.')
    await expect(page.getByLabel('Title')).toHaveValue('The winter kiln')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()

    await page.keyboard.press('Enter')
    await page.keyboard.type('/link')
    await page.keyboard.press('Enter')
    const link = page.getByRole('dialog', { name: 'Link', exact: true })
    await link.getByLabel('Address').fill('clay.example/kiln')
    await page.keyboard.press('Enter')
    await expect(text.getByRole('link', { name: 'clay.example/kiln' })).toBeVisible()
  })
})
