import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { signUp, signUpCreator } from './seed.ts'
import { aPerson, logIn } from './steps.ts'

test('a member changes name, password and mails, and signs another device out', async ({
  openBrowser,
  mailbox,
  allowError,
}) => {
  // The server's answer to the signed-out device.
  allowError(
    /status of 401 .*(?:getLoggedInUser|getUserSubscriptions|getPausedSubscriptions|billingOverview)/,
  )
  const nila = aPerson('Nila Bose')
  const newPassword = 'seven lamps by the sea'
  const page = await openBrowser()
  await signUp(page, nila, mailbox)
  const phone = await openBrowser()
  await logIn(phone, nila)

  await test.step('the profile asks for both fields, then saves the input', async () => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Display name').fill('')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('All fields are required').first()).toBeVisible()
    await page.getByLabel('Display name').fill('Nila B.')
    await page.getByLabel('Country').selectOption({ label: 'India' })
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Display name')).toHaveValue('Nila B.')
    await expect(page.getByLabel('Country')).toHaveValue('IN')
    await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable()
    await expectAccessible(page)
  })

  await test.step('a section that an address names is in sight among the others on a phone', async () => {
    await phone.setViewportSize({ width: 390, height: 844 })
    await phone.goto('/settings?tab=display')
    await expect(phone.getByRole('tab', { name: 'Display' })).toBeInViewport({ ratio: 1 })
  })

  await test.step('the other device is listed, and signed out', async () => {
    await page.getByRole('tab', { name: 'Security' }).click()
    const devices = page.getByRole('region', { name: 'Where you are logged in' }).getByRole('listitem')
    await expect(devices).toHaveCount(2)
    await devices.getByRole('button', { name: /^Log out/ }).click()
    await expect(devices).toHaveCount(1)
    await expect(devices.getByText('This device')).toBeVisible()
    await phone.goto('/subscriptions')
    await phone.waitForURL('**/login?**')
  })

  await test.step('she can download everything about her', async () => {
    await page.getByRole('tab', { name: 'Privacy' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(new RegExp(`^cheers-${nila.username}-.*\\.zip$`))
    const zip = await readFile(await file.path())
    expect([zip.toString('latin1', 0, 2), zip.includes('data.json')]).toEqual(['PK', true])
  })

  await test.step('a chosen mail stays chosen', async () => {
    await page.getByRole('tab', { name: 'Email notifications' }).click()
    await expect(page.getByRole('switch', { name: 'Creator updates' })).toBeChecked()
    const newsletter = page.getByRole('switch', { name: 'Newsletter' })
    await expect(newsletter).not.toBeChecked()
    const saved = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/user/notifications') && response.request().method() === 'PUT',
    )
    await newsletter.check()
    await saved
    await page.reload()
    await expect(page).toHaveURL(/tab=notifications/)
    await expect(newsletter).toBeChecked()
    await expectAccessible(page)
  })

  await test.step('she supports nobody and has paid nothing yet', async () => {
    await page.getByRole('tab', { name: 'Memberships' }).click()
    await expect(page.getByText("You aren't pledging to anyone right now.")).toBeVisible()
    await page.getByRole('tab', { name: 'Billing history' }).click()
    await expect(
      page.getByText('There is currently no payment history to display for this member.'),
    ).toBeVisible()
  })

  await test.step('the new password works from now on', async () => {
    await page.getByRole('tab', { name: 'Security' }).click()
    await page.getByLabel('Current password').fill(nila.password)
    await page.getByLabel('New password', { exact: true }).fill(newPassword)
    await page.getByLabel('Confirm new password').fill(newPassword)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Your password is changed.').first()).toBeVisible()
    await mailbox.waitForMail(nila.email, 'password was changed')
    const tablet = await openBrowser()
    await logIn(tablet, { email: nila.email, password: newPassword })
    await expect(tablet.getByText('Nila B.').first()).toBeVisible()
  })
})

function paperOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
}

