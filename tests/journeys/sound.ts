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
 * Colour transitions spread level by level through the tree, for many frames; each level is ended here as soon as it
 * begins.
 */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Two frames, because what script draws after a change of width begins in the next one.
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise((resolve) => {
        requestAnimationFrame(resolve)
      })
      for (let level = 0; level < 100; level += 1) {
        const underWay = document
          .getAnimations()
          .filter((animation) => animation instanceof CSSTransition && animation.playState !== 'finished')
        if (underWay.length === 0) break
        for (const animation of underWay) animation.finish()
      }
    }
  })
}
