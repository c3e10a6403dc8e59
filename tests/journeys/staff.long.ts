import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { passDays } from './operator.ts'
import { call, signUpCreator, signUpUnseen } from './seed.ts'
import { confirm, joinStaff } from './staff-steps.ts'
import { aPerson, joinPlan } from './steps.ts'

// Up to five people, each with a passkey or many pages.
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
    await expect(raviPage.getByRole('heading', { name: 'We can’t find that page' })).toBeVisible()
    await expectAccessible(raviPage)
  })

  await test.step('Sam gets in with a passkey, and sees only what support has', async () => {
    await joinStaff(samPage, sam, 'support', { mailbox, product })
    await samPage.goto('/staff')
    await expect(samPage.getByRole('heading', { name: 'To do' })).toBeVisible()
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
    await expect(samPage.getByText('It renews every month until it is cancelled.')).toBeVisible()
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

test('a payout on hold is released by two people', async ({
  openBrowser,
  mailbox,
  product,
  allowError,
  request,
}) => {
  allowError(REFUSED)
  const [asha, ravi] = [aPerson('Asha Rao'), aPerson('Ravi Menon')]
  const [mina, fay, dev] = [aPerson('Mina Das'), aPerson('Fay Finance'), aPerson('Dev Kapoor')]
  const [ashaPage, raviPage] = [await openBrowser(), await openBrowser()]
  await signUpCreator(ashaPage, asha, mailbox, [{ name: 'Drunk', price: '90', description: 'All of it.' }])
  await signUpUnseen(raviPage, ravi, mailbox)
  await joinPlan(raviPage, asha.username, 'Drunk')
  await passDays(request, 9)
  await call(ashaPage, 'POST', '/auth/prove', { data: { currentPassword: asha.password } })
  const bank = {
    method: 'bank',
    holder: 'Asha Rao',
    accountNumber: '50100123456789',
    ifsc: 'HDFC0001234',
    currentPassword: asha.password,
  }
  await call(ashaPage, 'PUT', '/payout/details', { data: bank })
  await call(ashaPage, 'POST', '/payout/request', { data: { currency: 'USD' } })

  const [minaPage, fayPage, devPage] = [await openBrowser(), await openBrowser(), await openBrowser()]
  await joinStaff(minaPage, mina, 'moderator', { mailbox, product })
  await joinStaff(fayPage, fay, 'finance', { mailbox, product })
  await joinStaff(devPage, dev, 'operator', { mailbox, product })

  await test.step('Mina holds it, and Asha reads why and until when', async () => {
    await minaPage.goto('/staff/payouts')
    await minaPage
      .getByRole('listitem')
      .filter({ hasText: '$81' })
      .getByRole('button', { name: 'Hold…' })
      .click()
    await minaPage.getByLabel('Days').fill('3')
    await minaPage.getByLabel('Reason').fill('A supporter says they never joined')
    await expectAccessible(minaPage)
    await confirm(minaPage, 'Hold payout')
    await expect(minaPage.getByText(/^Held by Mina Das until/)).toBeVisible()
    await expectAccessible(minaPage)
    const mail = await mailbox.waitForMail(asha.email, 'Your payout of $81 is on hold')
    expect(mail.text).toContain('A supporter says they never joined')
  })

  await test.step('Fay asks for its release, and can’t decide on that herself', async () => {
    await fayPage.goto('/staff/payouts?queue=held')
    await fayPage.getByRole('button', { name: 'Ask for release…' }).click()
    await fayPage.getByLabel('Reason').fill('The bank says it was them')
    await confirm(fayPage, 'Ask for release')
    await expect(fayPage.getByText('Release waits for a second person')).toBeVisible()
    await fayPage.goto('/staff/approvals')
    await expect(fayPage.getByText('You asked for this.')).toBeVisible()
    await expect(fayPage.getByRole('button', { name: 'Approve…' })).toHaveCount(0)
    await expectAccessible(fayPage)
  })

  await test.step('Dev is mailed, and agrees; the payout is no longer held', async () => {
    await mailbox.waitForMail(dev.email, 'A second person is needed: Release of a payout of $81 to Asha Rao')
    await devPage.goto('/staff')
    await devPage
      .getByRole('main')
      .getByRole('link', { name: /Approvals for you/ })
      .click()
    await devPage.getByRole('button', { name: 'Approve…' }).click()
    await devPage.getByLabel('Reason').fill('I called the bank, too')
    await expectAccessible(devPage)
    await confirm(devPage, 'Approve')
    await expect(devPage.getByText('Nothing is waiting for a second person')).toBeVisible()
    await mailbox.waitForMail(asha.email, 'Your payout of $81 is on its way again')
    await devPage.goto('/staff/payouts')
    await expect(devPage.getByText(/^Held by/)).toHaveCount(0)
    await expect(devPage.getByText('New payout details')).toBeVisible()
    await devPage.goto('/staff/audit')
    await expect(devPage.getByText('Dev Kapoor: approved the release of a payout')).toBeVisible()
    await expect(devPage.getByText('Fay Finance: asked for the release of a payout')).toBeVisible()
    await expect(devPage.getByText('Mina Das: held a payout')).toBeVisible()
    await expectAccessible(devPage)
  })
})
