import { expect, test } from './journey.ts'
import { aPerson, openCreatorPage, publishPost, signUp } from './steps.ts'

test.slow()

const ARABIC = 'تسجيل جديد من الأمس، بصوت المطر.'
const LONG_NAME = 'The Long and Winding Studio of Unhurried Ceramics'

test('long names and words from right to left keep their place; a missing picture is a letter', async ({
  page,
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  await signUp(page, asha, mailbox)
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
    await expect(visitor.getByRole('article').first().getByText('T', { exact: true })).toBeVisible()

    /** How far the words are from both edges of their paragraph, in pixels. */
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
