import type { Page } from '@playwright/test'

import { expect, test } from './journey.ts'
import { expectSound } from './sound.ts'

/**
 * Looks at every screen that somebody may see: no axe violations and nothing cut off or wider than the window, in both
 * themes, on phone and desktop. Hydration must not complain either; every journey watches for that.
 */
export class Looks {
  readonly #seen = new Set<string>()

  /** At what is open, whether page or dialog; then there is room again for the next steps. */
  async here(page: Page): Promise<void> {
    await expectSound(page)
    this.#seen.add(new URL(page.url()).pathname)
    await page.setViewportSize({ width: 1280, height: 850 })
  }

  async at(page: Page, address: string): Promise<void> {
    await test.step(address, async () => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await this.here(page)
      // Some lead on to another.
      this.#seen.add(address.replace(/\?.*$/, ''))
    })
  }

  /** At a dialog, which is closed unchanged. */
  async atDialog(page: Page, open: () => Promise<void>): Promise<void> {
    await page.setViewportSize({ width: 1280, height: 850 })
    await open()
    await expect(page.locator('dialog[open]')).toBeVisible()
    await this.here(page)
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog[open]')).toHaveCount(0)
  }

  /** Fails unless each of these was looked at. `:name` stands for one part of an address. */
  expectAll(addresses: readonly string[]): void {
    const isSeen = (address: string) => {
      const pattern = new RegExp(`^${address.replace(/\?.*$/, '').replace(/:\w+/g, '[^/]+')}$`)
      return [...this.#seen].some((pathname) => pattern.test(pathname))
    }
    expect(addresses.filter((address) => !isSeen(address))).toEqual([])
  }
}
