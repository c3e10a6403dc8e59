import type { Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { makeMediaFolder } from './media-files.ts'
import { openCreatorPage, signUpUnseen } from './seed.ts'
import { aPerson, openNewestPost, publishPost } from './steps.ts'

/** A page drops or pastes a picture that it draws itself: no other program is there to take it from. */
async function bring(page: Page, way: 'paste' | 'drop', field: string, file = 'sketch.png') {
  await page.getByRole('textbox', { name: field }).evaluate(
    async (element, [how, name]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 200 })
      const context = canvas.getContext('2d')
      if (context) context.fillStyle = how === 'drop' ? 'teal' : 'peru'
      context?.fillRect(0, 0, 300, 200)
      const blob = await new Promise<Blob | null>((done) => {
        canvas.toBlob(done, 'image/png')
      })
      const data = new DataTransfer()
      const type = name.endsWith('.png') ? 'image/png' : 'text/plain'
      if (blob) data.items.add(new File([blob], name, { type }))
      const event =
        how === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      element.dispatchEvent(event)
    },
    [way, file] as const,
  )
}

test('members put pictures into comments and rooms, and look at them large', async ({
  page: ashaPage,
  openBrowser,
  mailbox,
  allowError,
}) => {
  // What is refused is answered with 415, and a lost line with no answer.
  allowError(/status of 415|ERR_INTERNET_DISCONNECTED/)
  const media = await makeMediaFolder()
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  await signUpUnseen(ashaPage, asha, mailbox)
  await openCreatorPage(ashaPage, { pageName: 'Asha Rao', handle: asha.username })
  await publishPost(ashaPage, { text: 'Show me where you listen.' })
  const post = await openNewestPost(ashaPage)
  const raviPage = await openBrowser()
  await signUpUnseen(raviPage, ravi, mailbox)
  await raviPage.goto(post)
  const field = raviPage.getByRole('textbox', { name: 'Write a comment' })
  const said = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text }).last()
  const choose = async (page: Page, files: string[]) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add pictures' }).click()
    await (await chooser).setFiles(files)
  }

  await test.step('Ravi, who has no page, chooses one, pastes one and drops one', async () => {
    await field.fill('On the harbour wall')
    await choose(raviPage, [await media.photo()])
    await bring(raviPage, 'paste', 'Write a comment')
    await bring(raviPage, 'drop', 'Write a comment', 'evening.png')
    const added = raviPage.getByRole('list', { name: 'Pictures' })
    await expect(added.getByRole('listitem')).toHaveCount(3)
    await added.getByRole('button', { name: 'Remove evening.png' }).click()
    await expect(added.getByRole('listitem')).toHaveCount(2)
    await added.getByRole('button', { name: 'Describe harbour.jpg' }).click()
    const dialog = raviPage.getByRole('dialog')
    await dialog.getByLabel('Description').fill('Boats at dusk')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expectAccessible(raviPage)
  })

  await test.step('what is no picture is refused, and the text stays', async () => {
    await bring(raviPage, 'drop', 'Write a comment', 'notes.txt')
    await expect(raviPage.getByText('Only pictures can be added here.')).toBeVisible()
    await raviPage.locator('input[type=file]').setInputFiles({
      name: 'fake.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<script>alert(1)</script>'),
    })
    await expect(raviPage.getByText(/fake\.png: .*JPEG, PNG/)).toBeVisible()
    await field.press('Control+Enter')
    await expect(raviPage.getByText('A picture could not be sent.')).toBeVisible()
    await expect(field).toHaveValue('On the harbour wall')
    await raviPage.getByRole('button', { name: 'Remove fake.png' }).click()
  })

  await test.step('he sends it, and Asha looks at them large', async () => {
    await field.press('Control+Enter')
    await expect(said(raviPage, 'On the harbour wall').getByRole('button', { name: 'Reply' })).toBeVisible()
    await expect(field).toHaveValue('')
    await expect(raviPage.getByRole('button', { name: 'Describe sketch.png' })).toHaveCount(0)
    await ashaPage.getByRole('button', { name: 'Show 1 new comment' }).click()
    const comment = said(ashaPage, 'On the harbour wall')
    await comment.getByRole('button', { name: 'Show the picture large: Boats at dusk' }).click()
    const large = ashaPage.getByRole('dialog', { name: 'Pictures by Ravi Menon' })
    await expect(large.getByRole('img', { name: 'Boats at dusk' })).toBeVisible()
    await expect(large.getByText('1 of 2')).toBeVisible()
    await ashaPage.keyboard.press('ArrowRight')
    await expect(large.getByText('2 of 2')).toBeVisible()
    await ashaPage.keyboard.press('Escape')
    await expect(large).toBeHidden()
  })

  await test.step('in a room Asha sends one without a word; Ravi sees it, and deletes none of it', async () => {
    await ashaPage.goto(`/${asha.username}/community`)
    await ashaPage.getByRole('button', { name: 'New room' }).click()
    await ashaPage.getByRole('dialog').getByLabel('Name').fill('Lounge')
    await ashaPage
      .getByRole('dialog')
      .getByRole('combobox', { name: 'Who can see it' })
      .selectOption('everyone')
    await ashaPage.getByRole('dialog').getByRole('button', { name: 'Create room' }).click()
    await expect(ashaPage.getByRole('heading', { level: 2, name: 'Lounge' })).toBeVisible()
    await ashaPage.getByRole('link', { name: 'Lounge' }).click()
    const chat = ashaPage.getByRole('textbox', { name: 'Message Lounge' })
    await expect(chat).toBeVisible()
    await raviPage.goto(new URL(ashaPage.url()).pathname)
    await expect(raviPage.getByRole('textbox', { name: 'Message Lounge' })).toBeVisible()
    await bring(ashaPage, 'drop', 'Message Lounge')
    await expect(ashaPage.getByRole('button', { name: 'Describe sketch.png' })).toBeVisible()
    await chat.press('Enter')
    await expect(ashaPage.getByRole('button', { name: 'Show the picture large' })).toBeVisible()
    await expect(raviPage.getByRole('button', { name: 'Show the picture large' })).toBeVisible()
    await expectAccessible(raviPage)
  })

  await media.remove()
})
