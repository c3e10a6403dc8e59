import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { runAsOperator } from './operator.ts'

test('somebody without an account writes to the grievance officer, and reads the answer', async ({
  page,
  mailbox,
  product,
}) => {
  await page.goto('/contact')
  await page.getByRole('main').getByRole('link', { name: 'Write to the grievance officer' }).click()
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Send' }).click()
  await expect(main.getByText('Choose what it is about.')).toBeVisible()
  await expect(main.getByLabel('What is it about?')).toBeFocused()
  await expectAccessible(page)
  await main.getByLabel('What is it about?').selectOption('My personal data')
  await main.getByLabel('Your name').fill('Meera Das')
  await main.getByLabel('Email').fill('meera.das@example.org')
  await main.getByLabel('What happened?').fill('My name stands on a page that I left.')
  await main.getByRole('button', { name: 'Send' }).click()
  await expect(main.getByText(/^We have your grievance \d+$/)).toBeVisible()
  await expectAccessible(page)
  const number = /\d+/.exec(await main.getByText(/^We have your grievance \d+$/).innerText())?.[0] ?? ''
  await runAsOperator(product, 'enforcement', 'answer', number, '--answer', 'It is gone now.')
  await main.getByRole('link', { name: 'See where it stands' }).click()
  await expect(main.getByText('It is gone now.')).toBeVisible()
  await expect(main.getByText('My name stands on a page that I left.')).toBeVisible()
  await expectAccessible(page)
  await mailbox.waitForMail('meera.das@example.org', 'Our answer to your grievance')
})
