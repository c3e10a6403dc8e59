import type { Locator, Page } from '@playwright/test'

import { expect } from './journey.ts'
import { textOf } from './steps.ts'

/** Begins a draft in the full-page writer; answers its text. */
export async function beginDraft(page: Page, handle: string): Promise<Locator> {
  await page.goto(`/${handle}/write/new`)
  await page.waitForURL(/write\/[0-9a-f-]{36}$/)
  const text = textOf(page)
  await expect(text).toBeVisible()
  return text
}

/**
 * Moves the cursor to the end of the text that has the focus. The editor puts the cursor back where it was 20 ms after it
 * gets the focus, later on a busy machine: until it stays.
 */
export async function toEndOfText(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+End')
    await page.waitForTimeout(100)
    expect(await page.evaluate(isNothingAfterCursor)).toBe(true)
  }).toPass()
}

function isNothingAfterCursor(): boolean {
  const { focusNode, focusOffset } = getSelection() ?? {}
  const text = document.activeElement?.closest('[contenteditable="true"]')
  if (!focusNode || focusOffset === undefined || !text) return false
  const rest = document.createRange()
  rest.selectNodeContents(text)
  rest.setStart(focusNode, focusOffset)
  return rest.toString().trim() === ''
}
