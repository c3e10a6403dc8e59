import { rewriteCaptions } from './captions.ts'

/* Run by processes of a pool alone. */

/** WebVTT written anew; null when it is none, or holds no cue. */
export async function cleanCaptions(vtt: string): Promise<string | null> {
  return rewriteCaptions(vtt)
}
