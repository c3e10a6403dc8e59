import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { mediaFailures } from '#contract/media/failures.ts'
import { mediaMessages } from '#contract/media/messages.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import { hasFfmpeg } from '#server/platform/ffmpeg/find-ffmpeg.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

import type { MediumRow } from '../queries.ts'
import type { RenderedImage } from './image-tasks.ts'
import { makeRenditions } from './images.ts'
import { checkMade, type MadeNote } from './made-file.ts'
import { keepRendition, type MadeFile } from './renditions.ts'
import { scanFile } from './scan-file.ts'
import { transcodeApart } from './transcoding.ts'

/* Makes and stores the renditions of one medium. Pool processes make the files; they are checked and stored here. */

/** The state one step passes to the next. */
export interface Work {
  platform: Platform
  inTransaction: InTransaction
  row: MediumRow
  /** Reports the progress, in percent. */
  report: (progress: number) => void
  signal: AbortSignal
}

/** What is known of a medium once its files are made. */
export interface MadeFacts {
  /** null for videos and audio. */
  picture: Pick<RenderedImage, 'placeholder' | 'widthPx' | 'heightPx'> | null
  /** In what they differ from what was given. */
  notes: MadeNote[]
}

const NOTHING: MadeFacts = { picture: null, notes: [] }

/**
 * Makes the files browsers show from a stored file, and stores them; a file to download is scanned instead. Throws a `Failure` for the owner when it is the
 * file's fault, or else the error that stopped it.
 */
export async function makeAll(work: Work): Promise<MadeFacts> {
  const { kind } = work.row
  if (kind === 'file') {
    await scanFile(work)
    return NOTHING
  }
  // Without ffmpeg the original has to do; its owner hears if browsers don't play it.
  if (kind !== 'image' && !(await hasFfmpeg())) return NOTHING
  let facts = NOTHING
  await inWorkFolder(work, async (original, outputDir) => {
    facts =
      kind === 'image'
        ? await makePicture(work, original, outputDir)
        : { picture: null, notes: await makePlayable(work, kind, original, outputDir) }
  })
  return facts
}

async function makePicture(work: Work, file: string, outputDir: string): Promise<MadeFacts> {
  const { notes, ...picture } = await keepingMade(work, outputDir, (keep, signal) =>
    makeRenditions(
      work.platform,
      { file, outputDir },
      ({ progress, ...made }) => {
        keep({ ...made, extension: 'webp', mime: 'image/webp' })
        work.report(progress)
      },
      signal,
    ),
  )
  return { picture, notes }
}

function makePlayable(
  work: Work,
  kind: 'video' | 'audio',
  inputPath: string,
  outputDir: string,
): Promise<MadeNote[]> {
  return keepingMade(work, outputDir, (keep, signal) =>
    transcodeApart(
      work.platform,
      { inputPath, outputDir, kind },
      {
        progress: work.report,
        rendition: (made) => keep({ ...made, extension: path.extname(made.file).slice(1) }),
        signal,
      },
    ),
  )
}

/** Checks and stores one file after another while the next is made; any error ends the work. */
async function keepingMade<T>(
  { platform, inTransaction, row, signal }: Work,
  outputDir: string,
  make: (keep: (made: MadeFile) => void, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const failed = new AbortController()
  const keepNext = async (before: Promise<void>, made: MadeFile): Promise<void> => {
    await before
    if (failed.signal.aborted) return
    try {
      await checkMade(outputDir, made.file, made.mime)
      await keepRendition(platform, inTransaction, row, made)
    } catch (error) {
      failed.abort(error)
    }
  }
  let keeping = Promise.resolve()
  const keep = (made: MadeFile) => void (keeping = keepNext(keeping, made))
  try {
    const result = await make(keep, AbortSignal.any([signal, failed.signal]))
    await keeping
    failed.signal.throwIfAborted()
    return result
  } finally {
    // The files are about to be removed.
    await keeping
  }
}

/** The original as a file of this machine, and an empty folder, both for as long as `make` takes. */
async function inWorkFolder(
  { platform, row, signal }: Work,
  make: (original: string, outputDir: string) => Promise<void>,
): Promise<void> {
  const folder = path.join(workFolder(platform.config.dataDir), `${row.id}-${randomBytes(6).toString('hex')}`)
  const outputDir = path.join(folder, 'out')
  try {
    await fs.mkdir(outputDir, { recursive: true })
    const original = path.join(folder, 'original')
    if (row.originalKey === null || !(await bring(platform.storage, row.originalKey, original, signal)))
      throw new Failure(mediaFailures.medium_refused, { message: mediaMessages.lost })
    await make(original, outputDir)
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}

/** Gives an object a name in a folder of ours, to be read there only; false when it is not in the store. */
async function bring(storage: Storage, key: string, file: string, signal: AbortSignal): Promise<boolean> {
  const kept = storage.fileOf(key)
  const isLinked =
    kept !== null &&
    (await fs.link(kept, file).then(
      () => true,
      () => false,
    ))
  if (isLinked) return true
  // The store is elsewhere, on another disk, or on one that has no links.
  const found = await storage.open(key)
  if (!found) return false
  await pipeline(found.stream, createWriteStream(file), { signal })
  return true
}

/** Where media are prepared on this machine. */
export function workFolder(dataDir: string): string {
  return path.join(dataDir, 'work')
}
