import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { runAsOperator } from './operator.ts'
import { openCreatorPage, signUp, signUpUnseen } from './seed.ts'
import { aPerson, publishPost } from './steps.ts'

// Three people look at many pages.
test.slow()

test('a comment is reported, its creator decides, and its author reads why and appeals to somebody else', async ({
  page: ashaPage,
  openBrowser,
  mailbox,
  product,
}) => {
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  const meera = aPerson('Meera Das')
  await signUpUnseen(ashaPage, asha, mailbox)
  await openCreatorPage(ashaPage, { pageName: 'Asha Rao', handle: asha.username })
  await publishPost(ashaPage, { text: 'A chorus that took four years.' })
  await ashaPage
    .getByRole('article')
    .getByRole('link', { name: /just now|ago|20\d\d/ })
    .first()
    .click()
  await ashaPage.waitForURL(/\/posts\//)
  const post = new URL(ashaPage.url()).pathname
  const [raviPage, meeraPage] = [await openBrowser(), await openBrowser()]
  await signUp(raviPage, ravi, mailbox)
  await signUp(meeraPage, meera, mailbox)
  const comment = (page: typeof raviPage) =>
    page.getByRole('article').filter({ hasText: 'Cheap followers' }).last()

  await test.step('Meera reports what Ravi wrote, by keyboard, and learns what happens next', async () => {
    await raviPage.goto(post)
    await raviPage.getByRole('textbox', { name: 'Write a comment' }).fill('Cheap followers at my shop')
    await raviPage.getByRole('textbox', { name: 'Write a comment' }).press('Control+Enter')
    await expect(comment(raviPage).getByRole('button', { name: 'More actions' })).toBeVisible()
    await meeraPage.goto(post)
    await comment(meeraPage).getByRole('button', { name: 'More actions' }).click()
    await meeraPage.getByRole('menuitem', { name: 'Report…' }).click()
    const dialog = meeraPage.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: 'Report this message' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText('Choose what’s wrong.')).toBeVisible()
    await expect(dialog.getByRole('radio').first()).toBeFocused()
    await expectAccessible(meeraPage)
    await meeraPage.keyboard.press('Space')
    await dialog.getByLabel('Anything we should know?').fill('Under every post')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText('Thank you for telling us')).toBeVisible()
    await expect(dialog.getByText(/^It will be decided by \d+ \w+/)).toBeVisible()
    await expectAccessible(meeraPage)
    await dialog.getByRole('link', { name: 'See your reports' }).click()
    await expect(meeraPage.getByText('Spam or a scam')).toBeVisible()
    await expect(meeraPage.getByText('Open', { exact: true })).toBeVisible()
    await expectAccessible(meeraPage)
  })

  await test.step('Asha finds it in her moderation, and hides it with a reason', async () => {
    await ashaPage.goto('/notifications')
    await ashaPage.getByText(/^A report is waiting for your decision/).click()
    const reported = ashaPage.getByRole('main').getByRole('listitem').filter({ hasText: 'Cheap followers' })
    await expect(reported.first()).toContainText('Under every post')
    await expect(reported.first()).not.toContainText('Meera')
    await expectAccessible(ashaPage)
    await reported.first().getByRole('button', { name: 'Hide…' }).click()
    await ashaPage.getByRole('button', { name: 'Hide message' }).click()
    await expect(ashaPage.getByText('Say why. The author reads it.')).toBeVisible()
    await ashaPage.getByRole('textbox', { name: 'Reason' }).fill('No advertising here.')
    await ashaPage.getByRole('button', { name: 'Hide message' }).click()
    await expect(ashaPage.getByText('No reports')).toBeVisible()
    await meeraPage.goto('/cases?part=reports')
    await expect(meeraPage.getByText('We agreed, and did something about it')).toBeVisible()
  })

  let number = ''
  await test.step('Ravi reads why, and appeals', async () => {
    await raviPage.goto(post)
    await comment(raviPage).getByRole('link', { name: 'Why, and how to appeal' }).click()
    await raviPage.getByRole('link', { name: 'Your message was hidden' }).click()
    const main = raviPage.getByRole('main')
    await expect(main.getByText('No advertising here.')).toBeVisible()
    await expect(main.getByText('Cheap followers at my shop')).toBeVisible()
    number = /Decision (\d+)/.exec(await main.innerText())?.[1] ?? ''
    await expectAccessible(raviPage)
    await main.getByRole('button', { name: 'Send appeal' }).click()
    await expect(main.getByText('Say what we should look at again.')).toBeVisible()
    await main.getByLabel('Why should we decide differently?').fill('It was a joke between us.')
    await main.getByRole('button', { name: 'Send appeal' }).click()
    await expect(main.getByText(/^You appealed on/)).toBeVisible()
  })

  await test.step('somebody else answers, and the comment is back', async () => {
    const shown = await runAsOperator(product, 'enforcement', 'show', number)
    expect(shown).toContain('> Ravi Menon: Cheap followers at my shop')
    expect(shown).toContain('Appeal: It was a joke between us.')
    await runAsOperator(product, 'enforcement', 'appeal', number, 'overturned', '--answer', 'So it was.')
    await raviPage.reload()
    await expect(
      raviPage.getByText('Your appeal was successful. The decision has been reversed.'),
    ).toBeVisible()
    await expect(raviPage.getByText('So it was.')).toBeVisible()
    await meeraPage.goto(post)
    await expect(comment(meeraPage)).toContainText('Cheap followers at my shop')
  })
})
