import { adultGatePart } from './features/adult-gate/adult-gate-part.ts'
import { embedPart } from './features/media/embed-part.ts'
import { mediaPart } from './features/media/media-part.ts'

/**
 * What not every page has, in files of its own. Around each stands its name as `data-part`: the server names the files
 * of those that are in a page, and hydrating waits for them, because a part that got other props before it was hydrated
 * would be thrown away and made anew.
 */
export const RARE_PARTS = [
  { name: 'adult-gate', part: adultGatePart },
  { name: 'embed', part: embedPart },
  { name: 'media', part: mediaPart },
] as const
