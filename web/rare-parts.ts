import { adultGatePart } from './features/adult-gate/adult-gate-part.ts'
import { embedPart } from './features/media/embed/embed-part.ts'
import { mediaPart } from './features/media/media-part.ts'
import { releasePart } from './features/post-card/release-part.ts'
import { filesPart } from './features/post-files/files-part.ts'
import { picturedPart } from './features/post-pictures/pictured-part.ts'

/**
 * Parts only some pages have, each in its own file. Each is wrapped in its name as `data-part`: the server lists the
 * files of those in a page, and hydration waits for them, because a part that got other props before it was hydrated
 * would be thrown away and recreated.
 */
export const RARE_PARTS = [
  { name: 'adult-gate', part: adultGatePart },
  { name: 'embed', part: embedPart },
  { name: 'media', part: mediaPart },
  { name: 'release', part: releasePart },
  { name: 'files', part: filesPart },
  { name: 'pictured', part: picturedPart },
] as const
