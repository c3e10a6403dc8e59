import type { Page } from '@playwright/test'

import { misplacedOn } from '#scripts/cut-texts.ts'

import { expect, test } from './journey.ts'
import { call, signUpCreator, signUpUnseen } from './seed.ts'
import { aPerson, joinPlan, longText, openNewestPost } from './steps.ts'

const WIDTHS_PX = [320, 390, 1280]

/** What is sketched while the rest is on its way. */
const SKETCHED = '.animate-breathe'

/** Runs in the page: what is wrong with its controls, its bars and its scrolling; `misplacedOn` looks at the texts. */
function faultsOfBoxes(): string[] {
  const width = document.documentElement.clientWidth
  const found: string[] = []
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getBoundingClientRect().width > 1
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ?? (element.textContent.trim() || element.tagName)
  /** Whatever scrolls sideways by itself may reach beyond the window. */
  const isInScroller = (element: Element): boolean =>
    ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) ||
    (element.parentElement !== null && isInScroller(element.parentElement))

  /** Where the words of a label are seen; what only screen readers read takes no room. */
  const wordsOf = (label: Element) => {
    const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT)
    const words: { label: Element; text: string; box: DOMRect }[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode
      if (text.parentElement?.closest('.sr-only')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      words.push({ label, text: text.textContent ?? '', box: range.getBoundingClientRect() })
    }
    return words
  }

  for (const control of document.querySelectorAll(
    'a, button, input, select, textarea, summary, video, audio',
  )) {
    const { left, right } = control.getBoundingClientRect()
    if ((left < -1 || right > width + 1) && isSeen(control) && !isInScroller(control))
      found.push(`beside the window: ${nameOf(control)}`)
  }

  for (const bar of document.querySelectorAll('nav, [role=tablist]')) {
    const words = [...bar.querySelectorAll('a, button')].filter(isSeen).flatMap(wordsOf)
    for (const [index, one] of words.entries())
      for (const other of words.slice(index + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        if (one.label !== other.label && across > 1 && down > 1)
          found.push(`on each other in a bar: ${one.text} / ${other.text}`)
      }
  }

  const page = document.documentElement
  if (page.scrollHeight > page.clientHeight + 1)
    for (const part of document.body.querySelectorAll('*'))
      if (
        ['auto', 'scroll'].includes(getComputedStyle(part).overflowY) &&
        part.scrollHeight > part.clientHeight + 1 &&
        part.clientHeight > page.clientHeight / 2
      )
        found.push(`scrolls within a page that scrolls: ${part.tagName} ${part.className}`)
  return found
}

/** Nothing on the screen stands outside its place, at any width. */
async function expectInPlace(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    for (const widthPx of WIDTHS_PX) {
      await page.setViewportSize({ width: widthPx, height: 844 })
      await expect(page.locator(SKETCHED)).toHaveCount(0)
      await expect
        .poll(async () => [...(await misplacedOn(page)), ...(await page.evaluate(faultsOfBoxes))], {
          message: `${path} at ${widthPx} px`,
        })
        .toEqual([])
    }
  })
}

test('nothing stands outside its place on the main screens, on phones and on desktops', async ({
  page: asha,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Asha Venkataraghavan-Subramaniam')
  const handle = creator.username
  await signUpCreator(asha, creator, mailbox, [
    { name: 'Buzzed', price: '5', description: 'A letter a week.' },
    { name: 'Tipsy', price: '9.99', description: 'Letters and demos.' },
    { name: 'Drunk', price: '1250', description: 'Everything I have.' },
  ])
  const content = `<h2>${'Unabbreviated'.repeat(4)}</h2><p>${longText('The harbour, again.')}</p>`
  await call(asha, 'POST', '/post/create', { data: { content } })

  const ravi = await openBrowser()
  await signUpUnseen(ravi, aPerson('Ravi Menon'), mailbox)
  await joinPlan(ravi, handle, 'Tipsy')

  const visitor = await openBrowser()
  for (const path of ['/explore', `/${handle}`, `/${handle}/membership`]) await expectInPlace(visitor, path)

  await ravi.goto(`/${handle}`)
  const post = await openNewestPost(ravi)
  for (const path of [
    post,
    `/${handle}`,
    '/explore',
    '/subscriptions',
    '/messages',
    '/settings',
    '/settings?tab=billing',
  ])
    await expectInPlace(ravi, path)

  for (const path of [
    `/${handle}`,
    '/payout',
    '/studio',
    '/you',
    '/studio/insights',
    '/studio/members',
    '/notifications',
    '/messages',
    '/settings?tab=page',
  ])
    await expectInPlace(asha, path)
})
