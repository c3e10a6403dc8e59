import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { signUpCreator, signUpUnseen } from './seed.ts'
import { aPerson, pressJoin, publishPost } from './steps.ts'

test('a plan in rupees: made, joined by UPI Autopay, read, and on the receipt', async ({
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  const owner = await openBrowser()
  await signUpCreator(owner, asha, mailbox, [])

  await owner.getByRole('button', { name: 'Add Plan' }).first().click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Indian rupees' }).check()
  await dialog.getByLabel('Plan name').fill('Tipsy')
  await dialog.getByLabel('Price').fill('49')
  await dialog.getByRole('button', { name: 'Add Plan' }).click()
  await expect(dialog.getByText('The price must be at least ₹50')).toBeVisible()
  await dialog.getByLabel('Price').fill('12000')
  await expect(dialog.getByText('₹1,29,600')).toBeVisible()
  await expectAccessible(owner)
  await dialog.getByRole('button', { name: 'Add Plan' }).click()
  await expect(dialog).toBeHidden()
  await expect(owner.getByText('₹12,000/month')).toBeVisible()
  await owner.getByRole('button', { name: 'Edit Tipsy' }).click()
  const editor = owner.getByRole('form', { name: 'Edit Tipsy' })
  await expect(editor.getByLabel('Plan name')).toBeFocused()
  await expect(editor.getByText('You keep ₹10,800 of each payment.')).toBeVisible()
  await expect(editor.getByRole('radio')).toHaveCount(0)
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await expect(owner.getByRole('button', { name: 'Edit Tipsy' })).toBeFocused()
  await publishPost(owner, { text: 'The second verse.', visibility: 'Tipsy - ₹12,000/month supporters' })

  const member = await openBrowser()
  await signUpUnseen(member, ravi, mailbox)
  await member.goto(`/${asha.username}`)
  await pressJoin(member, 'Tipsy')
  await expect(member.getByRole('dialog')).toContainText('your card or UPI ID and charges ₹12,000')
  await member.getByRole('button', { name: 'Pay with Razorpay' }).click()
  const checkout = member.frameLocator('iframe[src*="/v1/checkout/"]')
  await checkout.getByRole('radio', { name: 'UPI Autopay' }).check()
  await checkout.getByRole('textbox', { name: 'UPI ID' }).fill('ravi')
  await checkout.getByRole('button', { name: 'Pay ₹12,000' }).click()
  await expect(checkout.getByText('Check the UPI ID')).toBeVisible()
  await checkout.getByRole('textbox', { name: 'UPI ID' }).fill('ravi@okaxis')
  await checkout.getByRole('button', { name: 'Pay ₹12,000' }).click()
  await checkout.getByRole('button', { name: 'Decline' }).click()
  await expect(checkout.getByText('The payment was declined in the UPI app.')).toBeVisible()
  await checkout.getByRole('button', { name: 'Pay ₹12,000' }).click()
  await expect(checkout.getByText('ravi@okaxis')).toBeVisible()
  await checkout.getByRole('button', { name: 'Approve' }).click()
  await member.waitForURL('**/payment-success/**')
  await expect(member.getByText('₹12,000/month')).toBeVisible()

  await member.goto(`/${asha.username}`)
  await expect(member.getByText('The second verse.')).toBeVisible()
  await member.goto('/subscriptions')
  await expect(member.getByText('Average per month').locator('xpath=following-sibling::p[1]')).toHaveText(
    '₹12,000',
  )
  await expectAccessible(member)
  await member.goto('/settings?tab=billing')
  await member.getByRole('link', { name: 'Receipt' }).click()
  await expect(member.getByText('₹12,000.00').first()).toBeVisible()
  await expect(member.getByText('INR', { exact: true })).toBeVisible()
  await expect(member.getByText('$')).toHaveCount(0)

  await owner.goto('/payout')
  // Pro keeps a tenth.
  await expect(owner.getByText('₹10,800', { exact: true }).first()).toBeVisible()
  await expect(owner.getByText('You can request a payout as soon as more than ₹4,000')).toHaveCount(0)
  await expectAccessible(owner)
})
