import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'

for (const widthPx of [390, 1280])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`a visitor sees the front page, ${colorScheme}, ${widthPx} pixels wide`, async ({ page }) => {
      await page.setViewportSize({ width: widthPx, height: 844 })
      await page.emulateMedia({ colorScheme })
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Start Creating Today' })).toBeVisible()
      const overflowPx = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflowPx, 'nothing makes the page scroll sideways').toBe(0)
      await expectAccessible(page)
    })
