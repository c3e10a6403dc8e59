import { expect, test } from './journey.ts'
import { signUpCreator, signUpUnseen } from './seed.ts'
import { aPerson, payWithCard, pressJoin } from './steps.ts'

test('a declined card and a closed checkout cost nothing, and the year can still be joined', async ({
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  const ashaPage = await openBrowser()
  await signUpCreator(ashaPage, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])

  const page = await openBrowser()
  await signUpUnseen(page, aPerson('Meera Das'), mailbox)
  await page.goto(`/${asha.username}`)
  await page
    .getByRole('radio', { name: /Yearly/ })
    .or(page.getByText('Yearly', { exact: false }).first())
    .first()
    .click()
  await expect(page.getByText('$107').first()).toBeVisible()
  await pressJoin(page, 'Tipsy')

  await test.step('declined', async () => {
    const checkout = await payWithCard(page, 'Declined: insufficient funds')
    await expect(page.getByText(/^Payment failed: /).first()).toBeVisible()
    await checkout.getByRole('button', { name: /close/i }).first().click()
    await expect(page.getByText('Payment popup closed.').first()).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/${asha.username}$`))
  })

  await test.step('paid with a second factor', async () => {
    const join = page.getByRole('button', { name: /^Join Tipsy/ }).first()
    if (await join.isVisible()) await join.click()
    const checkout = await payWithCard(page, 'Asks for a code')
    await checkout.getByLabel(/code/i).fill('123456')
    await checkout.getByRole('button', { name: 'Confirm payment' }).click()
    await page.waitForURL('**/payment-success/**')
    await expect(page.getByText('$107/year')).toBeVisible()
  })
})
