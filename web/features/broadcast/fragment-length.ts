/* How long a fragment of a broadcast is: what is uploaded says it, and the playlist counts on it. */

/** The parts of the container that hold what we look for. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'moof', 'traf'])
const DURATION_PRESENT = 0x100

interface Track {
  id: number
  timescale: number
  isVideo: boolean
}

/** The tracks that a header (`ftyp` and `moov`) announces. */
export function tracksOf(header: Uint8Array<ArrayBuffer>): Track[] {
  const tracks: Track[] = []
  let id = 0
  let timescale = 0
  walk(header, (type, view) => {
    const isLong = view.byteLength > 0 && view.getUint8(0) === 1
    if (type === 'tkhd') id = view.getUint32(isLong ? 20 : 12)
    else if (type === 'mdhd') timescale = view.getUint32(isLong ? 20 : 12)
    else if (type === 'hdlr') tracks.push({ id, timescale, isVideo: wordAt(view, 8) === 'vide' })
  })
  return tracks
}

/** How long the picture of a fragment (`moof`) lasts, in milliseconds; without a picture, its sound. */
export function fragmentMs(moof: Uint8Array<ArrayBuffer>, tracks: readonly Track[]): number {
  const lengths = new Map<number, number>()
  let id = 0
  let usual = 0
  walk(moof, (type, view) => {
    if (type === 'tfhd') {
      id = view.getUint32(4)
      usual = usualDuration(view)
    } else if (type === 'trun') lengths.set(id, (lengths.get(id) ?? 0) + runDuration(view, usual))
  })
  const known = tracks.filter((track) => lengths.has(track.id) && track.timescale > 0)
  const track = known.find(({ isVideo }) => isVideo) ?? known[0]
  return track ? Math.round(((lengths.get(track.id) ?? 0) / track.timescale) * 1000) : 0
}

function usualDuration(tfhd: DataView): number {
  const flags = tfhd.getUint32(0) & 0xff_ff_ff
  if ((flags & 0x08) === 0) return 0
  return tfhd.getUint32(8 + ((flags & 0x01) === 0 ? 0 : 8) + ((flags & 0x02) === 0 ? 0 : 4))
}

function runDuration(trun: DataView, usual: number): number {
  const flags = trun.getUint32(0) & 0xff_ff_ff
  const count = trun.getUint32(4)
  if ((flags & DURATION_PRESENT) === 0) return count * usual
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length
  const start = 8 + ((flags & 0x01) === 0 ? 0 : 4) + ((flags & 0x04) === 0 ? 0 : 4)
  let sum = 0
  for (let sample = 0; sample < count; sample++) sum += trun.getUint32(start + sample * fields * 4)
  return sum
}

/** Calls back with each box and what is in it, outer ones first. */
function walk(bytes: Uint8Array<ArrayBuffer>, onBox: (type: string, view: DataView) => void): void {
  let at = 0
  const whole = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  while (at + 8 <= bytes.byteLength) {
    const size = whole.getUint32(at)
    if (size < 8 || at + size > bytes.byteLength) return
    const type = wordAt(whole, at + 4)
    const inside = bytes.subarray(at + 8, at + size)
    onBox(type, new DataView(inside.buffer, inside.byteOffset, inside.byteLength))
    if (CONTAINERS.has(type)) walk(inside, onBox)
    at += size
  }
}

function wordAt(view: DataView, at: number): string {
  return String.fromCodePoint(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))
}
