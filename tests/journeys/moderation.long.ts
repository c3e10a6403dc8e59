import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { passDays } from './operator.ts'
import { signUp, signUpCreator, signUpUnseen } from './seed.ts'
import { aPerson, joinPlan, openNewestPost, publishPost } from './steps.ts'

// Each takes several people through many pages.
test.slow()

test('a creator and a moderator keep order below a post, and everyone it concerns is told', async ({
  page: ashaPage,
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  const meera = aPerson('Meera Das')
  const raviPage = await openBrowser()
  const meeraPage = await openBrowser()
  await signUpCreator(ashaPage, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])
  await publishPost(ashaPage, { text: 'A chorus that took four years.' })
  const post = await openNewestPost(ashaPage)
  await signUpUnseen(raviPage, ravi, mailbox)
  await joinPlan(raviPage, asha.username, 'Tipsy')
  await signUp(meeraPage, meera, mailbox)
  // On their first day, accounts write a fifth as often.
  await passDays(raviPage.request, 2)

  const main = ashaPage.getByRole('main')
  const comment = (page: typeof raviPage, text: string) =>
    page.getByRole('article').filter({ hasText: text }).last()
  async function write(page: typeof raviPage, text: string) {
    await page.goto(post)
    await page.getByRole('textbox', { name: 'Write a comment' }).fill(text)
    await page.getByRole('textbox', { name: 'Write a comment' }).press('Control+Enter')
    await expect(comment(page, text).getByRole('button', { name: 'More actions' })).toBeVisible()
  }

  await test.step('Asha wants to look at some words first', async () => {
    await ashaPage.getByRole('link', { name: 'Moderation' }).click()
    await expect(main.getByText('Nothing is waiting')).toBeVisible()
    await expectAccessible(ashaPage)
    await main.getByRole('tab', { name: 'Words' }).click()
    await main.getByLabel('Word or phrase').fill('spoiler*')
    await main.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(main.getByRole('button', { name: 'Remove “spoiler*”' })).toBeVisible()
    await main.getByRole('tab', { name: 'Settings' }).click()
    await main.getByLabel('Hold what three people report').uncheck()
    await expect(main.getByLabel('Hold what three people report')).not.toBeChecked()
    await expectAccessible(ashaPage)
  })

  await test.step('Ravi comments and is told of her reply, which leads him there', async () => {
    await write(raviPage, 'Which verse came first?')
    await ashaPage.goto('/notifications')
    await expect(main.getByText('Ravi Menon commented on your post')).toBeVisible()
    await main.getByText('Ravi Menon commented on your post').click()
    await comment(ashaPage, 'Which verse').getByRole('button', { name: 'Reply' }).click()
    await ashaPage.getByRole('textbox', { name: 'Reply to Ravi Menon' }).fill('The second.')
    await ashaPage.getByRole('textbox', { name: 'Reply to Ravi Menon' }).press('Control+Enter')
    await expect(comment(ashaPage, 'The second.').getByRole('button', { name: 'More actions' })).toBeVisible()
    await raviPage.goto('/notifications')
    await raviPage.getByRole('main').getByText('Asha Rao replied to your comment').click()
    await expect(raviPage.getByRole('region', { name: 'Linked comment' })).toContainText('The second.')
  })

  await test.step('she makes him a moderator, found by name', async () => {
    await ashaPage.goto('/studio/moderation')
    await main.getByRole('tab', { name: 'Moderators' }).click()
    await main.getByRole('searchbox', { name: 'Name, username or address' }).fill('rav')
    await main.getByRole('button', { name: 'Make Ravi Menon a moderator' }).click()
    await expect(main.getByText(/^Moderator since/)).toBeVisible()
    // Meera has nothing to do with the page yet: her address finds nobody, her username does.
    const search = main.getByRole('searchbox', { name: 'Name, username or address' })
    await search.fill(meera.email)
    await expect(main.getByText('Nobody was found.')).toBeVisible()
    await search.fill(`@${meera.username}`)
    await expect(main.getByRole('button', { name: 'Make Meera Das a moderator' })).toBeVisible()
  })

  await test.step('what waits is a badge beside his bell; he approves it, and Meera hears of that', async () => {
    await write(meeraPage, 'Spoilers: it ends well.')
    await expect(comment(meeraPage, 'Spoilers: it ends well.')).toContainText('Waiting for approval.')
    await raviPage.goto('/explore')
    await raviPage.getByRole('link', { name: /Moderation.*1 message waits/ }).click()
    const held = raviPage.getByRole('main').getByRole('listitem').filter({ hasText: 'it ends well' })
    await expect(held).toContainText('Contains a word on the list')
    await expectAccessible(raviPage)
    await held.getByRole('button', { name: 'Approve' }).click()
    await expect(raviPage.getByText('Nothing is waiting')).toBeVisible()
    await meeraPage.goto('/notifications')
    await expect(meeraPage.getByText('Your comment was approved')).toBeVisible()
  })

  await test.step('Asha hides the next one with a reason, which reaches Meera', async () => {
    await write(meeraPage, 'More spoilers.')
    await ashaPage.goto('/studio/moderation')
    const held = main.getByRole('listitem').filter({ hasText: 'More spoilers.' })
    await held.getByRole('button', { name: 'Hide…' }).click()
    await ashaPage
      .getByRole('dialog')
      .getByRole('textbox', { name: 'Reason' })
      .fill('Others are still reading.')
    await ashaPage.getByRole('button', { name: 'Hide message' }).click()
    await expect(main.getByText('Nothing is waiting')).toBeVisible()
    await meeraPage.goto('/notifications')
    await expect(meeraPage.getByText('A moderator has hidden your comment')).toBeVisible()
    await expect(meeraPage.getByText('Reason: Others are still reading.')).toBeVisible()
  })

  await test.step('she mutes Meera from a comment, and lifts it again', async () => {
    await ashaPage.goto(post)
    await comment(ashaPage, 'it ends well').getByRole('button', { name: 'More actions' }).click()
    await ashaPage.getByRole('menuitem', { name: 'Mute…' }).click()
    await ashaPage.getByRole('dialog').getByLabel('For how long').selectOption('One week')
    await ashaPage.getByRole('dialog').getByRole('button', { name: 'Mute' }).click()
    await expect(ashaPage.getByText('This person can read, but not write.')).toBeVisible()
    await meeraPage.goto(post)
    await expect(meeraPage.getByText('A moderator has paused your messages here.')).toBeVisible()
    await ashaPage.goto('/studio/moderation')
    await main.getByRole('tab', { name: 'Muted' }).click()
    await main.getByRole('button', { name: 'Let Meera Das write again' }).click()
    await expect(main.getByText('Nobody is muted')).toBeVisible()
  })

  await test.step('on this post, only members comment from now on', async () => {
    await ashaPage.goto(post)
    await main.getByRole('button', { name: 'More about this post' }).click()
    await ashaPage.getByRole('menuitem', { name: 'Who may comment' }).click()
    const dialog = ashaPage.getByRole('dialog', { name: 'Who may comment' })
    await dialog.getByLabel('Who may comment').selectOption('All members')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await meeraPage.goto(post)
    await expect(meeraPage.getByText('Only members write here.')).toBeVisible()
  })

  await test.step('Ravi keeps his plan to himself', async () => {
    await ashaPage.goto(post)
    await expect(comment(ashaPage, 'Which verse')).toContainText('Tipsy')
    await raviPage.goto('/settings?tab=privacy')
    const shown = raviPage.getByLabel('Show my plan beside my comments')
    // Until it is known what was chosen, the switch is off.
    await expect(shown).toBeChecked()
    // It moves before the choice is kept.
    const kept = raviPage.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/user/member-badge'),
    )
    await shown.uncheck()
    await kept
    await expect(shown).not.toBeChecked()
    await ashaPage.reload()
    await expect(comment(ashaPage, 'Which verse')).toContainText('Moderator')
    await expect(comment(ashaPage, 'Which verse')).not.toContainText('Tipsy')
  })
})
