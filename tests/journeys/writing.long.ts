import type { Locator, Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { tabTo } from './keyboard.ts'
import { makeMediaFolder, type MediaFolder } from './media-files.ts'
import { openCreatorPage, signUpCreator, signUpUnseen } from './seed.ts'
import { actOnPost, aPerson, beginPost } from './steps.ts'
import { beginDraft, toEndOfText } from './writer-steps.ts'

test.slow()

let files: MediaFolder

test.beforeAll(async () => {
  files = await makeMediaFolder()
})
test.afterAll(() => files.remove())

async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

/** Pastes HTML, as another program puts it on the clipboard. */
async function paste(text: Locator, html: string): Promise<void> {
  await text.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pasted)
    clipboardData.setData('text/plain', 'plain')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

test('a post with a title, pictures and a video is scheduled, published, edited and pinned', async ({
  page,
  mailbox,
  openBrowser,
  request,
}) => {
  const asha = aPerson('Asha Rao')
  const handle = asha.username
  // Other journeys have let days pass at the server: tomorrow is counted from there.
  const { now } = (await (await request.get('/dev/clock')).json()) as { now: string }
  await page.clock.setSystemTime(now)
  await signUpCreator(page, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos' }])
  const text = await beginDraft(page, handle)

  await test.step('writing', async () => {
    await expect(page.getByLabel('Title')).toBeFocused()
    await page.keyboard.type('Eleven hours')
    await page.keyboard.press('Enter')
    await page.keyboard.type('The last two matter.')
    await page.keyboard.press('Enter')
    await paste(
      text,
      '<b style="font-weight:normal" id="docs-internal-guid-1"><h2><span style="color:#000">From Docs</span></h2><ul><li><p><span style="font-weight:700">Clay</span></p></li></ul></b>',
    )
    await expect(text.getByRole('heading', { name: 'From Docs' })).toBeVisible()
    await expect(text.getByRole('listitem')).toHaveText('Clay')
    expect(await text.evaluate((element) => element.innerHTML)).not.toMatch(/style=|<span/)
  })

  await test.step('three pictures and a video, in another order', async () => {
    await page
      .getByLabel('Choose pictures')
      .setInputFiles([await files.photo(), await files.animation(), await files.photo()])
    await page.getByLabel('Choose videos or audio files').setInputFiles(await files.shortClip())
    await page.getByLabel('Describe picture 1 ').fill('A harbour')
    await page.getByRole('button', { name: 'Move Picture 1 down' }).click()
    await expect(page.getByLabel('Describe picture 2 ')).toHaveValue('A harbour')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 60_000 })
    await page.reload()
    await expect(page.getByLabel('Describe picture 2 ')).toHaveValue('A harbour')
    await expect(page.getByText('Video 1')).toBeVisible()
  })

  await test.step('as others would see it', async () => {
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Preview', exact: true })
    await expect(preview.getByRole('heading', { name: 'Eleven hours' })).toBeVisible()
    await expect(preview.getByRole('listitem')).toHaveText('Clay')
    await expectAccessible(page)
    await preview.getByRole('button', { name: 'Preview link' }).click()
    const link = page.getByRole('dialog', { name: 'Preview link' })
    await link.getByRole('button', { name: 'Create link' }).click()
    await expect(link.getByRole('textbox', { name: 'Link' })).toHaveValue(/\/preview\//)
    await page.keyboard.press('Escape')
    await expect(preview).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('scheduling, and going back to publish', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Publish this post' })
    await panel.getByRole('radio', { name: 'Later' }).check()
    await expect(panel.getByText('New from Asha Rao: Eleven hours')).toBeVisible()
    await expectAccessible(page)
    await panel.getByRole('button', { name: /^Schedule for/ }).click()
    await page.waitForURL('**/studio/posts')
    await page.getByRole('tab', { name: 'Scheduled 1' }).click()
    await page.getByRole('link', { name: 'Eleven hours' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await panel.getByRole('radio', { name: 'Now' }).check()
    await panel
      .getByLabel('Who can read it', { exact: true })
      .selectOption({ label: 'Tipsy and up, $9.99/month' })
    await panel.getByRole('button', { name: 'Publish now' }).click()
    await page.waitForURL(`**/${handle}`)
    await expect(page.getByRole('article').getByRole('heading', { name: 'Eleven hours' })).toBeVisible()
  })

  await test.step('changing what is out', async () => {
    await actOnPost(page, 'Edit post')
    await page.getByLabel('Title').fill('Twelve hours')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('button', { name: 'Publish changes' }).click()
    await page.waitForURL(`**/${handle}`)
    const post = page.getByRole('article')
    await expect(post.getByRole('heading', { name: 'Twelve hours' })).toBeVisible()
    await expect(post.getByText('Edited')).toBeVisible()
  })

  await test.step('pinning, hiding, deleting and bringing back', async () => {
    await page.goto('/studio/posts')
    const actions = page.getByRole('button', { name: 'Actions for Twelve hours' })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Pin to the top' }).click()
    await expect(page.getByRole('listitem').getByText('Pinned')).toBeVisible()
    await actions.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('link', { name: 'Twelve hours' })).toBeHidden()
    const visitor = await openBrowser()
    await visitor.goto(`/${handle}`)
    await expect(visitor.getByText('Twelve hours')).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('link', { name: 'Twelve hours' })).toBeVisible()
    await actions.click()
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    await expect(page.getByRole('tab', { name: 'Hidden 1' })).toBeVisible()
  })
})

test('a draft that two windows change is never lost', async ({ page, context, mailbox, allowError }) => {
  allowError(/status of 409 .*\/draft/)
  const asha = aPerson('Asha Rao')
  await signUpUnseen(page, asha, mailbox)
  await openCreatorPage(page, { pageName: asha.name, handle: asha.username })
  const text = await beginDraft(page, asha.username)
  await text.click()
  await page.keyboard.type('Begun here.')
  await expectSaved(page)

  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByLabel('Title').fill('Theirs')
  await expectSaved(other)

  await page.getByLabel('Title').fill('Mine')
  const conflict = page.getByRole('alertdialog', { name: 'This draft was changed elsewhere' })
  await expect(conflict).toBeVisible()
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Keep mine as a new draft' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Mine (copy)')
  await expect(page.getByRole('textbox', { name: 'Your post' })).toHaveText('Begun here.')

  await page.goto('/studio/posts')
  await expect(page.getByRole('link', { name: 'Theirs' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Mine (copy)' })).toBeVisible()
})

test('what is typed without a connection is kept and saved later', async ({
  page,
  context,
  mailbox,
  allowError,
}) => {
  allowError(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const asha = aPerson('Asha Rao')
  await signUpUnseen(page, asha, mailbox)
  await openCreatorPage(page, { pageName: asha.name, handle: asha.username })
  await beginDraft(page, asha.username)
  await context.setOffline(true)
  await page.getByLabel('Title').fill('On the train')
  await expect(page.getByText('Not saved yet (offline)')).toBeVisible()
  await context.setOffline(false)
  await expectSaved(page)

  await test.step('a page that was only opened leaves no draft behind', async () => {
    await beginDraft(page, asha.username)
    await page.getByRole('link', { name: 'Posts' }).click()
    await expect(page.getByRole('link', { name: 'On the train' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'All 1' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('tab', { name: 'All 1' })).toBeVisible()
  })
})

test('what was begun in the dialog goes on full-page, by keyboard alone', async ({ page, mailbox }) => {
  const asha = aPerson('Asha Rao')
  await signUpUnseen(page, asha, mailbox)
  await openCreatorPage(page, { pageName: asha.name, handle: asha.username })
  const dialog = await beginPost(page, { text: 'A quick word' })
  await tabTo(page, dialog.getByRole('button', { name: 'Write full-page' }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/write\/[0-9a-f-]{36}$/)
  const text = page.getByRole('textbox', { name: 'Your post' })
  await expect(text).toHaveText('A quick word')

  await test.step('the menu of "/", whose Escape closes nothing else', async () => {
    await tabTo(page, text)
    await toEndOfText(page)
    await page.keyboard.press('Enter')
    // A mouse that lies still where the menu opens chooses nothing.
    const line = await text.getByRole('paragraph').last().boundingBox()
    await page.mouse.move((line?.x ?? NaN) + 40, (line?.y ?? NaN) + 140)
    await page.keyboard.type('/')
    const menu = page.getByRole('listbox', { name: 'Insert' })
    await expect(menu.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(text).toBeFocused()
    await page.keyboard.press('Backspace')
    await page.keyboard.type('/quo')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Slow is smooth.')
    await expect(text.getByRole('blockquote')).toHaveText('Slow is smooth.')
  })

  await test.step('the toolbar, and back to the text', async () => {
    await page.keyboard.press('Alt+F10')
    await expect(page.getByRole('toolbar').getByRole('button', { name: 'Bold' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: 'Italic' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(text).toBeFocused()
    await page.keyboard.press('Control+/')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  await test.step('publishing', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Publish', exact: true }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Publish now' }))
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/${asha.username}`)
    await expect(page.getByRole('article').getByRole('blockquote')).toHaveText('Slow is smooth.')
  })
})
