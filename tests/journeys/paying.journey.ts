import { expect, test } from './journey.ts'
import { signUp, signUpCreator } from './seed.ts'
import { aPerson, payWithCard, pressJoin } from './steps.ts'

test.slow()

test('a payment leads on after a moment, and the celebration ends automatically', async ({
  page: ashaPage,
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  await signUpCreator(ashaPage, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])

  const page = await openBrowser()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signUp(page, aPerson('Ravi Menon'), mailbox)
  await page.clock.install()
  await page.goto(`/${asha.username}`)
  await pressJoin(page, 'Tipsy')

  // The page's clock stops at the moment the server has confirmed the payment.
  await page.route('**/api/razorpay/success', async (route) => {
    const response = await route.fetch()
    // Only a little ahead: the call itself has half a minute for its answer.
    await page.clock.pauseAt(new Date(Date.now() + 5000))
    await route.fulfill({ response })
  })
  await payWithCard(page, 'Succeeds (Visa, India)')
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(page.getByText('Payment successful').first()).toBeVisible({ timeout: 200 })
  }).toPass({ intervals: [50] })
  await page.clock.runFor(900)
  await expect(page).toHaveURL(new RegExp(`/${asha.username}$`))
  await page.clock.runFor(700)
  await expect(page).toHaveURL(/\/payment-success\//)

  const celebration = page.getByTestId('celebration')
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(celebration).toBeAttached({ timeout: 200 })
  }).toPass({ intervals: [50] })
  await expect(page.getByRole('heading', { name: 'Welcome to the Club!' })).toBeVisible()
  await page.clock.runFor(2500)
  await expect(celebration).toBeAttached()
  await page.clock.runFor(600)
  await expect(celebration).toHaveCount(0)
})
