import { AxeBuilder } from '@axe-core/playwright'

import { expect, test } from './journey.ts'
import { passNewcomersPause } from './operator.ts'
import { openCreatorPage, signUpUnseen } from './seed.ts'
import { aPerson, openNewestPost, publishPost } from './steps.ts'

test('readers talk below a post: live, on a lost line, with replies, reactions and order', async ({
  page: ashaPage,
  openBrowser,
  mailbox,
  allowError,
}) => {
  allowError(/ERR_INTERNET_DISCONNECTED/)
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  await signUpUnseen(ashaPage, asha, mailbox)
  await openCreatorPage(ashaPage, { pageName: 'Asha Rao', handle: asha.username })
  await publishPost(ashaPage, { text: 'A chorus that took four years.' })
  const post = await openNewestPost(ashaPage)
  const raviPage = await openBrowser()
  await signUpUnseen(raviPage, ravi, mailbox)
  await raviPage.goto(post)
  const field = (page: typeof raviPage) => page.getByRole('textbox', { name: 'Write a comment' })
  const comment = (page: typeof raviPage, text: string) =>
    page.getByRole('article').filter({ hasText: text }).last()

  await test.step('by keyboard alone, Ravi writes the first one; Asha is shown it without a jump', async () => {
    await expect(raviPage.getByText('No comments yet')).toBeVisible()
    await expect(ashaPage.getByText('No comments yet')).toBeVisible()
    await field(raviPage).focus()
    await raviPage.keyboard.type('Which of them did you sing first?')
    await raviPage.keyboard.press('Control+Enter')
    await expect(comment(raviPage, 'Which of them did you sing first?')).toBeVisible()
    await expect(field(raviPage)).toHaveValue('')
    const wasWrittenAt = Date.now()
    const arrived = ashaPage.getByRole('button', { name: 'Show 1 new comment' })
    await expect(arrived).toBeVisible()
    test.info().annotations.push({ type: 'arrived after', description: `${Date.now() - wasWrittenAt} ms` })
    await arrived.click()
    await expect(comment(ashaPage, 'Which of them did you sing first?')).toContainText('Ravi Menon')
  })

  await test.step('she replies and mentions him, and he reacts', async () => {
    await comment(ashaPage, 'Which of them').getByRole('button', { name: 'Reply' }).click()
    const reply = ashaPage.getByRole('textbox', { name: 'Reply to Ravi Menon' })
    await expect(reply).toBeFocused()
    await reply.pressSequentially('The second one, @Rav')
    await ashaPage.getByRole('option', { name: 'Ravi Menon' }).click()
    await expect(reply).toHaveValue('The second one, @Ravi Menon ')
    await reply.press('Control+Enter')
    await expect(comment(ashaPage, 'The second one, @Ravi Menon')).toContainText('Creator')
    await raviPage.getByRole('button', { name: 'Show 1 reply' }).click()
    const answer = comment(raviPage, 'The second one, @Ravi Menon')
    await answer.getByRole('button', { name: 'Add a reaction' }).click()
    await raviPage.getByRole('menuitem', { name: 'React with ❤️' }).click()
    await expect(answer.getByRole('button', { name: '❤️, 1 person' })).toHaveAttribute('aria-pressed', 'true')
    await expect(
      comment(ashaPage, 'The second one, @Ravi Menon').getByRole('button', { name: '❤️, 1 person' }),
    ).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('what is written on a lost line arrives once it is back, once', async () => {
    await passNewcomersPause(raviPage.request)
    await raviPage.context().setOffline(true)
    await field(raviPage).fill('Written in a tunnel.')
    await field(raviPage).press('Control+Enter')
    await expect(
      raviPage.getByText('You’re offline. This is sent when the connection is back.'),
    ).toBeVisible()
    await raviPage.context().setOffline(false)
    await expect(
      comment(raviPage, 'Written in a tunnel.').getByRole('button', { name: 'Reply' }),
    ).toBeVisible()
    await raviPage.reload()
    await expect(raviPage.getByText('Written in a tunnel.')).toHaveCount(1)
    await ashaPage.getByRole('button', { name: 'Show 1 new comment' }).click()
    await expect(ashaPage.getByText('Written in a tunnel.')).toHaveCount(1)
  })

  await test.step('he edits it; she hides it with a reason, which he reads', async () => {
    await comment(raviPage, 'Written in a tunnel.').getByRole('button', { name: 'More actions' }).click()
    await raviPage.getByRole('menuitem', { name: 'Edit' }).click()
    const edit = raviPage.getByRole('textbox', { name: 'Edit' })
    await edit.fill('Written in a long tunnel.')
    await raviPage.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(comment(raviPage, 'Written in a long tunnel.')).toContainText('edited')
    const seen = comment(ashaPage, 'Written in a long tunnel.')
    await expect(seen).toBeVisible()
    await seen.getByRole('button', { name: 'More actions' }).click()
    await ashaPage.getByRole('menuitem', { name: 'Hide' }).click()
    await ashaPage.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Off topic.')
    await ashaPage.getByRole('button', { name: 'Hide message' }).click()
    await expect(seen).toContainText('A moderator has hidden this.')
    await expect(comment(raviPage, 'Written in a long tunnel.')).toContainText('Reason: Off topic.')
  })

  const visitor = await openBrowser()
  await test.step('a visitor who follows the link to a reply reads its thread, and is asked to log in', async () => {
    await visitor.goto(`${post}#comment-2`)
    const linked = visitor.getByRole('region', { name: 'Linked comment' })
    await expect(linked).toContainText('The second one, @Ravi Menon')
    await expect(visitor.getByText('Written in a long tunnel.')).toHaveCount(0)
    await expect(visitor.getByRole('link', { name: 'Log in to comment' })).toBeVisible()
  })

  await test.step('none of it is a barrier', async () => {
    for (const page of [ashaPage, raviPage, visitor]) {
      const { violations } = await new AxeBuilder({ page }).include('main').analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
        [],
      )
    }
  })
})
