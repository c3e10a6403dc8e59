import { findOrInstallBrowser } from '#scripts/find-browser.ts'
import { findOrInstallFfmpeg } from '#scripts/find-ffmpeg.ts'

import { startProduct } from './product.ts'

/** Starts the product once for all journeys; what it returns stops it. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export.
export default async function setUp(): Promise<() => Promise<void>> {
  process.env['CHROMIUM'] = await findOrInstallBrowser()
  if (await findOrInstallFfmpeg()) process.env['JOURNEYS_HAVE_FFMPEG'] = 'yes'
  const product = await startProduct()
  process.env['JOURNEY_BASE_URL'] = product.baseUrl
  process.env['JOURNEY_DATA_DIR'] = product.dataDir
  process.env['JOURNEY_SANDBOX_URL'] = product.sandboxUrl
  return () => product.stop()
}
