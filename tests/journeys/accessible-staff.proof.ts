import { expect, test } from './journey.ts'
import { expectSound } from './sound.ts'
import { signUpCreator, signUpUnseen } from './seed.ts'
import { joinStaff } from './staff-steps.ts'
import { aPerson, joinPlan } from './steps.ts'

test.slow()

/** Browsers write every refused call into the console: without a second factor the staff are refused. */
const REFUSED = /Failed to load resource: the server responded with a status of 403/

test('every place of the console can be used without barriers, on phones and on desks', async ({
  openBrowser,
  mailbox,
  product,
  allowError,
}) => {
  allowError(REFUSED)
  const [asha, ravi, dev] = [aPerson('Asha Rao'), aPerson('Ravi Menon'), aPerson('Dev Kapoor')]
  const [ashaPage, raviPage, page] = [await openBrowser(), await openBrowser(), await openBrowser()]
  await signUpCreator(ashaPage, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])
  await signUpUnseen(raviPage, ravi, mailbox)
  await joinPlan(raviPage, asha.username, 'Tipsy')
  await joinStaff(page, dev, 'operator', { mailbox, product })

  const places = [
    ['/staff', 'To do'],
    ['/staff/approvals', 'Approvals'],
    ['/staff/cases', 'Cases'],
    ['/staff/grievances', 'Grievances'],
    ['/staff/people', 'People'],
    ['/staff/passes', 'Support pass'],
    ['/staff/creators', 'Pages'],
    ['/staff/payments', 'Payments'],
    ['/staff/refunds', 'Refunds'],
    ['/staff/payouts', 'Payouts'],
    ['/staff/disputes', 'Disputes'],
    ['/staff/money', 'Ledger checks'],
    ['/staff/jobs', 'Jobs'],
    ['/staff/events', 'Webhooks'],
    ['/staff/errors', 'Errors'],
    ['/staff/settings', 'Settings'],
    ['/staff/roles', 'Staff'],
    ['/staff/audit', 'Audit log'],
  ] as const
  for (const [address, heading] of places)
    await test.step(address, async () => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expectSound(page)
    })

  for (const [list, name] of [
    ['/staff/people', 'Ravi Menon'],
    ['/staff/creators', 'Asha Rao'],
    ['/staff/payments', 'Ravi Menon'],
  ] as const)
    await test.step(`${list}: ${name}`, async () => {
      await page.goto(list)
      await page.getByRole('main').getByRole('link', { name }).first().click()
      await expect(page.getByRole('main').getByRole('link', { name: /^(?:All|Back)/ })).toBeVisible()
      await expectSound(page)
    })
})
