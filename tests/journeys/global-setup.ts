import { findOrInstallBrowser } from '#scripts/find-browser.ts'
import { findOrInstallFfmpeg } from '#scripts/find-ffmpeg.ts'

/**
 * Finds, once for all workers, the programs that journeys need besides the product; each worker starts its own product.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export.
export default async function setUp(): Promise<void> {
  process.env['CHROMIUM'] = await findOrInstallBrowser()
  if (await findOrInstallFfmpeg()) process.env['JOURNEYS_HAVE_FFMPEG'] = 'yes'
}
