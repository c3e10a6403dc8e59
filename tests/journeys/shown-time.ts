import type { Page } from '@playwright/test'

/** Has the page remember when a text first appears in it: a busy machine looks for it later. */
export async function noteWhenShown(page: Page, text: string): Promise<void> {
  await page.evaluate((wanted) => {
    const observer = new MutationObserver(() => {
      if (!document.body.textContent.includes(wanted)) return
      observer.disconnect()
      document.body.dataset['shownAt'] = String(Date.now())
    })
    observer.observe(document.body, { childList: true, subtree: true })
  }, text)
}

/** For how long that text has been there, by the page's own clock. */
export function shownForMs(page: Page): Promise<number> {
  return page.evaluate(() => Date.now() - Number(document.body.dataset['shownAt']))
}
