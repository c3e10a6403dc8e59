import type { Locator, Page } from '@playwright/test'

import { expectAnnounced, press, tabTo, typeInto } from './keyboard.ts'
import { expect, test } from './journey.ts'
import { passDays } from './operator.ts'
import { openCreatorPage, signUpUnseen } from './seed.ts'
import { aPerson, openNewestPost, publishPost } from './steps.ts'

const said = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text }).last()

const pollOn = (page: Page) => page.getByRole('region', { name: 'Poll' })

/** Opens the menu of a message and takes one of its entries, by their first letters. */
async function choose(page: Page, message: Locator, entry: string) {
  await press(page, message.getByRole('button', { name: 'More actions' }))
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  // A space would take the entry.
  await page.keyboard.type(entry.split(' ')[0] ?? '')
  await expect(page.getByRole('menuitem', { name: entry })).toBeFocused()
  await page.keyboard.press('Enter')
}

test('using only the keyboard, people comment, react, vote, reply in threads, keep order and write messages', async ({
  page: asha,
  openBrowser,
  mailbox,
}) => {
  const owner = aPerson('Asha Rao')
  const member = aPerson('Ravi Menon')
  await signUpUnseen(asha, owner, mailbox)
  await openCreatorPage(asha, { pageName: 'Asha Rao', handle: owner.username })
  await publishPost(asha, { text: 'A chorus that took four years.' })
  const post = await openNewestPost(asha)
  const ravi = await openBrowser()
  await signUpUnseen(ravi, member, mailbox)
  // On their first day, accounts write once in ten seconds.
  await passDays(ravi.request, 2)
  await ravi.goto(post)

  await test.step('Ravi comments; Asha is told, and reacts', async () => {
    await expect(ravi.getByText('No comments yet')).toBeVisible()
    await expect(asha.getByText('No comments yet')).toBeVisible()
    await typeInto(ravi, ravi.getByRole('textbox', { name: 'Write a comment' }), 'Which came first?')
    await press(ravi, ravi.getByRole('button', { name: 'Comment', exact: true }))
    await expectAnnounced(asha, 'Show 1 new comment')
    await press(asha, asha.getByRole('button', { name: 'Show 1 new comment' }))
    await press(asha, said(asha, 'Which came').getByRole('button', { name: 'Add a reaction' }))
    await expect(asha.getByRole('menuitem', { name: 'React with ❤️' })).toBeFocused()
    await asha.keyboard.press('ArrowRight')
    await asha.keyboard.press('Enter')
    await expect(said(ravi, 'Which came').getByRole('button', { name: '👍, 1 person' })).toBeVisible()
  })

  await test.step('she hides it with a reason, and shows it again', async () => {
    await choose(asha, said(asha, 'Which came'), 'Hide')
    const dialog = asha.getByRole('dialog')
    await typeInto(asha, dialog.getByRole('textbox', { name: 'Reason' }), 'Let us wait for Friday.')
    await press(asha, dialog.getByRole('button', { name: 'Hide message' }))
    await expect(dialog).toBeHidden()
    await expect(said(ravi, 'Which came')).toContainText('Let us wait for Friday.')
    await choose(asha, said(asha, 'Which came'), 'Show again')
    await expect(said(ravi, 'Which came')).not.toContainText('A moderator has hidden this.')
  })

  await test.step('in a room, what she says is announced in its words, and he answers in a thread', async () => {
    await asha.goto(`/${owner.username}/community`)
    await press(asha, asha.getByRole('button', { name: 'New room' }))
    const dialog = asha.getByRole('dialog')
    await typeInto(asha, dialog.getByLabel('Name'), 'Lounge')
    await tabTo(asha, dialog.getByRole('combobox', { name: 'Who can see it' }))
    await asha.keyboard.type('Everyone')
    await press(asha, dialog.getByRole('button', { name: 'Create room' }))
    await press(asha, asha.getByRole('link', { name: 'Lounge' }))
    const field = asha.getByRole('textbox', { name: 'Message Lounge' })
    await expect(field).toBeVisible()
    await ravi.goto(new URL(asha.url()).pathname)
    await expect(ravi.getByRole('textbox', { name: 'Message Lounge' })).toBeVisible()
    await typeInto(asha, field, 'Tea is ready.')
    await asha.keyboard.press('Enter')
    await expectAnnounced(ravi, 'Asha Rao: Tea is ready.')
    await press(ravi, said(ravi, 'Tea is ready.').getByRole('button', { name: 'Reply in a thread' }))
    await expect(ravi.getByRole('textbox', { name: 'Reply' })).toBeFocused()
    await ravi.keyboard.type('With ginger?')
    await ravi.keyboard.press('Enter')
    await expect(said(asha, 'Tea is ready.')).toContainText('1 reply')
    await press(ravi, ravi.getByRole('region', { name: 'Thread' }).getByRole('button', { name: 'Close' }))
    await expect(ravi.getByRole('region', { name: 'Thread' })).toBeHidden()
    await expect(said(ravi, 'Tea is ready.')).toContainText('1 reply')
  })

  await test.step('she asks the room, and he votes', async () => {
    await press(asha, asha.getByRole('button', { name: 'Poll', exact: true }))
    const dialog = asha.getByRole('dialog', { name: 'New poll' })
    await typeInto(asha, dialog.getByLabel('Question'), 'Which song next?')
    await typeInto(asha, dialog.getByRole('textbox', { name: 'Option 1' }), 'The river')
    await typeInto(asha, dialog.getByRole('textbox', { name: 'Option 2' }), 'The lamp')
    await press(asha, dialog.getByRole('button', { name: 'Ask poll' }))
    await expect(dialog).toBeHidden()
    await expect(pollOn(ravi).getByText('Which song next?')).toBeVisible()
    await expectAnnounced(ravi, 'Asha Rao: A poll')
    await tabTo(ravi, pollOn(ravi).getByRole('radio', { name: /The river/ }))
    await ravi.keyboard.press('ArrowDown')
    await press(ravi, pollOn(ravi).getByRole('button', { name: 'Vote', exact: true }))
    await expectAnnounced(ravi, 'Your vote is in.')
    await expect(pollOn(ravi).getByRole('listitem').filter({ hasText: 'The lamp' })).toContainText('100%')
    await expect(pollOn(asha).getByText('1 person voted')).toBeVisible()
  })

  await test.step('what has a word on her list waits, until she approves it', async () => {
    const room = new URL(asha.url()).pathname
    await asha.goto('/studio/moderation')
    await tabTo(asha, asha.getByRole('tab', { name: 'Waiting', exact: true }))
    await asha.keyboard.press('ArrowRight')
    while (!(await asha.getByRole('tab', { name: 'Words', selected: true }).count()))
      await asha.keyboard.press('ArrowRight')
    await typeInto(asha, asha.getByLabel('Word or phrase'), 'spoiler*')
    await press(asha, asha.getByRole('button', { name: 'Add', exact: true }))
    await expect(asha.getByRole('button', { name: 'Remove “spoiler*”' })).toBeVisible()
    await typeInto(ravi, ravi.getByRole('textbox', { name: 'Message Lounge' }), 'Spoilers: it ends well.')
    await ravi.keyboard.press('Enter')
    await expect(said(ravi, 'it ends well')).toContainText('Waiting for approval.')
    await asha.goto('/studio/moderation')
    const held = asha.getByRole('main').getByRole('listitem').filter({ hasText: 'it ends well' })
    await press(asha, held.getByRole('button', { name: 'Approve' }))
    await expectAnnounced(asha, 'Approved. Everyone can see it now.')
    await expect(said(ravi, 'it ends well')).not.toContainText('Waiting for approval.')
    await asha.goto(room)
  })

  await test.step('she pins it, hides his reply and shows it again, mutes him, and takes the pin back', async () => {
    await choose(asha, said(asha, 'Tea is ready.'), 'Pin')
    await expect(ravi.getByRole('button', { name: /Tea is ready/ })).toBeVisible()
    await press(asha, said(asha, 'Tea is ready.').getByRole('button', { name: '1 reply' }))
    const thread = asha.getByRole('region', { name: 'Thread' })
    const reply = thread.getByRole('article').filter({ hasText: 'With ginger?' })
    const dialog = asha.getByRole('dialog')
    await choose(asha, reply, 'Hide')
    await press(asha, dialog.getByRole('button', { name: 'Hide message' }))
    await expect(reply).toContainText('A moderator has hidden this.')
    await choose(asha, reply, 'Show again')
    await expect(reply).not.toContainText('A moderator has hidden this.')
    await choose(asha, reply, 'Mute')
    await tabTo(asha, dialog.getByLabel('For how long'))
    await asha.keyboard.type('One hour')
    await press(asha, dialog.getByRole('button', { name: 'Mute' }))
    await expectAnnounced(asha, 'This person can read, but not write.')
    await ravi.reload()
    await expect(ravi.getByText('A moderator has paused your messages here.')).toBeVisible()
    await choose(asha, thread.getByRole('article').filter({ hasText: 'Tea is ready.' }), 'Unpin')
    await expect(ravi.getByRole('button', { name: /Tea is ready/ })).toBeHidden()
  })

  const message = (page: Page, name: string) => page.getByRole('textbox', { name: `Message ${name}` })
  await test.step('from the people of the room he asks to write to her, and she accepts', async () => {
    await press(ravi, ravi.getByRole('button', { name: 'People', exact: true }))
    await press(ravi, ravi.getByRole('link', { name: 'Write to Asha Rao' }))
    const field = ravi.getByRole('textbox', { name: 'Message', exact: true })
    await expect(field).toBeFocused()
    await ravi.keyboard.type('May I play your song?')
    await press(ravi, ravi.getByRole('button', { name: 'Send request' }))
    await expect(said(ravi, 'May I play your song?')).toBeVisible()
    await press(asha, asha.getByRole('link', { name: /^Messages/ }).first())
    await tabTo(asha, asha.getByRole('radio', { name: 'All' }))
    for (const name of ['Unread', /^Requests/]) {
      await asha.keyboard.press('ArrowRight')
      await expect(asha.getByRole('radio', { name })).toBeChecked()
    }
    await press(asha, asha.getByRole('link', { name: /Ravi Menon/ }))
    await press(asha, asha.getByRole('button', { name: 'Accept' }))
    await typeInto(asha, message(asha, 'Ravi Menon'), 'With pleasure.')
    await asha.keyboard.press('Enter')
    await expectAnnounced(ravi, 'Asha Rao: With pleasure.')
  })

  await test.step('he answers what she wrote: she sees that he types, and what it answers', async () => {
    await press(ravi, said(ravi, 'With pleasure.').getByRole('button', { name: 'Reply' }))
    await expect(message(ravi, 'Asha Rao')).toBeFocused()
    await expect(ravi.getByText('Reply to Asha Rao')).toBeVisible()
    await ravi.keyboard.type('Then on Friday.')
    await expect(asha.getByText('Ravi Menon is typing…')).toBeVisible()
    await ravi.keyboard.press('Enter')
    const quote = said(asha, 'Then on Friday.').getByRole('button', { name: /With pleasure\./ })
    await expect(quote).toHaveAccessibleName(/^Answer to Asha Rao/)
    await expect(asha.getByText('Ravi Menon is typing…')).toBeHidden()
    await press(asha, said(asha, 'Then on Friday.').getByRole('button', { name: 'Add a reaction' }))
    await expect(asha.getByRole('menuitem', { name: 'React with ❤️' })).toBeFocused()
    await asha.keyboard.press('Enter')
    await expect(said(ravi, 'Then on Friday.').getByRole('button', { name: '❤️, 1 person' })).toBeVisible()
  })
})
