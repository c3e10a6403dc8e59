import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { signUpCreator, signUpUnseen } from './seed.ts'
import { aPerson, joinPlan } from './steps.ts'

test('a creator sees a payment, opens it to the cent, and reads the chart as a table; a member has no dashboard', async ({
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  const ashaPage = await openBrowser()
  const raviPage = await openBrowser()
  const main = ashaPage.getByRole('main')

  await test.step('before anyone has paid, Asha reads that there is nothing yet', async () => {
    await signUpCreator(ashaPage, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])
    await ashaPage.getByRole('link', { name: 'Payouts' }).click()
    await expect(main.getByText('Manage your earnings and payouts')).toBeVisible()
    await expect(main.getByText('No payments yet')).toBeVisible()
    await expectAccessible(ashaPage)
  })

  await test.step('Ravi joins; at /payout he is sent to Explore, and no link leads there', async () => {
    await signUpUnseen(raviPage, ravi, mailbox)
    await joinPlan(raviPage, asha.username, 'Tipsy')
    await raviPage.goto('/payout')
    await raviPage.waitForURL('**/explore')
    await expect(raviPage.getByRole('link', { name: 'Subscriptions' })).toBeVisible()
    await expect(raviPage.getByRole('link', { name: 'Payouts' })).toHaveCount(0)
  })

  await test.step('Asha sees the balance and opens the payment', async () => {
    await ashaPage.reload()
    await expect(main.getByRole('heading', { name: 'Your balance' })).toBeVisible()
    await expect(main.getByRole('definition').nth(0)).toContainText('$0')
    await expect(main.getByRole('definition').nth(1)).toContainText('$8.99')
    const payment = main.getByRole('listitem').filter({ hasText: 'Ravi Menon' })
    await expect(payment).toContainText('+$9.99')
    await expect(payment).toContainText('Subscription')
    await expect(payment.getByText('Tipsy')).toBeVisible()
    await payment.locator('summary').press('Enter')
    // The provider's fee comes out of the platform's 10 %; every step is shown, and they add up to the cent.
    await expect(payment.locator('dl')).toHaveText(
      'Supporter paid$9.99Payment provider₹19.56 = −$0.24Cheers fee (10% in all)−$0.76Yours$8.99',
    )
    await expect(main.getByText('earnings above $50')).toBeVisible()
    await expect(main.getByText('3-5 business days')).toBeVisible()
  })

  await test.step('the chart can be read by keyboard, and as a table', async () => {
    const bars = main.getByRole('group', { name: /^Earnings by month/ }).getByRole('img')
    await expect(bars).toHaveCount(12)
    await bars.last().focus()
    await ashaPage.keyboard.press('Home')
    await expect(bars.first()).toBeFocused()
    await expect(bars.first()).toHaveAccessibleName(/no payments$/)
    await ashaPage.keyboard.press('End')
    await expect(bars.last()).toHaveAccessibleName(/\$8\.99 yours, of \$9\.99 paid, \$1 platform fee$/)
    await expectAccessible(ashaPage)
    await main.getByRole('button', { name: 'Show as table' }).click()
    await expect(main.getByRole('row')).toHaveCount(14)
    await expect(main.getByRole('row').last()).toHaveText('Total$9.99$1.00$8.99')
    await expectAccessible(ashaPage)
  })

  await test.step('all payments are looked through by name, plan, month and what became of them', async () => {
    await ashaPage.goto('/payout/payments')
    const payment = main.getByRole('listitem').filter({ hasText: 'Ravi Menon' })
    await expect(payment).toBeVisible()
    await expectAccessible(ashaPage)
    await main.getByLabel('Search payments by name').fill('nobody')
    await expect(main.getByText('No payment matches')).toBeVisible()
    await main.getByRole('button', { name: 'Clear filters' }).click()
    await expect(payment).toBeVisible()
    await main.getByLabel('Plan').selectOption('Tipsy')
    await main.getByLabel('Month').selectOption({ index: 1 })
    await expect(payment).toBeVisible()
    await main.getByRole('tab', { name: 'Refunded' }).click()
    await expect(payment).toBeHidden()
  })
})
