import type { Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { expect } from './journey.ts'

const WIDTHS_PX = [390, 1280]
const THEMES = ['light', 'dark'] as const

/** Checks the current page in every theme and width. */
export async function expectSound(page: Page): Promise<void> {
  for (const width of WIDTHS_PX)
    for (const colorScheme of THEMES) {
      await page.setViewportSize({ width, height: 850 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await themeHasArrived(page)
      await expectAccessible(page, colorScheme === 'light' ? 'all' : 'colours')
      const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflowPx, `${page.url()} is wider than ${width} pixels`).toBeLessThanOrEqual(0)
    }
}

/** Colour transitions spread level by level through the tree; on a busy machine that takes many frames. */
async function themeHasArrived(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // In content that isn't rendered, transitions never end.
    const latest = performance.now() + 5000
    for (let calmFrames = 0; calmFrames < 2 && performance.now() < latest; calmFrames += 1) {
      await new Promise((resolve) => {
        requestAnimationFrame(resolve)
      })
      // Transitions of collapsed content stay in the list after they end.
      const isUnderWay = (animation: Animation) =>
        animation instanceof CSSTransition && animation.playState !== 'finished'
      if (document.getAnimations().some(isUnderWay)) calmFrames = -1
    }
  })
}
