import { type Page, test } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { expect } from './journey.ts'

interface Look {
  width: number
  colorScheme: 'light' | 'dark'
  rules: 'all' | 'colours'
}

/** Each width and each theme once, by all rules: for journeys. */
const LOOKS: readonly Look[] = [
  { width: 390, colorScheme: 'light', rules: 'all' },
  { width: 1280, colorScheme: 'dark', rules: 'all' },
]

/**
 * Each width in each theme, for the proofs. Each differs from the one before in one thing: a change of theme costs more
 * than a check.
 */
const ALL_LOOKS: readonly Look[] = [
  { width: 390, colorScheme: 'light', rules: 'all' },
  { width: 390, colorScheme: 'dark', rules: 'colours' },
  { width: 1280, colorScheme: 'dark', rules: 'colours' },
  { width: 1280, colorScheme: 'light', rules: 'all' },
]

/** Checks the current page on phone and desktop, light and dark; in the proofs, in each combination of them. */
export async function expectSound(page: Page): Promise<void> {
  const looks = test.info().project.name === 'proofs' ? ALL_LOOKS : LOOKS
  for (const { width, colorScheme, rules } of looks) {
    await page.setViewportSize({ width, height: 850 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await endTransitions(page)
    await expectAccessible(page, rules)
    const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflowPx, `${page.url()} is wider than ${width} pixels`).toBeLessThanOrEqual(0)
  }
}

/**
 * From here on a change of theme is there at once. Transitions of colours spread level by level through the tree, for many
 * frames, and each costs the styles of the whole page.
 */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const marked = window as unknown as { endsTransitions?: true }
    if (!marked.endsTransitions) {
      marked.endsTransitions = true
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('*, *::before, *::after, *::backdrop { transition: none !important }')
      document.adoptedStyleSheets.push(sheet)
    }
    // Two frames, because what script draws after a change of width begins in the next one.
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve)
      })
  })
}
