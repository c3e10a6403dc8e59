import { expect, test } from './journey.ts'
import { Looks } from './looks.ts'
import { signUpCreator, signUpUnseen } from './seed.ts'
import { aPerson, joinPlan, longText, publishPost, readOn } from './steps.ts'

test('prices, plans and budgets can be decided without barriers', async ({ openBrowser, mailbox }) => {
  const looks = new Looks()
  const creator = aPerson('Asha Rao')
  const asha = await openBrowser()
  const ravi = await openBrowser()
  const main = ravi.getByRole('main')
  await signUpCreator(asha, creator, mailbox, [
    { name: 'Tipsy', price: '10', description: 'Demos.' },
    { name: 'Drunk', price: '25', description: 'Everything.' },
  ])
  await signUpUnseen(ravi, aPerson('Ravi Menon'), mailbox)
  await joinPlan(ravi, creator.username, 'Tipsy')

  await test.step('the creator asks her members for a new price', async () => {
    await asha.getByRole('button', { name: /^Edit.*Tipsy/ }).click()
    const editor = asha.getByRole('form', { name: 'Edit Tipsy' })
    await editor.getByLabel('Price').fill('12')
    await editor.getByLabel('Current members').selectOption({ index: 1 })
    await looks.here(asha)
    await editor.getByRole('button', { name: 'Save plan' }).click()
    await expect(asha.getByText('Your changes are saved.')).toBeVisible()
    await expect(editor).toBeHidden()
  })

  await test.step('the member accepts or leaves, changes, pauses, and sets a budget', async () => {
    await ravi.goto('/subscriptions')
    await expect(main.getByText(/^Asha Rao is asking \$12\/month for Tipsy/)).toBeVisible()
    await looks.here(ravi)
    await looks.atDialog(ravi, async () => {
      await main.getByRole('button', { name: 'Leave your membership with Asha Rao' }).click()
      await expect(ravi.getByRole('alertdialog')).toContainText('Your Tipsy plan ends on ')
    })
    const fromMenu = (name: string) => async () => {
      await main.getByRole('button', { name: 'More for Asha Rao' }).click()
      await ravi.getByRole('menuitem', { name }).click()
    }
    await looks.atDialog(ravi, async () => {
      await fromMenu('Change plan')()
      await ravi.getByRole('radio', { name: /Drunk/ }).check()
      await expect(ravi.getByText('Charged today')).toBeVisible()
    })
    await looks.atDialog(ravi, fromMenu('Pause'))
    await main.getByRole('button', { name: 'Set a budget' }).click()
    await main.getByLabel('Monthly budget').fill('nothing')
    await main.getByRole('button', { name: 'Set budget' }).click()
    await looks.here(ravi)
  })
})

test('refunds and payouts work without barriers', async ({ openBrowser, mailbox }) => {
  const looks = new Looks()
  const creator = aPerson('Asha Rao')
  const song = 'The take nobody else has heard.'
  const asha = await openBrowser()
  const ravi = await openBrowser()
  await signUpCreator(asha, creator, mailbox, [{ name: 'Tipsy', price: '10', description: 'Demos.' }])
  await publishPost(asha, { text: longText(song), visibility: 'Tipsy - $10/month supporters' })
  await signUpUnseen(ravi, aPerson('Ravi Menon'), mailbox)
  await joinPlan(ravi, creator.username, 'Tipsy')
  await ravi.goto(`/${creator.username}`)
  await expect(ravi.getByText(song)).toBeVisible()
  await readOn(ravi)

  await test.step('the supporter asks for the money back, and sees the request', async () => {
    await ravi.goto('/settings?tab=billing')
    const ask = () => ravi.getByRole('button', { name: /^Ask for a refund/ }).click()
    await looks.atDialog(ravi, ask)
    await ask()
    const dialog = ravi.getByRole('dialog')
    await dialog.getByLabel('Why do you want it back?').fill('I listen to something else now.')
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect(ravi.getByText('Refund requested')).toBeVisible()
    await looks.here(ravi)
  })

  await test.step('the creator reads it, refunds or declines, and enters her payout account', async () => {
    await asha.goto('/payout')
    const asked = asha.getByRole('region', { name: 'Refund requests' })
    await expect(asked).toContainText('I listen to something else now.')
    await looks.here(asha)
    await looks.atDialog(asha, () => asked.getByRole('button', { name: 'Refund Ravi Menon' }).click())
    await looks.atDialog(asha, () => asked.getByRole('button', { name: /^Decline/ }).click())
    const addDetails = () => asha.getByRole('button', { name: 'Add payout details' }).click()
    await looks.atDialog(asha, addDetails)
    await addDetails()
    await asha.getByRole('dialog').getByRole('button', { name: 'Save details' }).click()
    await looks.here(asha)
  })
})
