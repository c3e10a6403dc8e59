import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { signUpCreator, signUpUnseen } from './seed.ts'
import { aPerson, joinPlan } from './steps.ts'

test('a member moves to a dearer plan for the exact difference, pauses, resumes, sets a budget and cancels', async ({
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  const ashaPage = await openBrowser()
  const raviPage = await openBrowser()
  const main = raviPage.getByRole('main')
  const checkout = raviPage.frameLocator('iframe[src*="/v1/checkout/"]')

  await test.step('Ravi joins Tipsy', async () => {
    await signUpCreator(ashaPage, asha, mailbox, [
      { name: 'Tipsy', price: '10', description: 'Demos.' },
      { name: 'Drunk', price: '25', description: 'Everything.' },
    ])
    await signUpUnseen(raviPage, ravi, mailbox)
    await joinPlan(raviPage, asha.username, 'Tipsy')
  })

  await test.step('he sees what is ahead: the day, the amount, the total by the month', async () => {
    await raviPage.goto('/subscriptions')
    await expect(main.getByRole('heading', { name: 'Coming up' })).toBeVisible()
    await expect(main.getByRole('table').getByText(': $10 for Asha Rao')).toBeAttached()
    await main.getByRole('button', { name: 'Next month' }).click()
    await expect(main.getByRole('table').getByText(': $10 for Asha Rao')).toBeAttached()
    await expectAccessible(raviPage)
  })

  await test.step('he changes to Drunk, after reading what it costs; a closed window changes nothing', async () => {
    const dialog = raviPage.getByRole('dialog')
    async function ask() {
      await main.getByRole('button', { name: 'More for Asha Rao' }).click()
      await raviPage.getByRole('menuitem', { name: 'Change plan' }).click()
      await dialog.getByRole('radio', { name: /Drunk/ }).check()
      await expect(dialog.getByText('Drunk begins at once.')).toBeVisible()
      await expect(dialog.getByText(/^The unused time you have paid for is worth \$/)).toBeVisible()
    }
    await ask()
    await expectAccessible(raviPage)
    await dialog.getByRole('radio', { name: 'When my period ends' }).check()
    await expect(dialog.getByText(/^Nothing is charged today\. Drunk begins on/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Keep what I have' }).click()
    await expect(main.getByText('Drunk')).toHaveCount(0)

    await ask()
    await dialog.getByRole('button', { name: /^Pay \$1[45](?:\.\d\d)? and change$/ }).click()
    await expect(checkout.getByText('Drunk', { exact: true })).toBeVisible()
    await checkout.getByRole('button', { name: 'Succeeds (Visa, India)' }).click()
    await checkout.getByRole('button', { name: /^Pay / }).click()
    await expect(raviPage.getByText('You are on Drunk now.')).toBeVisible()
    await expect(main.getByRole('listitem').filter({ hasText: 'Drunk' }).first()).toContainText('$25')
    const mail = await mailbox.waitForMail(ravi.email, 'has changed')
    expect(mail.text).toContain('You are now on Drunk')
  })

  await test.step('pausing and resuming take one press each', async () => {
    await main.getByRole('button', { name: 'More for Asha Rao' }).click()
    await raviPage.getByRole('menuitem', { name: 'Pause' }).click()
    await raviPage.getByRole('button', { name: 'Pause membership' }).click()
    await expect(main.getByText(/^Paused\. You keep access until /)).toBeVisible()
    await expectAccessible(raviPage)
    // A pause is no dead end: it can be ended, or left for another plan.
    const paused = main.getByRole('region', { name: 'Paused' })
    await expect(paused.getByRole('button', { name: 'Cancel your membership with Asha Rao' })).toBeVisible()
    await paused.getByRole('button', { name: 'More for Asha Rao' }).click()
    await raviPage.getByRole('menuitem', { name: 'Change plan' }).click()
    const dialog = raviPage.getByRole('dialog')
    await dialog.getByRole('radio', { name: /Tipsy/ }).check()
    await expect(
      dialog.getByText("Your membership is active again, and what you've paid counts."),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Keep what I have' }).click()
    await main.getByRole('button', { name: 'Come back to Asha Rao' }).click()
    await expect(main.getByText(/^Renews on /)).toBeVisible()
  })

  await test.step('a budget is kept on the server', async () => {
    await main.getByRole('button', { name: 'Set a budget' }).click()
    await main.getByLabel('Monthly budget').fill('2.5')
    await main.getByRole('button', { name: 'Set budget' }).click()
    await expect(main.getByText('Please enter a whole number of dollars, from 1 to 100,000.')).toBeVisible()
    await main.getByLabel('Monthly budget').fill('30')
    await main.getByRole('button', { name: 'Set budget' }).click()
    await raviPage.reload()
    await expect(main.getByText('of your budget of $30 a month')).toBeVisible()
  })

  await test.step('he cancels with two presses and reads when his access ends', async () => {
    await main.getByRole('button', { name: 'Cancel your membership with Asha Rao' }).click()
    await expect(raviPage.getByRole('alertdialog')).toContainText(
      /Your Drunk plan ends on \d+ \w+( \d{4})?\./,
    )
    await raviPage.getByRole('button', { name: 'Cancel membership' }).click()
    await expect(main.getByText(/^Ends on /)).toBeVisible()
    await expect(main.getByText('No charges are planned.')).toBeVisible()
    await expectAccessible(raviPage)
  })
})
