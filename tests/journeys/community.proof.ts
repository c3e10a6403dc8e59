import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { passDays } from './operator.ts'
import { signUp, signUpCreator } from './seed.ts'
import { aPerson, joinPlan } from './steps.ts'

test('members talk in rooms: live, on a lost line, by the rules, and no longer when they are kept out', async ({
  page: ashaPage,
  openBrowser,
  mailbox,
  allowError,
}) => {
  allowError(/ERR_INTERNET_DISCONNECTED/)
  // What has just been closed to somebody answers that it isn't there.
  allowError(/status of 404/)
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  await signUpCreator(ashaPage, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])
  const raviPage = await openBrowser()
  await signUp(raviPage, ravi, mailbox)
  // On their first day, accounts write a fifth as often.
  await passDays(raviPage.request, 2)
  const field = (page: typeof raviPage) => page.getByRole('textbox', { name: 'Message Lounge' })
  const said = (page: typeof raviPage, text: string) => page.getByRole('article').filter({ hasText: text })

  await test.step('Asha opens a room for everyone and one for Tipsy, and gives them rules', async () => {
    await ashaPage.goto(`/${asha.username}`)
    await ashaPage.getByRole('main').getByRole('link', { name: 'Community' }).click()
    await expect(ashaPage.getByText('Give your members a place to talk')).toBeVisible()
    for (const [name, who] of [
      ['Lounge', 'everyone'],
      ['Backstage', 'members'],
    ] as const) {
      await ashaPage.getByRole('button', { name: 'New room' }).click()
      const dialog = ashaPage.getByRole('dialog')
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByRole('combobox', { name: 'Who can see it' }).selectOption(who)
      await dialog.getByRole('button', { name: 'Create room' }).click()
      await expect(ashaPage.getByRole('heading', { level: 2, name })).toBeVisible()
    }
    await ashaPage
      .getByRole('navigation', { name: 'Rooms' })
      .getByRole('button', { name: 'Community' })
      .click()
    await ashaPage.getByRole('menuitem', { name: 'Community rules' }).click()
    await ashaPage.getByRole('dialog').getByLabel('Rules').fill('Be kind.')
    await ashaPage.getByRole('button', { name: 'Save', exact: true }).click()
    await ashaPage.getByRole('link', { name: 'Lounge' }).click()
    await expect(ashaPage.getByText('Nothing here yet')).toBeVisible()
  })
  const lounge = new URL(ashaPage.url()).pathname

  await test.step('a visitor reads the names, and what opens the rooms', async () => {
    const visitor = await openBrowser()
    await visitor.goto(`/${asha.username}`)
    await visitor.getByRole('link', { name: 'Community' }).click()
    await visitor.getByRole('link', { name: 'Backstage' }).click()
    await expect(visitor.getByText('This room opens with the Tipsy plan.')).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Join Tipsy, $9.99 a month' })).toBeVisible()
    await expectAccessible(visitor)
  })

  await test.step('Ravi accepts the rules once, and by keyboard alone writes the first message', async () => {
    await raviPage.goto(lounge)
    await expect(raviPage.getByText('Be kind.')).toBeVisible()
    await expect(field(raviPage)).toHaveCount(0)
    await raviPage.getByRole('button', { name: 'Accept and enter' }).click()
    await field(raviPage).focus()
    await raviPage.keyboard.type('One line')
    await raviPage.keyboard.press('Shift+Enter')
    await raviPage.keyboard.type('and another.')
    await raviPage.keyboard.press('Enter')
    await expect(said(raviPage, 'and another.')).toBeVisible()
    await expect(field(raviPage)).toBeFocused()
    await expect(said(ashaPage, 'and another.')).toContainText('Ravi Menon')
  })

  await test.step('what one writes the other reads within a second', async () => {
    await field(raviPage).fill('Are you there?')
    const [sent] = await Promise.all([
      raviPage.waitForResponse(/\/api\/channels\/[\w-]+\/messages$/).then(() => Date.now()),
      field(raviPage).press('Enter'),
    ])
    await expect(said(ashaPage, 'Are you there?')).toBeVisible()
    const tookMs = Date.now() - sent
    test.info().annotations.push({ type: 'arrived after', description: `${tookMs} ms` })
    expect(tookMs).toBeLessThan(1000)
  })

  await test.step('a minute on a lost line loses nothing and doubles nothing', async () => {
    await raviPage.context().setOffline(true)
    await field(raviPage).fill('Written in a tunnel.')
    await field(raviPage).press('Enter')
    await expect(
      raviPage.getByText('You’re offline. This is sent when the connection is back.'),
    ).toBeVisible()
    for (const number of [1, 2, 3]) {
      await field(ashaPage).fill(`Meanwhile ${number}`)
      await field(ashaPage).press('Enter')
      await expect(said(ashaPage, `Meanwhile ${number}`)).toBeVisible()
    }
    await raviPage.waitForTimeout(60_000)
    await raviPage.context().setOffline(false)
    for (const page of [raviPage, ashaPage]) {
      await expect(said(page, 'Written in a tunnel.')).toHaveCount(1)
      for (const number of [1, 2, 3]) await expect(said(page, `Meanwhile ${number}`)).toHaveCount(1)
      await page.reload()
      await expect(said(page, 'Written in a tunnel.')).toHaveCount(1)
    }
  })

  await test.step('what is written in another room counts as unread, until it is looked at', async () => {
    await joinPlan(raviPage, asha.username, 'Tipsy')
    await raviPage.goto(lounge)
    await expect(said(raviPage, 'Are you there?')).toBeVisible()
    await ashaPage.getByRole('link', { name: 'Backstage' }).click()
    await ashaPage.getByRole('textbox', { name: 'Message Backstage' }).fill('Only for you.')
    await ashaPage.keyboard.press('Enter')
    await raviPage.getByRole('link', { name: 'Backstage 1 unread' }).click()
    await expect(said(raviPage, 'Only for you.')).toBeVisible()
    await expect(raviPage.getByRole('link', { name: 'Backstage', exact: true })).toBeVisible()
  })

  await test.step('he replies in a thread, and finds it again', async () => {
    await said(raviPage, 'Only for you.').hover()
    await said(raviPage, 'Only for you.').getByRole('button', { name: 'Reply in a thread' }).click()
    const reply = raviPage.getByRole('textbox', { name: 'Reply' })
    await expect(reply).toBeFocused()
    await reply.fill('It stays between us.')
    await reply.press('Enter')
    await expect(
      raviPage.getByRole('region', { name: 'Thread' }).getByText('It stays between us.'),
    ).toBeVisible()
    await expect(said(ashaPage, 'Only for you.')).toContainText('1 reply')
    await raviPage.getByRole('button', { name: 'Search' }).click()
    await raviPage.getByRole('searchbox', { name: 'Search messages' }).fill('between')
    await raviPage.getByRole('button', { name: /It stays between us/ }).click()
    await expect(raviPage.getByRole('region', { name: 'Thread' })).toContainText('Only for you.')
  })

  await test.step('none of it is a barrier', async () => {
    for (const page of [ashaPage, raviPage]) await expectAccessible(page)
  })

  await test.step('Asha removes him from one room: his open tab closes it, and nothing else', async () => {
    await ashaPage.getByRole('link', { name: /Lounge/ }).click()
    await raviPage.getByRole('link', { name: /Lounge/ }).click()
    const seen = said(ashaPage, 'Are you there?')
    await seen.hover()
    await seen.getByRole('button', { name: 'More actions' }).click()
    await ashaPage.getByRole('menuitem', { name: 'Remove from this room' }).click()
    await ashaPage.getByRole('button', { name: 'Remove from room' }).click()
    await expect(raviPage.getByText('A moderator has removed you from this room.')).toBeVisible()
    await expect(said(raviPage, 'Are you there?')).toHaveCount(0)
    await raviPage.getByRole('link', { name: 'Backstage' }).click()
    await expect(said(raviPage, 'Only for you.')).toBeVisible()
  })

  await test.step('when his plan ends he is out within a minute, in the open tab', async () => {
    const subscriptions = await raviPage.context().newPage()
    await subscriptions.goto('/subscriptions')
    await subscriptions.getByRole('button', { name: 'Cancel your membership with Asha Rao' }).click()
    await subscriptions.getByRole('button', { name: 'Cancel membership' }).click()
    await expect(subscriptions.getByText(/^Ends on /)).toBeVisible()
    // In two parts: nobody who was here stays logged in for a month without coming by.
    await passDays(raviPage.request, 20)
    await subscriptions.reload()
    await expect(subscriptions.getByText(/^Ends on /)).toBeVisible()
    await subscriptions.close()
    await expect(said(raviPage, 'Only for you.')).toBeVisible()
    await passDays(raviPage.request, 20)
    await expect(raviPage.getByText('This room opens with the Tipsy plan.')).toBeVisible({
      timeout: 60_000,
    })
    await expect(said(raviPage, 'Only for you.')).toHaveCount(0)
  })
})
