import { readFile } from 'node:fs/promises'

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { signUp } from './seed.ts'
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

  await test.step('the other device is listed, and signed out', async () => {
    const devices = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
    await expect(devices).toHaveCount(2)
    await devices.getByRole('button', { name: /^Sign out/ }).click()
    await expect(devices).toHaveCount(1)
    await expect(devices.getByText('This device')).toBeVisible()
    await phone.goto('/subscriptions')
    await phone.waitForURL('**/login?**')
  })

  await test.step('she can download everything about her', async () => {
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
    await page.getByRole('tab', { name: 'Account' }).click()
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
