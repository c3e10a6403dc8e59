import { RtmpRefused } from './limits.ts'

/** Of those we take, the profile whose parameters name the format of the colours: high. */
const WITH_COLOURS = 100
/** No number of a parameter set is longer. */
const ZEROS_MAX = 24
const REFERENCES_MAX = 255

/** Reads the width and height of a sequence parameter set. Throws {@link RtmpRefused}. */
export function pictureSize(parameterSet: Buffer): { width: number; height: number } {
  const bits = createBitReader(withoutEmulation(parameterSet.subarray(1, 512)))
  const profile = bits.number(8)
  bits.number(16)
  bits.exponential()
  if (profile === WITH_COLOURS) {
    if (bits.exponential() !== 1)
      throw new RtmpRefused('pictures with colours other than 4:2:0', 'picture_colours')
    if (bits.exponential() + bits.exponential() > 0)
      throw new RtmpRefused('pictures of more than 8 bits', 'picture_colours')
    bits.number(1)
    if (bits.number(1) === 1) skipScalingLists(bits)
  }
  bits.exponential()
  skipOrder(bits)
  bits.exponential()
  bits.number(1)
  const columns = bits.exponential() + 1
  const rows = bits.exponential() + 1
  const isWhole = bits.number(1)
  if (isWhole === 0) bits.number(1)
  bits.number(1)
  const cut = { x: 0, y: 0 }
  if (bits.number(1) === 1) {
    cut.x = bits.exponential() + bits.exponential()
    cut.y = bits.exponential() + bits.exponential()
  }
  return { width: columns * 16 - cut.x * 2, height: (rows * 16 - cut.y * 2) * (2 - isWhole) }
}

interface BitReader {
  number: (bits: number) => number
  exponential: () => number
  signed: () => number
}

function createBitReader(bytes: Buffer): BitReader {
  let at = 0
  function number(bits: number): number {
    let value = 0
    for (let bit = 0; bit < bits; bit++) {
      const byte = bytes[at >> 3]
      if (byte === undefined) throw new RtmpRefused('settings of pictures that end too early')
      value = value * 2 + ((byte >> (7 - (at & 7))) & 1)
      at += 1
    }
    return value
  }
  function exponential(): number {
    let zeros = 0
    while (number(1) === 0) if (++zeros > ZEROS_MAX) throw new RtmpRefused('a number that is too long')
    return 2 ** zeros - 1 + number(zeros)
  }
  const signed = () => {
    const value = exponential()
    return value % 2 === 0 ? -value / 2 : (value + 1) / 2
  }
  return { number, exponential, signed }
}

/** A third byte after two zeros keeps the bytes from looking like a start; it isn't part of them. */
function withoutEmulation(bytes: Buffer): Buffer {
  return Buffer.from(
    bytes.filter((byte, index) => byte !== 3 || bytes[index - 1] !== 0 || bytes[index - 2] !== 0),
  )
}

function skipScalingLists(bits: BitReader): void {
  for (let list = 0; list < 8; list++) {
    if (bits.number(1) === 0) continue
    let [last, next] = [8, 8]
    for (let index = 0; index < (list < 6 ? 16 : 64); index++) {
      if (next !== 0) next = (last + bits.signed() + 256) % 256
      last = next === 0 ? last : next
    }
  }
}

function skipOrder(bits: BitReader): void {
  const kind = bits.exponential()
  if (kind === 0) bits.exponential()
  if (kind !== 1) return
  bits.number(1)
  bits.signed()
  bits.signed()
  const references = bits.exponential()
  if (references > REFERENCES_MAX) throw new RtmpRefused('too many references')
  for (let reference = 0; reference < references; reference++) bits.signed()
}
