import type { Page } from '@playwright/test'

import { expect, expectAccessible } from './journey.ts'

const WIDTHS_PX = [390, 1280]
const THEMES = ['light', 'dark'] as const

/** Looks at what the page shows now, in every theme and width. */
export async function expectSound(page: Page): Promise<void> {
  for (const width of WIDTHS_PX)
    for (const colorScheme of THEMES) {
      await page.setViewportSize({ width, height: 850 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await themeHasArrived(page)
      await expectAccessible(page)
      const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflowPx, `${page.url()} is wider than ${width} pixels`).toBeLessThanOrEqual(0)
    }
}

/** Colours change by transitions, one level of the tree after the other; on a busy machine that takes many frames. */
async function themeHasArrived(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let calmFrames = 0; calmFrames < 2; calmFrames += 1) {
      await new Promise((resolve) => {
        requestAnimationFrame(resolve)
      })
      // Of what is folded away, transitions stay in the list after their end.
      const isUnderWay = (animation: Animation) =>
        animation instanceof CSSTransition && animation.playState !== 'finished'
      if (document.getAnimations().some(isUnderWay)) calmFrames = -1
    }
  })
}
