import { type EditedFile, editFile } from './edited-file.ts'
import { stripBoxes } from './strip-boxes.ts'
import { stripMatroska } from './strip-matroska.ts'
import { stripOgg } from './strip-ogg.ts'
import { stripFlac, stripLeadingTags, stripTrailingTags, stripWave } from './strip-tags.ts'

/** How Matroska and WebM files begin. */
const EBML = Buffer.from('1a45dfa3', 'hex')

/** How MP4 and QuickTime files begin. */
const FIRST_BOXES: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat', 'free', 'wide', 'skip', 'pnot'])

/**
 * Removes metadata from a video or an audio file: where, when, by whom and with what it was made, covers, other
 * programs' notes. Everything happens in place, and the played content doesn't move; a file of an unknown format, or a
 * broken one, is left as it is from there on. Returns whether anything was changed. Run only by processes of a pool.
 */
export function stripDescriptions(path: string): Promise<{ hasChanged: boolean }> {
  return editFile(path, strip)
}

async function strip(file: EditedFile): Promise<void> {
  const start = await stripLeadingTags(file)
  const head = await file.read(start, 12)
  const magic = head.toString('latin1', 0, 4)
  if (magic === 'OggS') return stripOgg(file, start)
  if (head.subarray(0, 4).equals(EBML)) return stripMatroska(file, start)
  if (/^(?:RIFF|RF64)$/.test(magic) && head.toString('latin1', 8, 12) === 'WAVE')
    return stripWave(file, start)
  if (FIRST_BOXES.has(head.toString('latin1', 4, 8))) return stripBoxes(file)
  if (magic === 'fLaC') await stripFlac(file, start)
  await stripTrailingTags(file)
}
