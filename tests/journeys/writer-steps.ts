import type { Locator, Page } from '@playwright/test'

import { expect } from './journey.ts'

/** Begins a draft in the full-page writer; answers its text. */
export async function beginDraft(page: Page, handle: string): Promise<Locator> {
  await page.goto(`/${handle}/write/new`)
  await page.waitForURL(/write\/[0-9a-f-]{36}$/)
  const text = page.getByRole('textbox', { name: 'Your post' })
  await expect(text).toBeVisible()
  return text
}
