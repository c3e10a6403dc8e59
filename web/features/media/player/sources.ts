import type { OutputOf } from '#contract/http/route.ts'
import type { getPlayback } from '#contract/media/calls.ts'

export type Playback = OutputOf<typeof getPlayback>

/** `auto`: the best the connection allows; `saver`: a small picture; `sound`: sound only. */
export type Quality = 'auto' | 'saver' | 'sound'

export const HLS_TYPE = 'application/vnd.apple.mpegurl'

export interface Source {
  url: string
  /** null: the browser detects it, which for files works better than their declared type. */
  type: string | null
}

/** The addresses to play at a quality, in the order a browser should try them. */
export function sourcesOf(
  { hls, src, lowSrc, audioOnlySrc }: Pick<Playback, 'hls' | 'src' | 'lowSrc' | 'audioOnlySrc'>,
  quality: Quality,
): Source[] {
  const smaller = quality === 'sound' ? (audioOnlySrc ?? lowSrc) : quality === 'saver' ? lowSrc : null
  const urls = smaller === null ? [hls, src ?? lowSrc] : [smaller]
  return urls.filter((url) => url !== null).map((url) => ({ url, type: isPlaylist(url) ? HLS_TYPE : null }))
}

/** The choices worth offering; a single one is no choice. */
export function qualitiesOf({ lowSrc, audioOnlySrc }: Pick<Playback, 'lowSrc' | 'audioOnlySrc'>): Quality[] {
  return [
    'auto',
    ...(lowSrc === null ? [] : ['saver' as const]),
    ...(audioOnlySrc === null ? [] : ['sound' as const]),
  ]
}

/** Whether another answer for the same media brings more than new signatures, and so is worth using. */
export function isAnother(known: Playback, answered: Playback): boolean {
  return shapeOf(known) !== shapeOf(answered)
}

function shapeOf({ _id, state, src, srcSet, hls, lowSrc, audioOnlySrc, captions, alt }: Playback): string {
  const has = [src, hls, lowSrc, audioOnlySrc].map((url) => url !== null)
  return JSON.stringify([_id, state, has, srcSet.length, captions.map(({ language }) => language), alt])
}

function isPlaylist(url: string): boolean {
  return /\.m3u8(?:$|\?)/.test(url)
}
