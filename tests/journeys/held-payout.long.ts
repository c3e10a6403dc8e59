import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { passDays } from './operator.ts'
import { call, signUpCreator, signUpUnseen } from './seed.ts'
import { confirm, joinStaff } from './staff-steps.ts'
import { aPerson, joinPlan } from './steps.ts'

// Five people, three of them with a passkey.
test.slow()

/** Browsers write every refused call into the console; these are meant to be refused, or ask for a proof. */
const REFUSED = /Failed to load resource: the server responded with a status of 403/

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
      .filter({ hasText: '$81.00' })
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
    await expect(devPage.getByText('Nothing waits for a second person')).toBeVisible()
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