test('a chosen theme is there before anything is painted, on every page, and on paper it is light', async ({
  openBrowser,
  mailbox,
  allowError,
}) => {
  allowError(/ERR_FAILED/)
  const page = await openBrowser()
  await page.emulateMedia({ colorScheme: 'light' })
  await signUp(page, aPerson('Meera Nair'), mailbox)
  const light = await paperOf(page)
  let dark = ''

  await test.step('the sections are a list, through which the arrow keys lead', async () => {
    await page.goto('/settings?tab=privacy')
    await page.getByRole('tab', { name: 'Privacy' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('tab', { name: 'Display' })).toBeFocused()
    await expect(page).toHaveURL(/tab=display$/)
    await page.keyboard.press('Home')
    await expect(page.getByRole('tab', { name: 'Account' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('radio', { name: 'System' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('radio', { name: 'System' })).toBeFocused()
  })

  await test.step('the choice shows at once, and on other open pages', async () => {
    const other = await page.context().newPage()
    await other.goto('/about')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    // Under reduced motion, too, it fades for a millisecond.
    await expect.poll(() => paperOf(page)).toMatch(/^oklch\(0\.1/)
    dark = await paperOf(page)
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
    await other.close()
    await expectAccessible(page)
  })

  await test.step('no page begins in the other one, whether it is sent to members or to visitors', async () => {
    // Without the product's script: this is what is painted first.
    const first = await page.context().newPage()
    await first.emulateMedia({ colorScheme: 'light' })
    await first.route('**/assets/*.js', (route) => route.abort())
    for (const isMember of [true, false]) {
      if (!isMember) await page.context().clearCookies()
      for (const path of ['/about', '/settings']) {
        await first.goto(path, { waitUntil: 'domcontentloaded' })
        expect(await paperOf(first)).toBe(dark)
      }
    }
    await first.emulateMedia({ colorScheme: 'light', media: 'print' })
    await expect.poll(() => paperOf(first)).toBe(light)
  })
})

test('a creator’s settings have a section for each matter, and the oldest four keep their names and what they hold', async ({
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  const page = await openBrowser()
  await signUpCreator(page, asha, mailbox, [])
  await page.goto('/settings')
  const sections = {
    Account: ['Profile', 'Creator Page Information'],
    Page: ['Your page', 'Storage'],
    Security: ['Second step', 'Where you are logged in', 'Help from support'],
    'Email notifications': ['How you hear about things'],
    Memberships: ['Creators you support', 'Pages you follow'],
    'Billing history': ['There is currently no payment history to display for this member.'],
    Privacy: ['Blocked users', 'Muted', 'Your data'],
    Display: ['Theme', 'Adult content'],
  }
  await expect(page.getByRole('tab')).toHaveText(Object.keys(sections))
  for (const [name, matters] of Object.entries(sections)) {
    await page.getByRole('tab', { name, exact: true }).click()
    for (const matter of matters)
      await expect(page.getByRole('main').getByText(matter, { exact: true }).first()).toBeVisible()
    await expectAccessible(page)
  }
})

test('what one has muted is listed, and heard of again from there', async ({ openBrowser, mailbox }) => {
  const asha = aPerson('Asha Rao')
  const ashaPage = await openBrowser()
  await signUpCreator(ashaPage, asha, mailbox, [])
  await ashaPage.goto(`/${asha.username}/community`)
  await ashaPage.getByRole('button', { name: 'New room' }).click()
  await ashaPage.getByRole('dialog').getByLabel('Name').fill('Lounge')
  await ashaPage
    .getByRole('dialog')
    .getByRole('combobox', { name: 'Who can see it' })
    .selectOption('everyone')
  await ashaPage.getByRole('button', { name: 'Create room' }).click()
  await expect(ashaPage.getByRole('heading', { level: 2, name: 'Lounge' })).toBeVisible()
  const page = await openBrowser()
  await signUp(page, aPerson('Ravi Menon'), mailbox)
  const muted = page.getByRole('region', { name: 'Muted' })

  await page.goto('/settings?tab=privacy')
  await expect(muted.getByText("You haven't muted anything.")).toBeVisible()
  await page.goto(`/${asha.username}/community`)
  await page.getByRole('link', { name: 'Lounge' }).click()
  await page.getByRole('button', { name: 'Mute this room' }).click()
  await expect(page.getByRole('button', { name: 'Unmute this room' })).toBeVisible()
  await page.goto('/settings?tab=privacy')
  await expect(muted.getByRole('link', { name: 'Lounge' })).toBeVisible()
  await expectAccessible(page)
  await muted.getByRole('button', { name: 'Unmute Lounge' }).click()
  await expect(muted.getByText("You haven't muted anything.")).toBeVisible()
  await page.goto(`/${asha.username}/community`)
  await page.getByRole('link', { name: 'Lounge' }).click()
  await expect(page.getByRole('button', { name: 'Mute this room' })).toBeVisible()
})
