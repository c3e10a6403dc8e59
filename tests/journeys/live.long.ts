import type { Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { passDays, productTime } from './operator.ts'
import { follow, signUp, signUpCreator } from './seed.ts'
import { aPerson } from './steps.ts'

/** What a field for date and time holds, as the browser shows that moment. */
function fieldValue(page: Page, at: Date): Promise<string> {
  return page.evaluate((ms) => {
    const moment = new Date(ms)
    return new Date(ms - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, at.getTime())
}

test('a creator answers questions live: planned, waited for, asked, voted, taken, answered, and read afterwards', async ({
  page: ashaPage,
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  const meera = aPerson('Meera Das')
  await signUpCreator(ashaPage, asha, mailbox, [])
  const [raviPage, meeraPage] = [await openBrowser(), await openBrowser()]
  await signUp(raviPage, ravi, mailbox)
  await signUp(meeraPage, meera, mailbox)
  for (const page of [raviPage, meeraPage]) await follow(page, asha.username)
  // On their first day, accounts write a fifth as often.
  await passDays(ashaPage.request, 2)
  const question = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

  await test.step('Asha plans a session by keyboard, beginning in ten minutes', async () => {
    await ashaPage.goto(`/${asha.username}`)
    await ashaPage.getByRole('main').getByRole('link', { name: 'Live', exact: true }).click()
    await ashaPage.getByRole('link', { name: 'Plan and manage' }).click()
    await ashaPage.getByRole('button', { name: 'Plan a session' }).first().press('Enter')
    const dialog = ashaPage.getByRole('dialog')
    await expectAccessible(ashaPage)
    await dialog.getByLabel('Title').fill('The new record')
    const start = new Date((await productTime(ashaPage.request)).getTime() + 10 * 60_000)
    await dialog.getByLabel('Date and time').fill(await fieldValue(ashaPage, start))
    await dialog.getByRole('combobox', { name: 'Who can see it' }).selectOption('followers')
    await dialog.getByRole('combobox', { name: 'Afterwards' }).selectOption('publish')
    await dialog.getByRole('button', { name: 'Plan session' }).press('Enter')
    await expect(ashaPage.getByRole('heading', { level: 1, name: 'The new record' })).toBeVisible()
  })
  const id = new URL(ashaPage.url()).pathname.split('/').at(-1) ?? ''
  const path = `/${asha.username}/live/${id}`

  await test.step('a visitor reads what it is and what opens it', async () => {
    const visitor = await openBrowser()
    await visitor.goto(path)
    await expect(visitor.getByRole('heading', { level: 1, name: 'The new record' })).toBeVisible()
    await expect(visitor.getByText('This session is for followers.')).toBeVisible()
    await expect(visitor.getByLabel('Your question')).toHaveCount(0)
  })

  await test.step('Ravi is mailed, and finds it on the page', async () => {
    await mailbox.waitForMail(ravi.email, 'Asha Rao has planned a live session')
    await raviPage.goto('/explore')
    await raviPage.getByRole('region', { name: 'Live sessions of creators' }).waitFor()
    await expectAccessible(raviPage)
    await raviPage.getByRole('link', { name: 'The new record' }).click()
    await expect(raviPage).toHaveURL(path)
    await raviPage.goto(`/${asha.username}`)
    await raviPage.getByRole('link', { name: 'Live', exact: true }).click()
    await raviPage.getByRole('link', { name: 'The new record' }).click()
    await expect(raviPage.getByText('Waiting room', { exact: true })).toBeVisible()
    await meeraPage.goto(path)
    await expectAccessible(raviPage)
  })

  await test.step('in the waiting room, Ravi asks and Meera votes', async () => {
    await raviPage.getByLabel('Your question').fill('How did you record the drums?')
    await raviPage.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(question(raviPage, 'How did you record the drums?')).toBeVisible()
    await question(meeraPage, 'How did you record the drums?')
      .getByRole('button', { name: 'Vote for this question' })
      .click()
    await meeraPage.getByLabel('Your question').fill('Will there be a tour?')
    await meeraPage.getByLabel('Ask anonymously').check()
    await meeraPage.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(question(raviPage, 'Will there be a tour?')).toContainText('Anonymous')
    await expect(question(raviPage, 'How did you record the drums?')).toContainText('1 vote')
  })

  const raviHome = await raviPage.context().newPage()
  const bar = raviHome.getByRole('link', { name: /^Asha Rao is live now/ })

  await test.step('Asha starts, and everybody sees it without reloading', async () => {
    await raviHome.goto('/explore')
    await expect(raviHome.getByRole('region', { name: 'Live sessions of creators' })).toBeVisible()
    await expect(bar).toHaveCount(0)
    await ashaPage.getByRole('button', { name: 'Start', exact: true }).press('Enter')
    await expect(ashaPage.getByRole('button', { name: 'End', exact: true })).toBeVisible()
    for (const page of [raviPage, meeraPage])
      await expect(page.getByText(/^Live now, since \d\d:\d\d$/)).toBeVisible()
  })

  await test.step('on Ravi’s home and in his bell it says so, too, without reloading', async () => {
    await expect(bar).toHaveCount(1)
    await expectAccessible(raviHome)
    await raviHome.getByRole('button', { name: /^Notifications/ }).click()
    const bell = raviHome.getByRole('dialog', { name: 'Notifications' })
    await expect(bell.getByRole('link', { name: /^Asha Rao is live now/ })).toBeVisible()
    await raviHome.keyboard.press('Escape')
  })

  await test.step('her page says so, to anybody', async () => {
    const visitor = await openBrowser()
    await visitor.goto(`/${asha.username}`)
    await visitor.getByRole('link', { name: 'Asha Rao is live now The new record' }).click()
    await expect(visitor).toHaveURL(path)
  })

  await test.step('Ravi says hello in the chat, and Meera hears it', async () => {
    await raviPage.getByRole('textbox', { name: 'Message the chat' }).fill('Hello from Pune')
    await raviPage.getByRole('textbox', { name: 'Message the chat' }).press('Enter')
    await expect(meeraPage.getByText('Hello from Pune')).toBeVisible()
  })

  await test.step('Asha takes the question that most want answered, and answers it', async () => {
    const drums = question(ashaPage, 'How did you record the drums?')
    await drums.getByRole('button', { name: 'Take', exact: true }).press('Enter')
    await expect(question(raviPage, 'How did you record the drums?')).toContainText('Being answered now')
    await expectAccessible(ashaPage)
    await drums.getByRole('button', { name: 'Answer', exact: true }).press('Enter')
    await ashaPage.getByLabel('Your answer').fill('In the kitchen, at night.')
    const size = ashaPage.viewportSize()
    await ashaPage.setViewportSize({ width: 390, height: 844 })
    await expect(ashaPage.getByLabel('Your answer')).toHaveValue('In the kitchen, at night.')
    if (size) await ashaPage.setViewportSize(size)
    await ashaPage.getByRole('button', { name: 'Post answer' }).press('Enter')
    await expect(meeraPage.getByText('In the kitchen, at night.')).toBeVisible()
    await expectAccessible(meeraPage)
  })

  await test.step('on a phone, questions, chat and polls are beside each other in turn', async () => {
    await meeraPage.setViewportSize({ width: 390, height: 844 })
    await meeraPage.getByRole('radio', { name: 'Chat' }).check()
    await expect(meeraPage.getByText('Hello from Pune')).toBeVisible()
    await meeraPage.getByRole('radio', { name: 'Polls' }).check()
    await expect(meeraPage.getByText('No polls yet')).toBeVisible()
    await expectAccessible(meeraPage)
    await meeraPage.getByRole('radio', { name: 'Questions' }).check()
  })

  await test.step('Asha ends it; a post has the answer, and the chat can still be read', async () => {
    await ashaPage.getByRole('button', { name: 'End', exact: true }).press('Enter')
    await ashaPage.getByRole('button', { name: 'End session' }).press('Enter')
    await expect(raviPage.getByText('The chat is closed, but you can still read it.')).toBeVisible()
    await expect(raviPage.getByText('Hello from Pune')).toBeVisible()
    await expect(bar).toHaveCount(0)
    await raviPage.getByRole('link', { name: 'Read the post' }).click()
    await expect(raviPage.getByRole('heading', { level: 1, name: 'The new record' })).toBeVisible()
    await expect(raviPage.getByText('In the kitchen, at night.')).toBeVisible()
  })

  await test.step('what stayed open is answered in writing, and Meera is told', async () => {
    const tour = question(ashaPage, 'Will there be a tour?')
    await tour.getByRole('button', { name: 'Answer', exact: true }).click()
    await ashaPage.getByLabel('Your answer').fill('In spring.')
    await ashaPage.getByRole('button', { name: 'Post answer' }).click()
    await expect(meeraPage.getByText('In spring.')).toBeVisible()
    await mailbox.waitForMail(meera.email, 'Asha Rao answered your question')
  })
})

test('a creator who missed a session plans it again without writing it anew', async ({ page, mailbox }) => {
  const asha = aPerson('Asha Rao')
  await signUpCreator(page, asha, mailbox, [])
  await page.goto('/studio/live')
  await page.getByRole('button', { name: 'Plan a session' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Listening to the record')
  const start = new Date((await productTime(page.request)).getTime() + 86_400_000)
  await dialog.getByLabel('Date and time').fill(await fieldValue(page, start))
  await dialog.getByLabel('Description').fill('All seven songs, once through.')
  await dialog.getByRole('combobox', { name: 'Who can see it' }).selectOption('followers')
  await dialog.getByRole('combobox', { name: 'Questions' }).selectOption('moderated')
  await dialog.getByRole('button', { name: 'Plan session' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Listening to the record' })).toBeVisible()
  const missed = page.url()
  await passDays(page.request, 3)

  await page.goto('/studio/live')
  await page.getByRole('link', { name: 'Listening to the record' }).click()
  await expect(page.getByText('it wasn’t started within 2 hours of its time')).toBeVisible()
  await page.getByRole('button', { name: 'Plan it again' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Listening to the record')
  await expect(dialog.getByLabel('Description')).toHaveValue('All seven songs, once through.')
  await expect(dialog.getByRole('combobox', { name: 'Who can see it' })).toHaveValue('followers')
  await expect(dialog.getByRole('combobox', { name: 'Questions' })).toHaveValue('moderated')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Plan session' }).click()
  await expect(page.getByText('Starts in')).toBeVisible()
  expect(page.url()).not.toBe(missed)

  await page.getByRole('link', { name: 'Live sessions', exact: true }).click()
  await expect(page).toHaveURL(/\/studio\/live$/)
  await expect(page.getByRole('link', { name: 'Listening to the record' })).toHaveCount(2)
})
