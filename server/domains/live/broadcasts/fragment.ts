import { type Box, findBoxes } from '#server/platform/media-files/boxes.ts'

/*
 * What comes from a broadcaster is looked at as far as its boxes go: that it is a CMAF header or fragment, and that the
 * sizes of its boxes add up. What is in the pictures is up to the players.
 */

const BOXES_MAX = 64
/** Of one fragment: one each for picture and sound. */
const TRACKS_MAX = 2

function within(bytes: Buffer, box: Box): Box[] {
  return findBoxes(bytes, box.start, box.end, BOXES_MAX) ?? []
}

function isOneOf(types: readonly string[], { type }: Box): boolean {
  return types.includes(type)
}

/** Whether bytes are what players read first: `ftyp` and `moov`, whose tracks go on in fragments. */
export function isInit(bytes: Buffer): boolean {
  const boxes = findBoxes(bytes, 0, bytes.length, BOXES_MAX)
  if (boxes?.[0]?.type !== 'ftyp') return false
  const moov = boxes.filter(({ type }) => type === 'moov')
  if (moov.length !== 1 || !boxes.every((box) => isOneOf(['ftyp', 'moov', 'free'], box))) return false
  const parts = moov.flatMap((box) => within(bytes, box)).map(({ type }) => type)
  const tracks = parts.filter((type) => type === 'trak').length
  return tracks >= 1 && tracks <= TRACKS_MAX && parts.includes('mvhd') && parts.includes('mvex')
}

const BEFORE = ['styp', 'sidx', 'emsg', 'prft', 'free']

/** Whether bytes are a fragment: one or more pairs of `moof` and `mdat`. */
export function isFragment(bytes: Buffer): boolean {
  const boxes = findBoxes(bytes, 0, bytes.length, BOXES_MAX)
  if (!boxes) return false
  const kept = boxes.filter((box) => !isOneOf(BEFORE, box))
  if (kept.length === 0 || kept.length % 2 !== 0) return false
  return kept.every((box, index) =>
    index % 2 === 0 ? box.type === 'moof' && isMoof(bytes, box) : box.type === 'mdat' && box.end > box.start,
  )
}

function isMoof(bytes: Buffer, moof: Box): boolean {
  const [first, ...rest] = within(bytes, moof)
  const tracks = rest.filter(({ type }) => type === 'traf')
  if (first?.type !== 'mfhd' || tracks.length === 0 || tracks.length > TRACKS_MAX) return false
  return tracks.every((track) => {
    const types = within(bytes, track).map(({ type }) => type)
    return types[0] === 'tfhd' && types.includes('trun')
  })
}
