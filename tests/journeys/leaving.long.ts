import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { openCreatorPage, signUp, signUpCreator, signUpUnseen } from './seed.ts'
import { aPerson, joinPlan, logIn, publishPost } from './steps.ts'

test('a creator deletes her account, reads what that means, and keeps it after all', async ({
  openBrowser,
  mailbox,
  request,
  allowError,
}) => {
  // The wrong password, and the signed-out device.
  allowError(/status of 403 .*\/api\/user\/deletion/)
  allowError(/status of 401 /)
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  const page = await openBrowser()
  const raviPage = await openBrowser()

  await test.step('she has a page with a member', async () => {
    await signUpCreator(page, asha, mailbox, [
      { name: 'Tipsy', price: '9.99', description: 'Demos and the stories behind them.' },
    ])
    await publishPost(page, { text: 'The record is mixed.' })
    await signUpUnseen(raviPage, ravi, mailbox)
    await joinPlan(raviPage, asha.username, 'Tipsy')
  })

  await test.step('the settings say what deleting means, and ask for the password', async () => {
    await page.goto('/settings?tab=privacy')
    await page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Your page closes now')).toBeVisible()
    const money = dialog.getByRole('region', { name: 'What your members get back' })
    await expect(money.getByText('One member has paid for time still ahead.')).toBeVisible()
    await expect(money.getByText('Refunded to members')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Your password', { exact: true }).fill('not the password')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expect(dialog.getByText('This is not your current password.')).toBeVisible()
    await expect(dialog.getByLabel('Your password', { exact: true })).toBeFocused()
    await dialog.getByLabel('Your password', { exact: true }).fill(asha.password)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByText('Your account will be deleted.').first()).toBeVisible()
    await expect(page).toHaveURL('/')
    await mailbox.waitForMail(asha.email, 'will be deleted on')
  })

  await test.step('the page is gone for everybody, and its member is notified', async () => {
    await expect.poll(async () => (await request.get(`/${asha.username}`)).status()).toBe(404)
    const mail = await mailbox.waitForMail(ravi.email, 'has closed their page')
    expect(mail.text).toContain('You will not be charged again.')
    expect(mail.text).toMatch(/you get \$9\.\d\d back for the time since/)
  })

  await test.step('after logging in there is only the way back', async () => {
    await logIn(page, asha)
    await expect(page.getByRole('heading', { name: 'Your account is being deleted' })).toBeVisible()
    await expect(page.getByText('Your balance now')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/settings')
    await expect(page.getByRole('heading', { name: 'Your account is being deleted' })).toBeVisible()
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await expect(page.getByText('Memberships that were cancelled stay cancelled').first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await mailbox.waitForMail(asha.email, 'account stays')
    await expect.poll(async () => (await request.get(`/${asha.username}`)).status()).toBe(200)
    await page.goto(`/${asha.username}`)
    await expect(page.getByText('The record is mixed.')).toBeVisible()
  })
})

test('a member blocks a page and no longer sees it, until unblocking it in the settings', async ({
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  const pageName = `Songs of ${asha.username}`
  const ashaPage = await openBrowser()
  const page = await openBrowser()
  await signUpUnseen(ashaPage, asha, mailbox)
  await openCreatorPage(ashaPage, { pageName, handle: asha.username })
  await signUp(page, ravi, mailbox)

  await test.step('from the menu of the page', async () => {
    await page.goto(`/${asha.username}`)
    await page.getByRole('button', { name: 'More about this page' }).click()
    await page.getByRole('menuitem', { name: 'Block this creator' }).click()
    await expect(page.getByRole('alertdialog', { name: `Block ${pageName}?` })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(page.getByText('You blocked this page')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: pageName })).toBeFocused()
  })

  await test.step('no list shows it any more', async () => {
    await page.goto('/explore')
    await expect(page.getByRole('heading', { name: 'New on Cheers' })).toBeVisible()
    await page.getByLabel('Search creators or topics').fill(pageName)
    await expect(page.locator(`main a[href="/${asha.username}"]`)).toHaveCount(0)
  })

  await test.step('the settings list it, and can unblock it', async () => {
    await page.goto('/settings?tab=privacy')
    const section = page.getByRole('region', { name: 'Blocked users' })
    await expect(section.getByRole('link', { name: pageName })).toBeVisible()
    await expectAccessible(page)
    await section.getByRole('button', { name: `Unblock ${pageName}` }).click()
    await expect(section.getByText("You haven't blocked anyone.")).toBeVisible()
    await page.goto(`/${asha.username}`)
    await expect(page.getByRole('button', { name: 'More about this page' })).toBeVisible()
    await expect(page.getByText('You blocked this page')).toBeHidden()
  })
})

test('a user who only signs in with Google confirms the deletion with a mailed code', async ({
  openBrowser,
  mailbox,
  allowError,
}) => {
  allowError(/status of 401 /)
  const page = await openBrowser()

  async function signInWithGoogle() {
    await page.goto('/login')
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: /Google/ }).click()
    const popup = await opening
    await popup.getByRole('button', { name: /Ravi Menon/ }).click()
    await popup.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  }

  await signInWithGoogle()
  await page.goto('/settings')
  const email = (await page.getByLabel('Email', { exact: true }).inputValue()) || ''
  await page.getByRole('tab', { name: 'Privacy' }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('Enter the code from the email')).toBeVisible()
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  await expect(dialog.getByText('We emailed you a code.')).toBeVisible()
  await expectAccessible(page)
  const mail = await mailbox.waitForMail(email, 'Your code to delete')
  await dialog.getByLabel('Code from the email').fill(/Code: (\d{8})/.exec(mail.text)?.[1] ?? '')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account will be deleted.').first()).toBeVisible()
  await signInWithGoogle()
  await expect(page.getByRole('heading', { name: 'Your account is being deleted' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('button', { name: 'Keep my account' })).toBeHidden()
})
