import { readFile } from 'node:fs/promises'

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { press, tabTo } from './keyboard.ts'
import { signUp, signUpCreator } from './seed.ts'
import { aPerson } from './steps.ts'

test.slow()

test('a creator asks, members vote by keyboard, and everyone sees the result', async ({
  page: ashaPage,
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  const raviPage = await openBrowser()
  await signUpCreator(ashaPage, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])
  await signUp(raviPage, ravi, mailbox)
  const pollOn = (page: typeof raviPage) => page.getByRole('region', { name: 'Poll' })

  await test.step('Asha puts a poll into a post', async () => {
    await ashaPage.goto(`/${asha.username}/write/new`)
    await ashaPage.waitForURL(/write\/[0-9a-f-]{36}$/)
    await ashaPage.getByLabel('Title').fill('The next song')
    await ashaPage.getByRole('textbox', { name: 'Your post' }).click()
    await ashaPage.keyboard.type('/poll')
    await ashaPage.keyboard.press('Enter')
    const dialog = ashaPage.getByRole('dialog', { name: 'New poll' })
    await dialog.getByLabel('Question').fill('Which song next?')
    await dialog.getByRole('button', { name: 'Add poll' }).click()
    await expect(dialog.getByText('Fill in this option, or remove it.').first()).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Option 1' }).fill('<b>The river</b>')
    await dialog.getByRole('textbox', { name: 'Option 2' }).fill('The lamp')
    await dialog.getByLabel('Who sees results').selectOption('Everyone, at any time')
    await dialog.getByLabel('Who sees how people voted').selectOption('Only me')
    await expectAccessible(ashaPage)
    await dialog.getByRole('button', { name: 'Add poll' }).click()
    await expect(pollOn(ashaPage).getByText('Opens with the post')).toBeVisible()
    await expect(ashaPage.getByText('Saved', { exact: true })).toBeVisible()
    await expectAccessible(ashaPage)
  })

  await test.step('and publishes it', async () => {
    await ashaPage.getByRole('button', { name: 'Publish' }).click()
    await ashaPage.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await ashaPage.waitForURL(`**/${asha.username}`)
    await expect(pollOn(ashaPage).getByText('Which song next?')).toBeVisible()
    await ashaPage.getByRole('article').getByRole('link', { name: 'The next song' }).first().click()
    await ashaPage.waitForURL(/\/posts\//)
    await expect(pollOn(ashaPage).getByText('You can’t vote in your own poll.')).toBeVisible()
    await expect(pollOn(ashaPage).getByText('Nobody has voted yet.')).toBeVisible()
  })
  const post = new URL(ashaPage.url()).pathname

  await test.step('a visitor sees what is asked, and how to vote', async () => {
    const visitor = await openBrowser()
    await visitor.goto(post)
    await expect(pollOn(visitor).getByText('<b>The river</b>')).toBeVisible()
    await expect(pollOn(visitor).getByRole('link', { name: 'Log in to vote' })).toBeVisible()
    await visitor.close()
  })

  await test.step('Ravi votes without a mouse, and Asha sees it at once', async () => {
    await raviPage.goto(post)
    await expect(pollOn(raviPage).getByText('The creator sees how you vote.')).toBeVisible()
    await tabTo(raviPage, pollOn(raviPage).getByRole('radio', { name: /The river/ }))
    await raviPage.keyboard.press('ArrowDown')
    await press(raviPage, pollOn(raviPage).getByRole('button', { name: 'Vote', exact: true }))
    await expect(pollOn(raviPage).getByText('Your vote', { exact: true })).toBeVisible()
    await expectAccessible(raviPage)
    await expect(pollOn(ashaPage).getByText('1 person voted')).toBeVisible()
    await expect(pollOn(ashaPage).getByRole('listitem').filter({ hasText: 'The lamp' })).toContainText('100%')
  })

  await test.step('he changes his mind', async () => {
    await pollOn(raviPage).getByRole('button', { name: 'Change vote' }).click()
    await pollOn(raviPage)
      .getByRole('radio', { name: /The river/ })
      .check()
    await pollOn(raviPage).getByRole('button', { name: 'Save vote' }).click()
    await expect(pollOn(ashaPage).getByRole('listitem').filter({ hasText: 'The river' })).toContainText(
      '100%',
    )
  })

  await test.step('Asha closes it, and has the votes as a file', async () => {
    await pollOn(ashaPage).getByRole('button', { name: 'Close poll' }).click()
    await ashaPage.getByRole('alertdialog').getByRole('button', { name: 'Close poll' }).click()
    await expect(pollOn(ashaPage).getByText(/Closed on/)).toBeVisible()
    await expect(pollOn(raviPage).getByText(/Closed on/)).toBeVisible()
    const [file] = await Promise.all([
      ashaPage.waitForEvent('download'),
      pollOn(ashaPage).getByRole('button', { name: 'Votes as CSV' }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toMatch(/Ravi Menon,,1,<b>The river<\/b>,\d{4}-/)
    await expectAccessible(ashaPage)
  })
})
