import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { makeMediaFolder } from './media-files.ts'
import { passNewcomersPause } from './operator.ts'
import { signUp, signUpCreator } from './seed.ts'
import { aPerson } from './steps.ts'

test('two people write to each other: a request, a picture, a receipt, and a block', async ({
  page: ashaPage,
  openBrowser,
  mailbox,
  allowError,
}) => {
  // What a block closes answers that it isn't there, and once the server is too busy.
  allowError(/status of (40[34]|503)/)
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  await signUpCreator(ashaPage, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])
  const raviPage = await openBrowser()
  await signUp(raviPage, ravi, mailbox)
  const said = (page: typeof raviPage, text: string) => page.getByRole('article').filter({ hasText: text })
  const field = (page: typeof raviPage, name: string) =>
    page.getByRole('textbox', { name: `Message ${name}` })

  await test.step('both show each other what they have read', async () => {
    for (const page of [ashaPage, raviPage]) {
      await page.goto('/settings?tab=privacy')
      await page.getByRole('switch', { name: 'Read receipts' }).check()
      await expect(page.getByRole('switch', { name: 'Read receipts' })).toBeChecked()
    }
  })

  await test.step('Ravi finds Asha’s page and, by keyboard alone, asks to write to her', async () => {
    await raviPage.goto(`/${asha.username}`)
    await raviPage.getByRole('link', { name: 'Message', exact: true }).focus()
    await raviPage.keyboard.press('Enter')
    await expect(raviPage.getByText('doesn’t know you yet')).toBeVisible()
    await expectAccessible(raviPage)
    await raviPage.getByRole('textbox', { name: 'Message', exact: true }).focus()
    await raviPage.keyboard.type('May I play your song on the radio?')
    await raviPage.keyboard.press('Tab')
    await raviPage.keyboard.press('Tab')
    await raviPage.keyboard.press('Enter')
    await expect(said(raviPage, 'May I play your song')).toBeVisible()
    await expect(raviPage.getByText('You can write more once Asha Rao accepts it.')).toBeVisible()
  })

  await test.step('she finds it in a folder of its own, and accepts', async () => {
    await ashaPage.goto('/messages')
    await expect(ashaPage.getByText('No conversations yet')).toBeVisible()
    const requests = ashaPage.getByRole('radio', { name: /^Requests/ })
    await requests.click()
    await expect(requests).toBeChecked()
    await ashaPage.getByRole('link', { name: /Ravi Menon/ }).click()
    await expect(ashaPage.getByText('Ravi Menon would like to write to you')).toBeVisible()
    await expectAccessible(ashaPage)
    await ashaPage.getByRole('button', { name: 'Accept' }).click()
    await expect(field(ashaPage, 'Ravi Menon')).toBeVisible()
    await field(ashaPage, 'Ravi Menon').fill('With pleasure.')
    await field(ashaPage, 'Ravi Menon').press('Enter')
    await expect(said(raviPage, 'With pleasure.')).toContainText('Asha Rao')
    await expect(field(raviPage, 'Asha Rao')).toBeVisible()
    await expect(ashaPage.getByText('Seen', { exact: true })).toBeVisible()
    await expectAccessible(ashaPage)
  })

  await test.step('he sends her a picture, which she looks at', async () => {
    const media = await makeMediaFolder()
    await passNewcomersPause(raviPage.request)
    const chooser = raviPage.waitForEvent('filechooser')
    await raviPage.getByRole('button', { name: 'Add pictures' }).click()
    await (await chooser).setFiles([await media.photo()])
    await field(raviPage, 'Asha Rao').fill('My studio')
    await field(raviPage, 'Asha Rao').press('Enter')
    await said(ashaPage, 'My studio').getByRole('button', { name: 'Show the picture large' }).click()
    const large = ashaPage.getByRole('dialog', { name: /^Pictures? by Ravi Menon/ })
    await expect(large).toBeVisible()
    // Its bytes are there for who is in the conversation.
    await expect
      .poll(() =>
        large
          .locator('img')
          .first()
          .evaluate((img: HTMLImageElement) => img.naturalWidth),
      )
      .toBeGreaterThan(0)
    await ashaPage.keyboard.press('Escape')
    await media.remove()
  })

  await test.step('what a busy server can’t take is sent again in a while, and once', async () => {
    await passNewcomersPause(raviPage.request)
    const busy = '**/api/channels/*/messages'
    let tries = 0
    await raviPage.route(busy, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      tries += 1
      return route.fulfill({ status: 503, json: { message: 'Busy', code: 'busy' } })
    })
    await field(raviPage, 'Asha Rao').fill('It is on tape')
    await field(raviPage, 'Asha Rao').press('Enter')
    await expect(raviPage.getByText('Sending…')).toBeVisible()
    await expect.poll(() => tries).toBeGreaterThan(0)
    await raviPage.waitForTimeout(2000)
    // The first try, and the one that comes every three seconds.
    expect(tries).toBeLessThanOrEqual(2)
    await raviPage.unroute(busy)
    await expect(said(ashaPage, 'It is on tape')).toHaveCount(1)
  })

  await test.step('what she hasn’t looked at counts as unread', async () => {
    await ashaPage.goto('/subscriptions')
    await passNewcomersPause(raviPage.request)
    await field(raviPage, 'Asha Rao').fill('Thank you!')
    await field(raviPage, 'Asha Rao').press('Enter')
    await expect(ashaPage.getByRole('link', { name: /^Messages 1 unread/ })).toBeVisible()
    await ashaPage.getByRole('link', { name: /^Messages/ }).click()
    await ashaPage.getByRole('link', { name: /Ravi Menon/ }).click()
    await expect(said(ashaPage, 'Thank you!')).toBeVisible()
    await expect(raviPage.getByText('Seen', { exact: true })).toBeVisible()
    await expect(ashaPage.getByRole('link', { name: 'Messages', exact: true })).toBeVisible()
  })

  await test.step('a search leads to the message', async () => {
    // Firefox has the focus in one window at a time.
    await ashaPage.bringToFront()
    await ashaPage.getByRole('searchbox', { name: 'Search your messages' }).fill('radio')
    await ashaPage.getByRole('link', { name: /May I play your song/ }).click()
    await expect(said(ashaPage, 'May I play your song')).toBeFocused()
    await ashaPage.getByRole('link', { name: 'Back to the latest messages' }).click()
  })

  await test.step('she blocks him: both still read what was written, and neither writes', async () => {
    await ashaPage.getByRole('button', { name: 'About this conversation' }).click()
    await ashaPage.getByRole('menuitem', { name: 'Block…' }).click()
    await ashaPage.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
    await expect(ashaPage.getByText('You have blocked Ravi Menon.')).toBeVisible()
    await expect(said(ashaPage, 'Thank you!')).toBeVisible()
    await expect(raviPage.getByText('You can’t write to each other any more.')).toBeVisible()
    await expect(said(raviPage, 'With pleasure.')).toBeVisible()
    await expect(field(raviPage, 'Asha Rao')).toHaveCount(0)
  })
})
