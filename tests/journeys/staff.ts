import type { Page } from '@playwright/test'

import { codeFor } from './authenticator.ts'
import { expect, type Mailbox } from './journey.ts'
import { runAsOperator } from './operator.ts'
import type { Product } from './product.ts'
import { signUp } from './seed.ts'
import type { Person } from './steps.ts'

/** Signs up, adds an authenticator app, and gets a role on the staff; ends on the account's security. */
export async function signUpStaff(
  page: Page,
  person: Person,
  { product, mailbox, role }: { product: Product; mailbox: Mailbox; role: 'operator' | 'finance' },
): Promise<void> {
  await signUp(page, person, mailbox)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  const key = await dialog.locator('code').innerText()
  await dialog.getByLabel('Code from the app').fill(await codeFor(page, key))
  await dialog.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await runAsOperator(product, 'staff', 'grant', person.email, role)
}
