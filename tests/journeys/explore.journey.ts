import type { Page } from '@playwright/test'

import { expect, test } from './journey.ts'
import { call, follow, openCreatorPage, signUpUnseen } from './seed.ts'
import { aPerson } from './steps.ts'

/** More than two parts of the list. */
const POSTS = 25

/** Publishes with the editor's call; writing each post by hand would prove nothing more. */
async function publishMany(page: Page): Promise<void> {
  const statuses = await page.evaluate(async (count) => {
    const answers: number[] = []
    for (let number = 1; number <= count; number += 1) {
      const response = await fetch('/api/post/create', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('token')}`,
        },
        body: JSON.stringify({ content: `<p>Day ${number} of the long list.</p>` }),
      })
      answers.push(response.status)
    }
    return answers
  }, POSTS)
  expect(statuses).toEqual(Array.from({ length: POSTS }, () => 200))
}

test('Explore loads more on scrolling, each post once, and finds pages by name that are not shown', async ({
  page: asha,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Zenobia Quill')
  await signUpUnseen(asha, creator, mailbox)
  await openCreatorPage(asha, { pageName: 'Zenobia Quill', handle: creator.username })
  await publishMany(asha)

  const visitor = await openBrowser()
  await visitor.goto('/explore')
  const posts = visitor.getByRole('region', { name: 'Recent Posts' }).getByRole('article')
  await expect(posts).toHaveCount(10)
  const days = visitor.getByText(/^Day \d+ of the long list\.$/)
  await expect
    .poll(async () => {
      await visitor.mouse.wheel(0, 2000)
      return days.count()
    })
    .toBe(POSTS)
  const texts = await days.allTextContents()
  expect(texts).toEqual(Array.from({ length: POSTS }, (_, place) => `Day ${POSTS - place} of the long list.`))

  await visitor.getByPlaceholder('Search creators or topics').fill('zenobia q')
  const found = visitor.getByRole('region', { name: 'Creators' }).getByRole('link')
  await expect(found).toHaveText(['Zenobia Quill'])
})

test('whoever follows a page sees its posts once on Explore', async ({
  page: asha,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Zenobia Quill')
  await signUpUnseen(asha, creator, mailbox)
  await openCreatorPage(asha, { pageName: 'Zenobia Quill', handle: creator.username })
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8])
    await call(asha, 'POST', '/post/create', { data: { content: `<p>Verse ${number} of eight.</p>` } })
  const other = await openBrowser()
  const stranger = aPerson('Omar Said')
  await signUpUnseen(other, stranger, mailbox)
  await openCreatorPage(other, { pageName: 'Omar Said', handle: stranger.username })
  await call(other, 'POST', '/post/create', { data: { content: '<p>From somebody else.</p>' } })

  const ravi = await openBrowser()
  await signUpUnseen(ravi, aPerson('Ravi Menon'), mailbox)
  await follow(ravi, creator.username)
  await ravi.goto('/explore')
  await expect(ravi.getByText('Verse 8 of eight.')).toBeVisible()
  await expect(ravi.getByText('From somebody else.')).toBeVisible()
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8])
    await expect(ravi.getByText(`Verse ${number} of eight.`)).toHaveCount(1)

  await test.step('what is new stands first, until it was opened', async () => {
    await call(asha, 'POST', '/post/create', {
      data: { title: 'The ninth verse', content: '<p>One more.</p>' },
    })
    const unread = ravi.getByRole('region', { name: 'Unread' })
    await expect(async () => {
      await ravi.goto('/explore')
      await expect(unread.getByRole('article')).toHaveCount(1, { timeout: 5000 })
    }).toPass()
    await expect(ravi.getByRole('heading', { level: 1, name: 'New from people you support' })).toBeVisible()
    await unread.getByRole('link', { name: 'The ninth verse' }).first().click()
    await expect(ravi.getByRole('heading', { level: 1, name: 'The ninth verse' })).toBeVisible()
    await expect(ravi.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
    await ravi.goto('/explore')
    await expect(ravi.getByRole('region', { name: 'Latest posts' })).toContainText('The ninth verse')
    await expect(unread).toHaveCount(0)
  })
})
