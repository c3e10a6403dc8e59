import { expect, test } from './journey.ts'

test('a visitor signs in with Google in a popup and becomes a member', async ({ openBrowser }) => {
  const page = await openBrowser()
  await page.goto('/login')
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: /Google/ }).click()
  const popup = await opening
  await expect(popup.getByRole('heading', { name: 'Choose an account to continue to Cheers' })).toBeVisible()
  await popup.getByRole('button', { name: /Meera Das/ }).click()
  // Its window closes itself, often before the press has come back to us.
  const pressing = popup.getByRole('button', { name: 'Continue' }).click()
  await Promise.all([popup.waitForEvent('close'), pressing.catch(() => undefined)])
  await page.waitForURL('**/explore')
  await expect(page.getByText('Meera Das').first()).toBeVisible()
})

test('closing the popup says so, and nobody is signed in', async ({ openBrowser }) => {
  const page = await openBrowser()
  await page.goto('/login')
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: /Google/ }).click()
  const popup = await opening
  await popup.getByRole('heading').first().waitFor()
  await popup.close()
  // The spec waits 8 seconds after the popup has closed before giving up.
  await expect(page.getByText(/window was closed/i).first()).toBeVisible({ timeout: 30_000 })
  expect(new URL(page.url()).pathname).toBe('/login')
})
