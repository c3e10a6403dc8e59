import type { Page } from '@playwright/test'

import type { StaffRole } from '#contract/http/permissions.ts'

import { plugIn } from './authenticator.ts'
import { expect, type Mailbox } from './journey.ts'
import { runAsOperator } from './operator.ts'
import type { Product } from './product.ts'
import { signUp } from './seed.ts'
import type { Person } from './steps.ts'

/** Signs up, gets a role by the operator's command, and adds the passkey without which the console stays shut. */
export async function joinStaff(
  page: Page,
  person: Person,
  role: StaffRole,
  { mailbox, product }: { mailbox: Mailbox; product: Product },
): Promise<void> {
  await plugIn(page)
  await signUp(page, person, mailbox)
  await runAsOperator(product, 'staff', 'grant', person.email, role)
  await page.goto('/staff')
  await expect(page.getByText('Add a second factor first')).toBeVisible()
  await page.getByRole('link', { name: 'Go to security' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a passkey' })
  await adding.getByLabel('Name').fill('My phone')
  await adding.getByRole('button', { name: 'Continue' }).click()
  const kept = page.getByRole('dialog', { name: 'Keep these recovery codes' })
  await kept.getByRole('button', { name: 'I have kept them' }).click()
  await expect(kept).toBeHidden()
}

/** Confirms with the passkey that it is them, where the console asks: the last proof is over ten minutes old. */
export async function confirm(page: Page, button: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: button, exact: true }).click()
  const proof = page.getByRole('button', { name: 'Use your passkey' })
  const isDone = page.getByRole('alertdialog')
  await expect(proof.or(isDone.first()).first()).toBeVisible()
  if (await proof.isVisible()) await proof.click()
  await expect(isDone).toHaveCount(0)
}
