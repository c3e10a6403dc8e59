import { findOrInstallBrowser } from '#scripts/find-browser.ts'

import { startSoundCard } from './sound-card.ts'

/** Finds the browser and starts a sound card, once for all workers; each worker starts its own product. Returns how to end. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export.
export default async function setUp(): Promise<() => void> {
  process.env['CHROMIUM'] = await findOrInstallBrowser()
  return startSoundCard()
}
