import type { Page } from '@playwright/test'

import { ACT_REASON_MAX_LENGTH } from '#contract/channels/rules.ts'
import { REPORT_TEXT_MAX_LENGTH } from '#contract/enforcement/rules.ts'
import { POLL_OPTION_MAX_LENGTH, POLL_QUESTION_MAX_LENGTH } from '#contract/polls/rules.ts'
import { GROUP_NAME_MAX_LENGTH } from '#contract/conversations/rules.ts'
import { COMMUNITY_RULES_MAX_LENGTH } from '#contract/rooms/rules.ts'
import { HOSTILE_CONTENT } from '#server/domains/posts/hostile-content.ts'

import { expect, test } from './journey.ts'
import { passDays } from './operator.ts'
import { call, openCreatorPage, signUp, signUpUnseen } from './seed.ts'
import { aPerson, joinPlan, openNewestPost, publishPost } from './steps.ts'

/** As much of the list as a field takes, from some place in it on. */
function hostile(length: number, from = 0): string {
  let text = ''
  for (const each of [...HOSTILE_CONTENT.slice(from), ...HOSTILE_CONTENT.slice(0, from)])
    if (text.length + each.length < length) text += each.replaceAll(/[\n\r\0]/g, ' ')
  return text
}

test('hostile texts in comments, rooms, polls, messages, moderation and notifications are only ever text', async ({
  page: asha,
  openBrowser,
  mailbox,
}) => {
  const owner = aPerson('Asha Rao')
  const member = { ...aPerson('Ravi Menon'), name: '<img src=x onerror=alert(1)>Ravi' }
  const [ravi, meera] = [await openBrowser(), await openBrowser()]
  const ran: string[] = []
  for (const page of [asha, ravi, meera]) {
    page.on('dialog', (dialog) => {
      ran.push(`${page.url()}: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      if (/evil\.example|^javascript:/.test(request.url())) ran.push(`asked for ${request.url()}`)
    })
  }
  await signUpUnseen(asha, owner, mailbox)
  await openCreatorPage(asha, { pageName: 'Asha Rao', handle: owner.username })
  await publishPost(asha, { text: 'A chorus that took four years.' })
  const post = await openNewestPost(asha)
  await signUp(ravi, member, mailbox)
  await signUpUnseen(meera, aPerson('Meera Das'), mailbox)
  // On their first day, accounts write a fifth as often, and no links.
  await passDays(ravi.request, 2)

  async function write(page: Page, field: string, text: string) {
    await page.getByRole('textbox', { name: field }).fill(text)
    await page.getByRole('textbox', { name: field }).press('Control+Enter')
    await expect(page.getByRole('textbox', { name: field })).toHaveValue('')
    // Six messages in ten seconds, for everyone.
    await page.waitForTimeout(1800)
  }
  const comments = Array.from({ length: 4 }, (_, part) => hostile(3900, part * 30))

  await test.step('below a post, with a described picture, replies and mentions', async () => {
    await ravi.goto(post)
    for (const text of [...comments, 'To be hidden', 'To be removed', 'To be reported'])
      await write(ravi, 'Write a comment', text)
    await ravi.locator('input[type=file]').setInputFiles({
      name: '"><img src=x onerror=alert(1)>.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    })
    await ravi.getByRole('button', { name: /^Describe/ }).click()
    await ravi.getByRole('dialog').getByLabel('Description').fill(hostile(900, 12))
    await ravi.getByRole('button', { name: 'Done' }).click()
    await write(ravi, 'Write a comment', '<svg onload=alert(1)> a picture')
    await asha.reload()
    const first = asha.getByRole('article').filter({ hasText: 'a picture' }).last()
    await first.getByRole('button', { name: /^Show the picture large/ }).click()
    await expect(asha.getByRole('dialog')).toBeVisible()
    await asha.keyboard.press('Escape')
    await first.getByRole('button', { name: 'Reply' }).click()
    await asha.getByRole('textbox', { name: /^Reply to/ }).fill(`${hostile(1000, 40)} done`)
    await asha.getByRole('textbox', { name: /^Reply to/ }).press('Control+Enter')
    await expect(asha.getByRole('article').filter({ hasText: 'done' }).last()).toBeVisible()
  })

  await test.step('in the name, topic and rules of a room, its messages, search and thread', async () => {
    await asha.goto(`/${owner.username}/community`)
    await asha.getByRole('button', { name: 'New room' }).click()
    const dialog = asha.getByRole('dialog')
    await dialog.getByLabel('Name').fill('<img src=x onerror=alert(1)>')
    await dialog.getByLabel('Topic').fill(hostile(290, 5))
    await dialog.getByRole('combobox', { name: 'Who can see it' }).selectOption('everyone')
    await dialog.getByRole('button', { name: 'Create room' }).click()
    await expect(dialog).toBeHidden()
    const rooms = asha.getByRole('navigation', { name: 'Rooms' })
    await rooms.getByRole('button', { name: 'Community' }).click()
    await asha.getByRole('menuitem', { name: 'Community rules' }).click()
    await dialog.getByLabel('Rules').fill(hostile(COMMUNITY_RULES_MAX_LENGTH, 20))
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog).toBeHidden()
    await rooms.getByRole('link').last().click()
    await asha.waitForURL(/\/community\/[\w-]+$/)
    await expect(asha.getByRole('textbox', { name: /^Message / })).toBeVisible()
    await ravi.goto(new URL(asha.url()).pathname)
    await expect(ravi.getByText('<script>alert(1)</script>').first()).toBeVisible()
    await ravi.getByRole('button', { name: 'Accept and enter' }).click()
    const field = ravi.getByRole('textbox', { name: /^Message / })
    for (const text of comments.slice(0, 2)) {
      await field.fill(text)
      await field.press('Control+Enter')
      await expect(field).toHaveValue('')
      await ravi.waitForTimeout(1800)
    }
    await ravi.getByRole('button', { name: 'Search' }).click()
    const search = ravi.getByRole('searchbox', { name: 'Search messages' })
    await search.fill('alert onerror')
    // His name is such a text, too, and stands on other buttons.
    const found = ravi.getByRole('region').filter({ has: search })
    await found
      .getByRole('button', { name: /onerror/ })
      .first()
      .click()
    await expect(ravi.getByRole('region', { name: 'Thread' })).toBeVisible()
  })

  await test.step('in the question and options of a poll, before and after the vote', async () => {
    await asha.getByRole('button', { name: 'Poll', exact: true }).click()
    const dialog = asha.getByRole('dialog', { name: 'New poll' })
    await dialog.getByLabel('Question').fill(hostile(POLL_QUESTION_MAX_LENGTH, 3))
    await dialog.getByRole('textbox', { name: 'Option 1' }).fill('<img src=x onerror=alert(1)>')
    await dialog.getByRole('textbox', { name: 'Option 2' }).fill(hostile(POLL_OPTION_MAX_LENGTH, 15))
    await dialog.getByLabel('Who sees how people voted').selectOption('Everyone who sees the results')
    await dialog.getByRole('button', { name: 'Ask poll' }).click()
    await expect(dialog).toBeHidden()
    await ravi.reload()
    const poll = ravi.getByRole('region', { name: 'Poll' })
    await poll.getByRole('radio', { name: '<img src=x onerror=alert(1)>' }).check()
    await poll.getByRole('button', { name: 'Vote', exact: true }).click()
    await expect(poll.getByText('Your vote', { exact: true })).toBeVisible()
    // His name stands below the option.
    await poll.getByRole('button', { name: 'Who voted' }).first().click()
    await expect(poll.getByText(member.name)).toBeVisible()
  })

  await test.step('in the reasons of moderators, where the author reads them', async () => {
    await asha.goto(post)
    const comment = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text }).last()
    for (const [act, text] of [
      ['Hide', 'To be hidden'],
      ['Remove', 'To be removed'],
    ] as const) {
      await comment(asha, text).getByRole('button', { name: 'More actions' }).click()
      await asha.getByRole('menuitem', { name: act }).click()
      const dialog = asha.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Reason' }).fill(hostile(ACT_REASON_MAX_LENGTH))
      await dialog.getByRole('button', { name: `${act} message` }).click()
      await expect(dialog).toBeHidden()
    }
    await ravi.goto(post)
    await expect(ravi.getByText('Reason: <script>alert(1)</script>')).toHaveCount(2)
  })

  await test.step('in a report, where the creator decides about it', async () => {
    await meera.goto(post)
    const reported = meera.getByRole('article').filter({ hasText: 'To be reported' }).last()
    await reported.getByRole('button', { name: 'More actions' }).click()
    await meera.getByRole('menuitem', { name: 'Report…' }).click()
    const dialog = meera.getByRole('dialog')
    await dialog.getByRole('radio').first().check()
    await dialog.getByLabel('Anything we should know?').fill(hostile(REPORT_TEXT_MAX_LENGTH, 8))
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await dialog.getByRole('link', { name: 'See your reports' }).click()
    await expect(meera.getByText('Open', { exact: true })).toBeVisible()
    await asha.goto('/studio/moderation')
    await asha.getByRole('tab', { name: /^Reports/ }).click()
    await expect(asha.getByRole('main')).toContainText('To be reported')
  })

  await test.step('in a request and in messages, their list, search and quotes', async () => {
    await ravi.goto(`/messages/new?page=${owner.username}`)
    // Requests take no links.
    await ravi
      .getByRole('textbox', { name: 'Message', exact: true })
      .fill('<svg onload=alert(1)><img src=x onerror=alert(1)>')
    await ravi.getByRole('button', { name: 'Send request' }).click()
    await expect(ravi.getByRole('article').filter({ hasText: '<svg onload' })).toBeVisible()
    await asha.goto('/messages?filter=requests')
    await asha.getByRole('link', { name: /<svg onload/ }).click()
    await asha.getByRole('button', { name: 'Accept' }).click()
    for (const [page, other, text, count] of [
      [asha, ravi, hostile(3900, 10), 2],
      [ravi, asha, hostile(3900, 45), 3],
    ] as const) {
      const field = page.getByRole('textbox', { name: /^Message / })
      await field.fill(text)
      await field.press('Control+Enter')
      await expect(field).toHaveValue('')
      // One after the other, or either could be the last. Each has most of the other in it, so they are counted, too.
      await expect(other.getByRole('article')).toHaveCount(count)
      await expect(other.getByRole('article').last()).toContainText(text.slice(0, 30))
    }
    await asha.getByRole('article').last().getByRole('button', { name: 'Reply', exact: true }).click()
    await asha.getByRole('textbox', { name: /^Message / }).fill('<img src=x onerror=alert(1)> answered')
    await asha.getByRole('textbox', { name: /^Message / }).press('Control+Enter')
    // Not the last one yet, until it has arrived.
    await expect(
      ravi.getByRole('article').filter({ hasText: 'answered' }).getByText('Answer to <img src=x'),
    ).toBeAttached()
    await ravi.goto('/messages')
    await expect(ravi.getByRole('link', { name: /answered/ })).toBeVisible()
    await ravi.getByRole('searchbox', { name: 'Search your messages' }).fill('onerror')
    await expect(ravi.getByRole('link', { name: /onerror/ }).first()).toBeVisible()
  })

  await test.step('in the name of a group, its people, and what tells of it', async () => {
    const plan = { name: 'Tipsy', price: '9.99', description: 'Demos.' }
    await call(asha, 'POST', `/creatorPlan/upsert/${owner.username}`, { data: plan })
    for (const page of [ravi, meera]) await joinPlan(page, owner.username, plan.name)
    const names = ['<img src=x onerror=alert(1)>', hostile(GROUP_NAME_MAX_LENGTH, 2)] as const
    await asha.goto('/messages/new')
    for (const person of [member.name, 'Meera Das']) {
      await asha.getByRole('searchbox', { name: 'To' }).fill(person)
      await asha.getByRole('button', { name: person, exact: true }).click()
    }
    await asha.getByLabel('Name of the group').fill(names[0])
    await asha
      .getByRole('textbox', { name: 'Message', exact: true })
      .fill('<svg onload=alert(1)> to the group')
    await asha.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(asha.getByRole('heading', { level: 2, name: names[0] })).toBeVisible()
    const path = new URL(asha.url()).pathname

    await asha.getByRole('button', { name: 'People and name' }).click()
    const people = asha.getByRole('region', { name: 'People' })
    await expect(people.getByRole('listitem').filter({ hasText: member.name })).toBeVisible()
    await people.getByRole('button', { name: `Remove ${member.name}` }).click()
    const asked = asha.getByRole('alertdialog')
    await expect(asked).toContainText(`Remove ${member.name} from the group?`)
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await people.getByLabel('Name of the group').fill(names[1])
    await people.getByRole('button', { name: 'Save' }).click()
    await expect(asha.getByRole('heading', { level: 2, name: names[1] })).toBeVisible()

    for (const page of [ravi, meera]) {
      await page.goto('/messages')
      await page.getByRole('link').filter({ hasText: names[1] }).click()
      await expect(page.getByRole('heading', { level: 2, name: names[1] })).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await page.getByRole('button', { name: 'People and name' }).click()
      await expect(page.getByRole('region', { name: 'People' })).toBeVisible()
      await page.goto('/messages')
      await page.getByRole('searchbox', { name: 'Search your messages' }).fill(names[1].slice(0, 12))
      await expect(page.getByRole('link').filter({ hasText: names[1] }).first()).toBeVisible()
    }
    await ravi.goto(path)
    await ravi.getByRole('textbox', { name: /^Message / }).fill('To everyone in it')
    await ravi.getByRole('textbox', { name: /^Message / }).press('Control+Enter')
    await expect(asha.getByRole('article').filter({ hasText: 'To everyone in it' })).toBeVisible()
    // Muted, it is listed by its name in the settings.
    await asha.getByRole('button', { name: 'About this conversation' }).click()
    await asha.getByRole('menuitem', { name: 'Mute' }).click()
    await asha.goto('/settings?tab=privacy')
    await expect(
      asha.getByRole('region', { name: 'Muted' }).getByRole('link', { name: names[1] }),
    ).toBeVisible()
    await meera.goto('/notifications')
    await expect(meera.getByRole('main').getByText(member.name).first()).toBeVisible()
  })

  await test.step('in the words that are held', async () => {
    await asha.goto('/studio/moderation')
    await asha.getByRole('tab', { name: 'Words' }).click()
    await asha.getByLabel('Word or phrase').fill('zebra<img src=x onerror=alert(1)>')
    await asha.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(asha.getByRole('button', { name: /^Remove “zebra</ })).toBeVisible()
  })

  await test.step('in the bell of both, and wherever else it is shown', async () => {
    for (const page of [ravi, asha]) {
      for (const path of ['/notifications', post, `/${owner.username}/community`]) {
        await page.goto(path)
        await expect(page.getByRole('main')).toBeVisible()
        await page.waitForTimeout(500)
      }
    }
  })
  expect(ran).toEqual([])
})
