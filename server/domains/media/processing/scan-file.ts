import { mediaFailures } from '#contract/media/failures.ts'
import { mediaMessages } from '#contract/media/messages.ts'
import { scanForViruses, TooLargeToScan } from '#server/platform/clamd/scan.ts'
import { Failure } from '#server/platform/failure.ts'

import type { Platform } from '#server/platform/platform.ts'

import type { MediumRow } from '../queries.ts'

/**
 * Has a file scanned for viruses, where a scanner is configured. Throws a `Failure` for its owner unless it is clean, or
 * the error that kept us from knowing.
 */
export async function scanFile({
  platform,
  row,
  signal,
}: {
  platform: Platform
  row: MediumRow
  signal: AbortSignal
}): Promise<void> {
  const { config, storage, log } = platform
  if (config.clamd === null) return
  const found = row.originalKey === null ? null : await storage.open(row.originalKey)
  if (!found) throw new Failure(mediaFailures.medium_refused, { message: mediaMessages.lost })
  try {
    const finding = await scanForViruses(config.clamd, found.stream, signal)
    if (finding === null) return
    log.warn({ mediaId: row.id, finding }, 'a virus was found in an uploaded file')
    throw new Failure(mediaFailures.medium_refused, { message: mediaMessages.infected })
  } catch (error) {
    if (!(error instanceof TooLargeToScan)) throw error
    log.error({ err: error, mediaId: row.id }, 'clamd refused a file: set its StreamMaxLength to 500M')
    throw new Failure(mediaFailures.medium_refused, { message: mediaMessages.tooLargeToScan })
  }
}
