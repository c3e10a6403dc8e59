import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { signUpCreator, signUpUnseen } from './seed.ts'
import { confirm, joinStaff } from './staff-steps.ts'
import { aPerson, joinPlan } from './steps.ts'

// Three people look at many pages.
test.slow()

/** Browsers write every refused call into the console; these are meant to be refused, or ask for a proof. */
const REFUSED = /Failed to load resource: the server responded with a status of 403/

test('support answers “why was I charged?” in two clicks, and nobody else finds the console', async ({
  openBrowser,
  mailbox,
  product,
  allowError,
}) => {
  allowError(REFUSED)
  const [asha, ravi, sam] = [aPerson('Asha Rao'), aPerson('Ravi Menon'), aPerson('Sam Support')]
  const [ashaPage, raviPage, samPage] = [await openBrowser(), await openBrowser(), await openBrowser()]
  await signUpCreator(ashaPage, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])
  await signUpUnseen(raviPage, ravi, mailbox)
  await joinPlan(raviPage, asha.username, 'Tipsy')

  await test.step('Ravi finds at /staff what he finds at any other address without a page', async () => {
    await raviPage.goto('/staff')
    await expect(raviPage.getByRole('heading', { name: 'This page is not here' })).toBeVisible()
    await expectAccessible(raviPage)
  })

  await test.step('Sam gets in with a passkey, and sees only what support has', async () => {
    await joinStaff(samPage, sam, 'support', { mailbox, product })
    await samPage.goto('/staff')
    await expect(samPage.getByRole('heading', { name: 'What is due' })).toBeVisible()
    const places = samPage.getByRole('navigation', { name: 'Places of the console' })
    await expect(places.getByRole('link')).toHaveText([
      'Overview',
      'Approvals',
      'People',
      'Support pass',
      'Pages',
      'Payments',
      'Refunds',
      'Audit log',
    ])
    await expectAccessible(samPage)
  })

  await test.step('from the search it is two clicks to the answer', async () => {
    await samPage.goto('/staff/people')
    await samPage.getByRole('searchbox', { name: 'Find a person' }).fill(ravi.email)
    const found = samPage.getByRole('main').getByRole('link', { name: 'Ravi Menon' })
    await expect(found).toHaveCount(1)
    await found.click()
    await expect(samPage.getByRole('heading', { level: 1, name: 'Ravi Menon' })).toBeVisible()
    await expect(samPage.getByText(ravi.email)).toHaveCount(0)
    await expectAccessible(samPage)
    await samPage
      .locator('section')
      .filter({ has: samPage.getByRole('heading', { name: 'Payments' }) })
      .getByRole('link', { name: 'Tipsy by Asha Rao' })
      .click()
    await expect(samPage.getByText(/^Ravi Menon joined Tipsy by Asha Rao on/)).toBeVisible()
    await expect(samPage.getByText('It renews every month until it is canceled.')).toBeVisible()
    await expect(samPage.locator('dl').first()).toContainText('Charged$9.99')
    await expectAccessible(samPage)
  })

  await test.step('Sam gives it back, and finds that in the audit log', async () => {
    await samPage.getByRole('button', { name: 'Refund…' }).click()
    await samPage.getByLabel('Reason').fill('Charged after they had left')
    await expectAccessible(samPage)
    await confirm(samPage, 'Refund')
    await expect(samPage.getByText('The refund is on its way.')).toBeVisible()
    await samPage.goto('/staff/audit')
    await expect(samPage.getByText('Charged after they had left')).toBeVisible()
    await expect(samPage.getByText('Sealed').first()).toBeVisible()
    await expectAccessible(samPage)
  })
})
