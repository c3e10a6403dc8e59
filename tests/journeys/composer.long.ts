import type { Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { bring, pasteText } from './clipboard.ts'
import { expect, test } from './journey.ts'
import { tabTo } from './keyboard.ts'
import { makeMediaFolder, type MediaFolder } from './media-files.ts'
import { signUpCreator } from './seed.ts'
import { aPerson } from './steps.ts'
import { beginDraft, toEndOfText } from './writer-steps.ts'

test.slow()

let files: MediaFolder

test.beforeAll(async () => {
  files = await makeMediaFolder()
})
test.afterAll(() => files.remove())

async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 60_000 })
}

test('a post with pictures in its text and a line for members, by mouse', async ({
  page,
  mailbox,
  openBrowser,
}) => {
  const asha = aPerson('Asha Rao')
  const handle = asha.username
  await signUpCreator(page, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos' }])
  const text = await beginDraft(page, handle)
  await page.getByLabel('Title').fill('The winter kiln')
  await text.click()
  const captions = text.getByRole('textbox', { name: 'Caption' })

  await test.step('a picture where the cursor is, with words below it', async () => {
    await page.keyboard.type('Smoke is in everything.')
    await page.keyboard.press('Enter')
    await page.getByLabel('Pictures for the text').setInputFiles(await files.photo())
    await captions.fill('A little before midnight')
    await text.getByRole('button', { name: 'Describe' }).click()
    const describing = page.getByRole('dialog', { name: 'Describe the picture' })
    await describing.getByLabel('Description').fill('A kiln at night')
    await expectAccessible(page)
    await describing.getByRole('button', { name: 'Done' }).click()
    await expectSaved(page)
  })

  await test.step('others are pasted and dropped, and stand together', async () => {
    await text.getByRole('paragraph').last().click()
    await page.keyboard.type('What came out')
    await bring(text.getByRole('paragraph').last(), 'paste', await files.photo())
    await expect(captions).toHaveCount(2)
    await bring(text.getByRole('paragraph').first(), 'drop', await files.photo())
    await expect(captions).toHaveCount(3)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(captions).toHaveCount(2)
    await expectSaved(page)
    const chooser = page.waitForEvent('filechooser')
    await text.getByRole('button', { name: 'Add pictures' }).last().click()
    await (await chooser).setFiles([await files.photo(), await files.animation()])
    await expect(text.getByRole('button', { name: 'Actions for picture 3 of 3' })).toBeVisible()
    await expectSaved(page)
  })

  await test.step('one is taken out, and is back with undo', async () => {
    await text.getByRole('button', { name: 'Actions for picture 3 of 3' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expect(text.getByRole('button', { name: 'Actions for picture 2 of 2' })).toBeVisible()
    await expectSaved(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(text.getByRole('button', { name: 'Actions for picture 3 of 3' })).toBeVisible()
    await expectSaved(page)
    await page.reload()
    await expect(text.getByRole('button', { name: 'Actions for picture 3 of 3' })).toBeVisible()
    await expect(captions.first()).toHaveValue('A little before midnight')
  })

  await test.step('the line, which says that it changes nothing yet', async () => {
    await text.getByText('What came out').click()
    await page.keyboard.press('Home')
    await page.getByRole('button', { name: 'Members only from here' }).click()
    await expect(text.getByText('Members only below this line')).toHaveCount(1)
    await expect(text.getByText('This post is for everyone')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the first picture is the cover, too', async () => {
    await text.getByRole('button', { name: 'Actions for the picture' }).click()
    await page.getByRole('menuitem', { name: 'Use as the cover' }).click()
    await expect(page.getByRole('button', { name: 'Remove the cover' })).toBeVisible()
    await expectSaved(page)
  })

  await test.step('as a visitor would see it, and published', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Publish this post' })
    await expect(panel.getByText('changes nothing')).toBeVisible()
    await panel
      .getByLabel('Who can read it', { exact: true })
      .selectOption({ label: 'Tipsy and up, $9.99/month' })
    await expect(panel.getByText('everything above its line')).toBeVisible()
    await panel.getByRole('button', { name: 'Back' }).click()
    await expect(text.getByText('This post is for everyone')).toBeHidden()
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await expect(preview.getByText('A little before midnight')).toBeVisible()
    await expect(preview.getByText('What came out')).toBeHidden()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await panel.getByRole('button', { name: 'Publish now' }).click()
    await page.waitForURL(`**/${handle}`)
  })

  await test.step('its creator reads all of it, and no line', async () => {
    await page.getByRole('link', { name: 'The winter kiln' }).click()
    await expect(page.getByText('What came out')).toBeVisible()
    await expect(page.getByText('Members only below this line')).toBeHidden()
    // Those that are still being prepared have no button yet.
    const pictures = page.getByRole('button', { name: 'Show the picture large' })
    await expect(pictures).toHaveCount(4, { timeout: 60_000 })
    await pictures.nth(1).click()
    await expect(page.getByRole('dialog', { name: 'Pictures of the post' })).toContainText('2 of 4')
    await page.keyboard.press('Escape')
  })

  await test.step('a visitor reads what is above the line, and is sent nothing else', async () => {
    const visitor = await openBrowser()
    const sent: Promise<string>[] = []
    visitor.on('response', (response) => {
      if (/api|posts/.test(response.url())) sent.push(response.text().catch(() => ''))
    })
    await visitor.goto(new URL(page.url()).pathname)
    await expect(visitor.getByText('Smoke is in everything.')).toBeVisible()
    await expect(visitor.getByRole('img', { name: 'A kiln at night' }).last()).toBeVisible()
    await expect(visitor.getByText('3 pictures')).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Join Tipsy, $9.99/month' })).toBeVisible()
    await visitor.getByRole('button', { name: 'Show the picture large: A kiln at night' }).click()
    await expect(visitor.getByRole('dialog', { name: 'Pictures of the post' })).toBeVisible()
    await visitor.keyboard.press('Escape')
    await expectAccessible(visitor)
    const documents = [await visitor.content(), ...(await Promise.all(sent))]
    expect(documents.join('')).toContain('"isAccessibleForFree":false')
    expect(documents.join('')).not.toContain('What came out')
    await visitor.goto(`/${handle}`)
    await expect(visitor.getByText('Smoke is in everything.')).toBeVisible()
    await expect(visitor.getByText('What came out')).toBeHidden()
  })
})

test('the same by keyboard alone', async ({ page, mailbox }) => {
  const asha = aPerson('Asha Rao')
  const handle = asha.username
  await signUpCreator(page, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos' }])
  const text = await beginDraft(page, handle)
  // Listening, or the first one is missed.
  page.on('filechooser', () => undefined)
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('By hand')
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  const line = text.getByText('Members only below this line')
  /** Among the blocks of the text. */
  const placeOf = (name: string) =>
    text.evaluate(
      (element, wanted) => [...element.children].findIndex((child) => child.classList.contains(wanted)),
      name,
    )

  await test.step('a link pasted onto words', async () => {
    await page.keyboard.type('Read about clay')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await pasteText(text, 'https://clay.example/')
    await expect(text.getByRole('link', { name: 'clay' })).toHaveAttribute('href', 'https://clay.example/')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
  })

  await test.step('the line from the menu, then elsewhere: there is one', async () => {
    await page.keyboard.type('/members')
    await expect(page.getByRole('option', { name: 'Members only from here' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(line).toHaveCount(1)
    await page.keyboard.type('For members')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(line).toHaveCount(1)
    await expect.poll(() => placeOf('writer-paywall')).toBe(2)
    await page.keyboard.press('Control+z')
    await expect.poll(() => placeOf('writer-paywall')).toBe(1)
    await expect(line).toHaveCount(1)
  })

  await test.step('a paragraph by its handle: keys, menu, mouse', async () => {
    const order = () => text.evaluate((element) => [...element.children].map((child) => child.textContent))
    const grip = page.getByRole('button', { name: /^Move or delete block/ })
    await page.keyboard.press('Control+Home')
    // The editor learns a moment later where the cursor is; people aren't that quick.
    const atFirst = page.getByRole('button', { name: /^Move or delete block 1 of/ })
    await expect(atFirst).toBeAttached()
    await page.keyboard.press('Tab')
    await expect(atFirst).toBeFocused()
    const [first, second] = await order()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(async () => (await order()).slice(0, 2)).toEqual([second, first])
    await expect(page.getByText('Moved to place 2 of')).toBeAttached()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Move up' }).press('Enter')
    await expect.poll(async () => (await order()).slice(0, 2)).toEqual([first, second])
    await expect(grip).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(text).toBeFocused()

    const last = text.locator('> p').last()
    await last.hover()
    await grip.dragTo(text.locator('> p').first(), { targetPosition: { x: 40, y: 2 } })
    await expect.poll(async () => (await order()).indexOf('For members')).toBe(0)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await order())[0]).toBe(first)
  })

  await test.step('a picture, its caption, and its place', async () => {
    await text.focus()
    await toEndOfText(page)
    await page.keyboard.press('Enter')
    await page.keyboard.type('/photo')
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(await files.photo())
    const caption = text.getByRole('textbox', { name: 'Caption' })
    await expect(caption).toBeVisible()
    await expectSaved(page)
    await expect(text).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(caption).toBeFocused()
    await page.keyboard.type('From the yard')
    await page.keyboard.press('Escape')
    await expect(text).toBeFocused()
    const before = await placeOf('writer-pictures')
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => placeOf('writer-pictures')).toBe(before - 1)
    await page.keyboard.press('Backspace')
    await expect(caption).toBeHidden()
    await expectSaved(page)
    await page.keyboard.press('Control+z')
    await expect(caption).toHaveValue('From the yard')
    await expectSaved(page)
  })

  await test.step('publishing', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Publish', exact: true }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Publish now' }))
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/${handle}`)
    const post = page.getByRole('article')
    // With its picture, which is prepared at the lowest priority.
    await expect(post.getByText('From the yard')).toBeVisible({ timeout: 180_000 })
    await expect(post.getByText('For members')).toBeVisible()
    await expect(post.getByText('Members only below this line')).toBeHidden()
  })
})
