import type { Locator, Page } from '@playwright/test'

import { expect } from './journey.ts'

/** More Tab stops than any of our pages has; one that grows as it is read gains some on the way, so back it takes more. */
const STOPS_MAX = { Tab: 120, 'Shift+Tab': 400 }

/**
 * Reaches a control without a mouse, from wherever the focus is: with Tab, and from the page's end back with Shift+Tab,
 * because a browser without a window has nothing after a page that leads to its beginning.
 */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  await expect(control).toBeEnabled()
  for (const key of ['Tab', 'Shift+Tab'] as const)
    for (let stop = 0; stop < STOPS_MAX[key]; stop += 1) {
      if (await hasFocus(control)) return
      if (stop > 0 && (await isFocusNowhere(page))) break
      await page.keyboard.press(key)
    }
  throw new Error(`${String(control)} cannot be reached with Tab`)
}

function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === element.ownerDocument.activeElement)
}

function isFocusNowhere(page: Page): Promise<boolean> {
  return page.evaluate(() => document.activeElement === null || document.activeElement === document.body)
}

/** Types into a field reached with Tab. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** Presses a button or follows a link reached with Tab. */
export async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

/** Ticks a box reached with Tab. */
export async function check(page: Page, box: Locator): Promise<void> {
  await tabTo(page, box)
  await page.keyboard.press('Space')
  await expect(box).toBeChecked()
}

/** Something was announced to screen readers: it is in a live region. */
export async function expectAnnounced(page: Page, text: string | RegExp): Promise<void> {
  const regions = page.locator(
    '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"], output',
  )
  await expect(regions.filter({ hasText: text }).first()).toBeAttached()
}
