import { findOrInstallBrowser } from '#scripts/find-browser.ts'

/** Finds the browser, once for all workers; each worker starts its own product. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export.
export default async function setUp(): Promise<void> {
  process.env['CHROMIUM'] = await findOrInstallBrowser()
}
