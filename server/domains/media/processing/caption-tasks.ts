import { rewriteCaptions } from './captions.ts'

/* Run only by processes of a pool. */

/** WebVTT rewritten; null when it is malformed or holds no cue. */
export async function cleanCaptions(vtt: string): Promise<string | null> {
  return rewriteCaptions(vtt)
}
