import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { signUpCreator, signUpUnseen } from './seed.ts'
import { confirm, joinStaff } from './staff-steps.ts'
import { aPerson, joinPlan, logIn } from './steps.ts'

// Five people, two of them with a passkey.
test.slow()

test('a page is reported, its creator suspended with reasons, and somebody else takes it back on appeal', async ({
  page: ashaPage,
  openBrowser,
  mailbox,
  product,
  allowError,
}) => {
  // The console before there is a second factor, and what belongs to somebody suspended.
  allowError(/Failed to load resource: the server responded with a status of 40[134]/)
  const [asha, ravi, meera] = [aPerson('Asha Rao'), aPerson('Ravi Menon'), aPerson('Meera Das')]
  const [mina, dev] = [aPerson('Mina Sen'), aPerson('Dev Kapoor')]
  const [raviPage, meeraPage] = [await openBrowser(), await openBrowser()]
  const [minaPage, devPage] = [await openBrowser(), await openBrowser()]
  await signUpCreator(ashaPage, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])
  await signUpUnseen(raviPage, ravi, mailbox)
  await joinPlan(raviPage, asha.username, 'Tipsy')
  await signUpUnseen(meeraPage, meera, mailbox)
  await joinStaff(minaPage, mina, 'moderator', { mailbox, product })
  await joinStaff(devPage, dev, 'moderator', { mailbox, product })

  let number = ''
  await test.step('Meera reports the page', async () => {
    await meeraPage.goto(`/${asha.username}`)
    await meeraPage.getByRole('button', { name: 'More about this page' }).click()
    await meeraPage.getByRole('menuitem', { name: 'Report…' }).click()
    const dialog = meeraPage.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Pretending to be somebody else' }).check()
    await dialog.getByLabel('Anything we should know?').fill('The real Asha Rao plays the veena.')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText('Thank you for telling us')).toBeVisible()
  })

  await test.step('Mina finds it in her queue, and suspends the account', async () => {
    await minaPage.goto('/staff/cases')
    await minaPage
      .getByRole('listitem')
      .filter({ hasText: 'Page of Asha Rao' })
      .getByRole('link', { name: 'Pretending to be somebody else' })
      .click()
    await expect(minaPage.getByText('The real Asha Rao plays the veena.')).toBeVisible()
    number = /Case (\d+)/.exec(await minaPage.getByRole('heading', { level: 1 }).innerText())?.[1] ?? ''
    await minaPage.getByLabel('What is done').selectOption({ label: 'Account suspended' })
    await minaPage.getByLabel('What was found').fill('Name and portrait are those of somebody else.')
    await expectAccessible(minaPage)
    await minaPage.getByRole('button', { name: 'Decide…' }).click()
    await confirm(minaPage, 'Decide')
    await expect(minaPage.getByText('The case is decided.')).toBeVisible()
  })

  await test.step('Asha is logged out, and reads why, on which rule, and how to appeal', async () => {
    const mail = await mailbox.waitForMail(asha.email, 'Why your Cheers account is suspended')
    for (const said of [
      'Name and portrait are those of somebody else.',
      'No impersonation',
      'Our terms',
      'Somebody reported it',
      'A person, without automation',
    ])
      expect(mail.text).toContain(said)
    expect(mail.text).toMatch(/write to \S+@\S+ by \d+ \w+ \d{4}/)
    await ashaPage.goto('/settings')
    await ashaPage.waitForURL('**/login?**')
    await ashaPage.getByLabel('Email').fill(asha.email)
    await ashaPage.getByLabel('Password', { exact: true }).fill(asha.password)
    await ashaPage.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(ashaPage.getByText('This account is suspended.')).toBeVisible()
    await raviPage.goto(`/${asha.username}`)
    await expect(raviPage.getByRole('heading', { name: 'We can’t find that page' })).toBeVisible()
  })

  await test.step('her appeal comes by mail; Mina enters it, and can’t answer it herself', async () => {
    await minaPage.getByRole('button', { name: 'Enter an appeal…' }).click()
    await minaPage.getByLabel('What they wrote').fill('There are two of us. My passport is attached.')
    await confirm(minaPage, 'Enter appeal')
    await expect(minaPage.getByText('There are two of us. My passport is attached.')).toBeVisible()
    await minaPage.getByRole('button', { name: 'Take it back…' }).click()
    const dialog = minaPage.getByRole('alertdialog')
    await dialog.getByLabel('Answer').fill('It is true.')
    await dialog.getByRole('button', { name: 'Take it back', exact: true }).click()
    await expect(dialog.getByText('Whoever decided a case doesn’t answer its appeal.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('Dev had no part in it, and takes the decision back', async () => {
    await devPage.goto('/staff/cases?queue=appealed')
    await devPage
      .getByRole('listitem')
      .filter({ hasText: 'Page of Asha Rao' })
      .getByRole('link', { name: `${number}:` })
      .click()
    await devPage.getByRole('button', { name: 'Take it back…' }).click()
    await devPage.getByLabel('Answer').fill('There are two people of this name. We’re sorry.')
    await expectAccessible(devPage)
    await confirm(devPage, 'Take it back')
    await expect(devPage.getByText('The appeal was right')).toBeVisible()
    await expect(devPage.getByText(/^Ended \d+ \w+/)).toBeVisible()
  })

  await test.step('Asha is told, logs in, and her page and her member are there', async () => {
    await mailbox.waitForMail(asha.email, 'Your Cheers account is open again')
    const answered = await mailbox.waitForMail(asha.email, 'Your appeal was successful')
    expect(answered.text).toContain('There are two people of this name.')
    await logIn(ashaPage, asha)
    await raviPage.reload()
    await expect(raviPage.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible()
    await raviPage.goto('/subscriptions')
    await expect(raviPage.getByText('Tipsy').first()).toBeVisible()
  })
})
