import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'

import { formatExactCents } from '#contract/money.ts'
import { readPdfText } from '#server/testing/pdf-text.ts'

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { passDays, runAsOperator } from './operator.ts'
import { signUpCreator, signUpUnseen } from './seed.ts'
import { aPerson, joinPlan, logIn, longText, publishPost, readOn, type Person } from './steps.ts'

const SONG = 'The take nobody else has heard.'

/** "$1,234.5" in cents. */
function centsOf(text: string | null): number {
  const [, sign = '', amount = ''] = /([-−]?)\$([\d,]+(?:\.\d+)?)/.exec(text ?? '') ?? []
  return Math.round(Number(amount.replaceAll(',', '')) * 100) * (sign === '' ? 1 : -1)
}

/** After months away, a user is asked to log in again. */
async function returnTo(page: Page, address: string, person: Person): Promise<void> {
  await page.goto(address)
  await page.waitForURL('**/login**')
  await logIn(page, person)
  await page.goto(address)
}

async function download(page: Page, button: Locator): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return readFile(await file.path())
}

test('a year: joined, upgraded, failed, recovered, cancelled, refunded, paid out and stated, to the cent', async ({
  browser,
  product,
  openBrowser,
  mailbox,
  request,
  allowError,
}, testInfo) => {
  // Half a year without a visit ends the session.
  allowError(/status of 401 /)
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  const ashaPage = await openBrowser()
  const page = await openBrowser()
  const main = page.getByRole('main')
  const creatorMain = ashaPage.getByRole('main')
  const checkout = page.frameLocator('iframe[src*="/v1/checkout/"]')
  const row = main.getByRole('listitem').filter({ hasText: 'Asha Rao' }).first()
  // Not `openBrowser`: the sandbox's pages have no script to wait for.
  const sandbox = await (await browser.newContext()).newPage()
  let upgradeCents = 0
  let balanceCents = 0

  await test.step('the provider sends everything twice and out of order, all year long', async () => {
    await sandbox.goto(product.sandboxUrl)
    await sandbox.getByRole('button', { name: 'Switch on: Duplicate webhooks' }).click()
    await sandbox.getByRole('button', { name: 'Switch on: Reorder webhooks' }).click()
    await expect(sandbox.getByText('2 of 6 are on.')).toBeVisible()
    await expectAccessible(sandbox)
  })

  await test.step('Ravi joins Tipsy yearly', async () => {
    await signUpCreator(ashaPage, asha, mailbox, [
      { name: 'Tipsy', price: '10', description: 'Demos.' },
      { name: 'Drunk', price: '25', description: 'Everything.' },
    ])
    await publishPost(ashaPage, { text: longText(SONG), visibility: 'Tipsy - $10/month supporters' })
    await signUpUnseen(page, ravi, mailbox)
    await joinPlan(page, asha.username, 'Tipsy', { isYearly: true })
    await page.goto('/subscriptions')
    await expect(row).toContainText('$108')
    await expect(row.getByText(/^Renews on /)).toBeVisible()
  })

  await test.step('after half a year he moves to Drunk for exactly the amount shown', async () => {
    await passDays(request, 182)
    await returnTo(page, '/subscriptions', ravi)
    const renewal = await row.getByText(/^Renews on /).textContent()
    await main.getByRole('button', { name: 'More for Asha Rao' }).click()
    await page.getByRole('menuitem', { name: 'Change plan' }).click()
    await page.getByRole('dialog').getByRole('radio', { name: /Drunk/ }).check()
    const pay = page.getByRole('dialog').getByRole('button', { name: /^Pay \$[\d.]+ and change$/ })
    upgradeCents = centsOf(await pay.textContent())
    // Half of the year is left on both the $270 and the $108.
    expect(upgradeCents).toBeGreaterThan(7500)
    expect(upgradeCents).toBeLessThan(8700)
    await pay.click()
    await checkout.getByRole('button', { name: 'Succeeds now, fails at renewal' }).click()
    await checkout.getByRole('button', { name: /^Pay / }).click()
    await expect(page.getByText('You are on Drunk now.')).toBeVisible()
    await expect(row).toContainText('$270')
    await expect(row.getByText(renewal ?? '')).toBeVisible()
    await page.goto('/settings?tab=billing')
    const payments = main.getByRole('listitem')
    await expect(payments).toHaveCount(2)
    expect(centsOf(await payments.first().textContent())).toBe(upgradeCents)
  })

  await test.step('the renewal fails; during the grace period he reads that, and can still play the song', async () => {
    await passDays(request, 154)
    await sandbox.getByRole('button', { name: '+31 days' }).click()
    await returnTo(page, '/subscriptions', ravi)
    await expect(row.getByText(/^Payment failed\. You keep access until \d+ \w+( \d{4})?$/)).toBeVisible()
    await expect(main.getByText(/^\$270 for Asha Rao could not be charged\. You have until /)).toBeVisible()
    await expectAccessible(page)
    await mailbox.waitForMail(ravi.email, 'We could not renew')
    await page.goto(`/${asha.username}`)
    await expect(page.getByText(SONG)).toBeVisible()
  })

  await test.step('another card pays at once, and the year continues', async () => {
    await page.goto('/subscriptions')
    await row.getByRole('button', { name: /^Use another card/ }).click()
    await checkout.getByRole('button', { name: 'Succeeds (Visa, India)' }).click()
    await checkout.getByRole('button', { name: /^(?:Pay|Save) / }).click()
    await expect(row.getByText(/^Renews on /)).toBeVisible()
    await page.goto('/settings?tab=billing')
    await expect(main.getByRole('listitem').first()).toContainText('$270')
    // Posts he opens from now on count as use of his payment.
    await page.goto(`/${asha.username}`)
    await expect(page.getByText(SONG)).toBeVisible()
    await readOn(page)
    // Written within a second; a journey on an idle machine gets to the refund before that.
    await page.waitForTimeout(1500)
  })

  await test.step('he cancels, and reads the day it ends', async () => {
    await page.goto('/subscriptions')
    await main.getByRole('button', { name: 'Cancel your membership with Asha Rao' }).click()
    await expect(page.getByRole('alertdialog')).toContainText(/Your Drunk plan ends on \d+ \w+( \d{4})?\./)
    await page.getByRole('button', { name: 'Cancel membership' }).click()
    await expect(row.getByText(/^Ends on /)).toBeVisible()
    await expect(main.getByText('No charges are planned.')).toBeVisible()
  })

  await test.step('he requests a refund for the year, with a reason', async () => {
    await page.goto('/settings?tab=billing')
    await main.getByRole('button', { name: /^Ask for a refund/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Why do you want it back?').fill('I move to where there is no network.')
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByText('Your request is with the creator.').first()).toBeVisible()
    await expect(main.getByText('Refund requested')).toBeVisible()
  })

  await test.step('Asha reads it and refunds him; the membership is over', async () => {
    await returnTo(ashaPage, '/payout', asha)
    const asked = creatorMain.getByRole('region', { name: 'Refund requests' })
    await expect(asked).toContainText('I move to where there is no network.')
    await expect(asked).toContainText('Opened 1 of 1 members-only post')
    await asked.getByRole('button', { name: 'Refund Ravi Menon' }).click()
    await ashaPage.getByRole('dialog').getByRole('button', { name: 'Refund $270' }).click()
    await expect(ashaPage.getByText('The refund is on its way to your supporter.')).toBeVisible()
    await expect(asked).toHaveCount(0)
    await expect(async () => {
      await page.goto('/subscriptions')
      await expect(main.getByText("You aren't supporting anyone yet")).toBeVisible({ timeout: 2000 })
    }).toPass()
    await page.goto(`/${asha.username}`)
    await expect(page.getByText(SONG)).toHaveCount(0)
  })

  await test.step('her balance is nine tenths of the money kept, and every payment explains itself', async () => {
    balanceCents = 9720 + upgradeCents - Math.round(upgradeCents / 10)
    const balance = creatorMain.getByRole('region', { name: 'Your balance' })
    await expect.poll(async () => centsOf(await balance.textContent())).toBe(balanceCents)
    // Loaded while the refund was still on its way.
    await ashaPage.reload()
    const payment = creatorMain.getByRole('listitem').filter({ hasText: '+$270' })
    await payment.locator('summary').click()
    const steps = await payment.locator('dl dd').allTextContents()
    const [paid = 0, ...rest] = steps.map(centsOf)
    expect(paid).toBe(27_000)
    expect(paid + rest.slice(0, -1).reduce((sum, cents) => sum + cents, 0)).toBe(rest.at(-1))
    await expect(payment.getByText('$270 refunded')).toBeVisible()
  })

  await test.step('she enters her payout account; a new one is on hold for five days', async () => {
    const dialog = ashaPage.getByRole('dialog')
    async function save(fields: Readonly<Record<string, string>>) {
      await dialog.getByLabel('Name of the account holder').fill('Asha Rao')
      for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text)
      await dialog.getByLabel('Your password', { exact: true }).fill(asha.password)
      await dialog.getByRole('button', { name: 'Save details' }).click()
      await expect(dialog).toBeHidden()
    }
    await creatorMain.getByRole('button', { name: 'Add payout details' }).click()
    await dialog.getByLabel('How', { exact: true }).selectOption({ label: 'UPI' })
    await save({ 'UPI ID': 'asha@okbank' })
    await expect(creatorMain.getByText(/^UPI, /)).toBeVisible()
    await creatorMain.getByRole('button', { name: 'Change where you are paid' }).click()
    await dialog.getByLabel('How', { exact: true }).selectOption({ label: 'Bank account in India' })
    await save({ 'Account number': '123456789012', 'IFSC code': 'HDFC0001234' })
    await expect(
      creatorMain.getByText(/^New details: to keep you safe, nothing is sent here before \d/),
    ).toBeVisible()
  })

  await test.step('she requests a payout, and after the five days it goes into the bank file', async () => {
    await creatorMain.getByRole('button', { name: /^Request \$/ }).click()
    await ashaPage.getByRole('alertdialog').getByRole('button', { name: 'Request payout' }).click()
    await expect(creatorMain.getByText('Requested', { exact: true })).toBeVisible()
    expect(await runAsOperator(product, 'payouts', 'export')).not.toContain('Asha Rao')
    await passDays(request, 6)
    await showsPayout('Approved')
    const line = (await runAsOperator(product, 'payouts', 'export'))
      .split(/\r?\n/)
      .find((each) => each.includes('Asha'))
    const [payoutId = '', amount] = line?.split(',') ?? []
    expect(amount).toBe((balanceCents / 100).toFixed(2))
    await showsPayout('Sent to the bank')
    const results = testInfo.outputPath('results.csv')
    await mkdir(path.dirname(results), { recursive: true })
    await writeFile(results, `payout_id,status,bank_reference,reason\n${payoutId},paid,UTR000042,\n`)
    expect(await runAsOperator(product, 'payouts', 'import', results)).toContain('1 applied, 0 skipped')
    await showsPayout('Paid')
    await expect(creatorMain.getByText('UTR000042')).toBeVisible()
    await expect(creatorMain.getByRole('region', { name: 'Your balance' })).toContainText('$0')
  })

  async function showsPayout(state: string) {
    await expect(async () => {
      await ashaPage.goto('/payout')
      await expect(creatorMain.getByText(state, { exact: true })).toBeVisible({ timeout: 2000 })
    }).toPass()
  }

  await test.step('the month’s statement is the same as page, CSV and PDF', async () => {
    await creatorMain.locator('a[href^="/payout/statements/"]').first().click()
    await expect(creatorMain.getByRole('heading', { name: /^Statement, / })).toBeVisible()
    await expectAccessible(ashaPage)
    const totals = (await creatorMain.locator('dl').first().locator('dd').allTextContents()).map(centsOf)
    const [opening = 0, gross = 0, fee = 0, paidOut = 0, closing] = totals
    expect(opening + gross + fee + paidOut).toBe(closing)
    expect(closing).toBe(0)
    expect(paidOut).toBe(-balanceCents)

    const csv = await download(ashaPage, creatorMain.getByRole('button', { name: 'CSV' }))
    const lines = csv
      .toString('utf8')
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(','))
    const net = (kind: string) => Math.round(Number(lines.find((line) => line[1] === kind)?.[5]) * 100)
    expect(net('Opening balance')).toBe(opening)
    expect(net('Payout')).toBe(paidOut)
    expect(net('Closing balance')).toBe(closing)
    const moved = lines.filter((line) => line[1] !== undefined && !line[1].endsWith('balance'))
    expect(opening + moved.reduce((sum, line) => sum + Math.round(Number(line[5]) * 100), 0)).toBe(closing)

    const pdf = readPdfText(await download(ashaPage, creatorMain.getByRole('button', { name: 'PDF' })))
    for (const cents of totals) expect(pdf).toContain(`${formatExactCents(cents, 'USD')} USD`)
    expect(pdf).toContain('Asha Rao')
  })

  await test.step('the books balance, and the provider is calm again', async () => {
    expect(await runAsOperator(product, 'audit')).toContain('The books are proved.')
    await sandbox.getByRole('button', { name: 'Switch all off' }).click()
    await expect(sandbox.getByText('Everything arrives as it should.')).toBeVisible()
    await sandbox.context().close()
  })
})
