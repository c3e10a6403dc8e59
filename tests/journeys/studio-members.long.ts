import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { productTime } from './operator.ts'
import { signUpCreator, signUpUnseen } from './seed.ts'
import { aPerson, joinPlan } from './steps.ts'

// Each takes several people through many pages.
test.slow()

test('a creator sees a new member, finds, exports and removes them with a refund; another says why they leave', async ({
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  const mira = aPerson('Mira Sen')
  const ashaPage = await openBrowser()
  const raviPage = await openBrowser()
  const miraPage = await openBrowser()
  const main = ashaPage.getByRole('main')
  // Ranges end today, by the clock of whoever looks.
  await ashaPage.clock.setSystemTime(await productTime(ashaPage.request))

  await test.step('before anyone has joined, Asha reads what will be here', async () => {
    await signUpCreator(ashaPage, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])
    await ashaPage.goto('/studio/members')
    await expect(main.getByText('No members yet')).toBeVisible()
    await ashaPage.getByRole('link', { name: 'Insights' }).click()
    await expect(main.getByText('Your figures begin with your first member')).toBeVisible()
    await expectAccessible(ashaPage)
  })

  await test.step('Ravi and Mira join; Mira shares her address', async () => {
    await signUpUnseen(raviPage, ravi, mailbox)
    await joinPlan(raviPage, asha.username, 'Tipsy')
    await signUpUnseen(miraPage, mira, mailbox)
    await joinPlan(miraPage, asha.username, 'Tipsy')
    await miraPage.goto('/subscriptions')
    await miraPage.getByRole('button', { name: /^More/ }).click()
    await miraPage.getByRole('menuitem', { name: 'What this creator can see' }).click()
    await miraPage.getByLabel('My email address').check()
    await miraPage.getByRole('button', { name: 'Save' }).click()
    await expect(miraPage.getByText('Saved. You can change this at any time.')).toBeVisible()
  })

  await test.step('Asha finds them by name, and exports the address that is shared alone', async () => {
    await ashaPage.goto('/studio/members')
    await expect(main.getByRole('tab', { name: 'Active 2' })).toBeVisible()
    await main.getByRole('searchbox').fill('mira')
    await expect(main.getByRole('button', { name: /^Ravi Menon/ })).toHaveCount(0)
    await main.getByRole('searchbox').fill('')
    await expect(main.getByRole('button', { name: /^Ravi Menon/ })).toBeVisible()
    await expectAccessible(ashaPage)
    const [file] = await Promise.all([
      ashaPage.waitForEvent('download'),
      main.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^cheers-members-.*\.csv$/)
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk))
    const csv = Buffer.concat(chunks).toString()
    expect(csv).toContain(mira.email)
    expect(csv).not.toContain(ravi.email)
  })

  await test.step('Mira cancels and says why', async () => {
    await miraPage.reload()
    await miraPage.getByRole('button', { name: /^Cancel/ }).click()
    const dialog = miraPage.getByRole('alertdialog')
    await dialog.getByLabel('Why are you leaving?').selectOption({ label: 'I have no time for it' })
    await dialog.getByRole('button', { name: 'Cancel membership' }).click()
    await expect(miraPage.getByText(/is cancelled/)).toBeVisible()
  })

  await test.step('Asha removes Ravi and gives the payment back', async () => {
    await ashaPage.reload()
    await expect(main.getByRole('tab', { name: 'Ending 1' })).toBeVisible()
    await main.getByRole('button', { name: /^Ravi Menon/ }).click()
    const panel = ashaPage.getByRole('dialog', { name: 'Ravi Menon' })
    await expect(panel.getByText('Not shared').first()).toBeVisible()
    await expectAccessible(ashaPage)
    await panel.getByRole('button', { name: 'End and refund the last payment' }).click()
    const question = ashaPage.getByRole('alertdialog')
    await expect(question).toContainText('$9.99 goes back to them out of your balance.')
    await question.getByRole('button', { name: 'End and refund $9.99' }).click()
    // It ends at the provider first, and is refunded there.
    await expect(ashaPage.getByText('the refund is on its way')).toBeVisible({ timeout: 60_000 })
    await expect(panel).toBeHidden()
  })

  await test.step('her insights have an income, and its rows', async () => {
    await ashaPage.goto('/studio/insights')
    await expect(async () => {
      await ashaPage.reload()
      await expect(main.getByRole('heading', { name: 'Monthly income' })).toBeVisible({ timeout: 5000 })
    }).toPass({ timeout: 150_000 })
    await expect(main.getByRole('heading', { name: 'What changed' })).toBeVisible()
    await main.getByRole('button', { name: 'Show table' }).click()
    await expect(main.getByRole('table', { name: /Changes of monthly income/ })).toBeVisible()
    await expect(main.getByRole('link', { name: /Mira Sen/ })).toBeVisible()
    await expectAccessible(ashaPage)
  })
})
