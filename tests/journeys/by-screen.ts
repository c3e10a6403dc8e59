import type { Page } from '@playwright/test'

import { expect, type Mailbox } from './journey.ts'
import { anAddress, type Person } from './steps.ts'

/*
 * The same as `seed.ts`, but done on the screens instead of by calls: for journeys about signing up and opening a page.
 */

/** Signs up with the form and enters the mailed code, which logs in. */
export async function signUpByScreen(page: Page, person: Person, mailbox: Mailbox): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password)
  await page.getByLabel('I am 13 or older').check()
  // Everyone comes from their own address; one address may only create so many accounts an hour.
  await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': anAddress() })
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await page.context().setExtraHTTPHeaders({})

  await page.getByLabel('Six-digit code').fill(await mailedCode(mailbox, person))
  await page.waitForURL('**/explore')
}

/** The code in the newest activation mail. */
export async function mailedCode(mailbox: Mailbox, person: Person): Promise<string> {
  const mail = await mailbox.waitForMail(person.email, 'Activate your Cheers account')
  return /^Code: (\d{6})$/m.exec(mail.text)?.[1] ?? ''
}

/** Opens a creator page on the platform plan Pro (10 %). */
export async function openCreatorPageByScreen(
  page: Page,
  creator: { pageName: string; handle: string },
): Promise<void> {
  await page.goto('/create')
  await page.getByLabel('Page name').fill(creator.pageName)
  await page.getByLabel('Page address').fill(creator.handle)
  await page.getByLabel('Plan', { exact: true }).selectOption({ label: 'Pro (10%)' })
  await page.getByLabel('I am 18 or older').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`**/${creator.handle}`)
  await expect(page.getByRole('heading', { level: 1, name: creator.pageName })).toBeVisible()
}
