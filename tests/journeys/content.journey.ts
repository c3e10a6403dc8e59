import { expect, test } from './journey.ts'
import { openCreatorPage, signUpUnseen } from './seed.ts'
import { aPerson, beginPost, publishPost } from './steps.ts'

test.slow()

const ARABIC = 'تسجيل جديد من الأمس، بصوت المطر.'
const LONG_NAME = 'The Long and Winding Studio of Unhurried Ceramics'

test('long names and right-to-left text stay in place; a missing picture becomes a letter', async ({
  page,
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  await signUpUnseen(page, asha, mailbox)
  await openCreatorPage(page, { pageName: LONG_NAME, handle: asha.username })
  await publishPost(page, { text: ARABIC })
  await publishPost(page, { text: 'From left to right.' })

  const visitor = await openBrowser()
  for (const width of [320, 1280]) {
    await visitor.setViewportSize({ width, height: 800 })
    await visitor.goto(`/${asha.username}`)
    await expect(visitor.getByRole('heading', { level: 1, name: LONG_NAME })).toBeVisible()
    const overflowPx = await visitor.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflowPx, `the page is wider than ${width} pixels`).toBeLessThanOrEqual(0)
    // In the header: her posts on her own page don't repeat her picture.
    await expect(visitor.getByRole('main').getByText('T', { exact: true }).first()).toBeVisible()

    /** How far the text is from both edges of its paragraph, in pixels. */
    const gapsOf = (text: string) =>
      visitor.getByText(text).evaluate((paragraph) => {
        const range = document.createRange()
        range.selectNodeContents(paragraph)
        const [words, box] = [range.getBoundingClientRect(), paragraph.getBoundingClientRect()]
        return { left: words.left - box.left, right: box.right - words.right }
      })
    expect((await gapsOf(ARABIC)).right).toBeLessThan(2)
    expect((await gapsOf('From left to right.')).left).toBeLessThan(2)
    if (width === 1280) expect((await gapsOf(ARABIC)).left).toBeGreaterThan(20)
  }
})

test('a long post continues where the excerpt ended: for a visitor, by keyboard, after a failed attempt', async ({
  page,
  openBrowser,
  mailbox,
  allowError,
}) => {
  allowError(/status of 404 .*\/api\/post\/getPost\//)
  const asha = aPerson('Asha Rao')
  await signUpUnseen(page, asha, mailbox)
  await openCreatorPage(page, { pageName: asha.name, handle: asha.username })
  const text = `It begins with rain. ${'The band played on. '.repeat(150)}It ends with tea.`
  const dialog = await beginPost(page, { text })
  await dialog.getByRole('button', { name: 'Publish Post' }).click()
  await expect(dialog).toBeHidden()
  // Its creator reads it like everyone else.
  const own = page.getByRole('article').first()
  await own.getByRole('button', { name: 'Continue reading' }).click()
  await expect(own.getByText('It ends with tea.')).toBeVisible()

  const visitor = await openBrowser()
  await visitor.goto(`/${asha.username}`)
  const post = visitor.getByRole('article').first()
  await expect(post.getByText('It begins with rain.')).toBeVisible()
  await expect(post.getByText('It ends with tea.')).toBeHidden()
  const asked = '**/api/post/getPost/*'
  await visitor.route(asked, (route) => route.fulfill({ status: 404, json: { message: 'Not just now.' } }))
  await post.getByRole('button', { name: 'Continue reading' }).focus()
  await visitor.keyboard.press('Enter')
  await expect(post.getByRole('alert')).toHaveText('The rest of this post could not be loaded. Not just now.')
  await visitor.unroute(asked)
  await expect(post.getByRole('button', { name: 'Try again' })).toBeFocused()
  await visitor.keyboard.press('Enter')
  const words = post.getByText('It ends with tea.')
  await expect(words).toBeVisible()
  await expect(words).toBeFocused()
  await expect(post.getByRole('status')).toHaveText('The whole post is shown.')
  await expect(post.getByRole('button', { name: 'Continue reading' })).toBeHidden()
})
