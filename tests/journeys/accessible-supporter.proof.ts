import { expectAccessible } from './accessibility.ts'
import { AFTER_JOINING, MEMBERS } from './accessible-screens.ts'
import { expect, test } from './journey.ts'
import { Looks } from './looks.ts'
import { signUp, signUpCreator } from './seed.ts'
import { aPerson, payWithCard, pressJoin } from './steps.ts'

test('a supporter meets no barrier, from joining to the receipt and what the creator reads of it', async ({
  page: asha,
  openBrowser,
  mailbox,
  allowError,
}) => {
  allowError(/status of 404.*00000000-0000-7000/)
  const looks = new Looks()
  const creator = aPerson('Asha Rao')
  const handle = creator.username
  await signUpCreator(asha, creator, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])
  const ravi = await openBrowser()
  await signUp(ravi, aPerson('Ravi Menon'), mailbox)

  await test.step('the account menu', async () => {
    await ravi.getByRole('button', { name: /Ravi Menon.*Member/ }).click()
    await expect(ravi.getByRole('menu')).toBeVisible()
    await expectAccessible(ravi)
    await ravi.keyboard.press('Escape')
  })
  await test.step('joining, from the dialog to the welcome', async () => {
    await ravi.goto(`/${handle}`)
    await pressJoin(ravi, 'Tipsy')
    await expect(ravi.locator('dialog[open]')).toBeVisible()
    await looks.here(ravi)
    await payWithCard(ravi, 'Succeeds (Visa, India)')
    await ravi.waitForURL('**/payment-success/**')
    await expect(ravi.getByRole('heading', { name: 'Welcome to the Club!' })).toBeVisible()
    await looks.here(ravi)
  })
  for (const address of [...MEMBERS, `/${handle}`]) await looks.at(ravi, address)
  await test.step('a receipt', async () => {
    await ravi.goto('/settings?tab=billing')
    const receipt = await ravi
      .getByRole('link', { name: /receipt/i })
      .first()
      .getAttribute('href')
    await looks.at(ravi, receipt ?? '')
  })
  await test.step('a statement', async () => {
    await looks.at(asha, '/payout')
    const statement = await asha.locator('a[href^="/payout/statements/"]').first().getAttribute('href')
    await looks.at(asha, statement ?? '')
  })
  await looks.at(asha, '/payout/payments')
  looks.expectAll([...MEMBERS, ...AFTER_JOINING])
})
