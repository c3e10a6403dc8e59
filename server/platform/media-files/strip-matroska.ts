import type { EditedFile } from './edited-file.ts'

const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const INFO = 0x1549a966
const TAGS = 0x1254c367
const ATTACHMENTS = 0x1941a469
/** Within Info: its checksum, title, date, and the names of this file and its neighbours. */
const INFO_DESCRIPTIONS: ReadonlySet<number> = new Set([0xbf, 0x7ba9, 0x4461, 0x7384, 0x3c83ab, 0x3e83bb])
const VOID = 0xec
/** Enough for hours of clusters that do not say where they end. */
const ELEMENTS_MAX = 300_000
/** Info has a dozen. */
const INFO_ELEMENTS_MAX = 1000

interface Element {
  id: number
  bodyAt: number
  /** null: not given, as in browser recordings. */
  end: number | null
}

/** Turns tags, attachments, title and date of a Matroska or WebM file into elements that readers skip. */
export async function stripMatroska(file: EditedFile, start: number): Promise<void> {
  let at = start
  for (let count = 0; count < ELEMENTS_MAX && at < file.sizeBytes(); count += 1) {
    const element = await readElement(file, at)
    if (!element) return
    const { id, bodyAt, end } = element
    if (end !== null && (id === TAGS || id === ATTACHMENTS)) await makeVoid(file, at, end)
    if (end !== null && id === INFO) await stripInfo(file, bodyAt, end)
    // Elements of a segment are told apart from those of a cluster without an end by their names alone.
    at = id === SEGMENT || (id === CLUSTER && end === null) ? bodyAt : (end ?? file.sizeBytes())
  }
}

async function stripInfo(file: EditedFile, start: number, end: number): Promise<void> {
  for (let at = start, count = 0; at < end && count < INFO_ELEMENTS_MAX; count += 1) {
    const element = await readElement(file, at)
    if (!element || element.end === null || element.end > end) return
    if (INFO_DESCRIPTIONS.has(element.id)) await makeVoid(file, at, element.end)
    at = element.end
  }
}

async function readElement(file: EditedFile, at: number): Promise<Element | null> {
  const head = await file.read(at, 12)
  const idBytes = Math.clz32(head[0] ?? 0) - 23
  const sizeBytes = Math.clz32(head[idBytes] ?? 0) - 23
  if (idBytes > 4 || sizeBytes > 8 || head.length < idBytes + sizeBytes) return null
  const size = head.subarray(idBytes, idBytes + sizeBytes)
  const bodyAt = at + idBytes + sizeBytes
  const isUnknown = size.every((byte, index) => byte === (index === 0 ? 0xff >> (sizeBytes - 1) : 0xff))
  if (isUnknown) return { id: head.readUIntBE(0, idBytes), bodyAt, end: null }
  const first = (size[0] ?? 0) & (0xff >> sizeBytes)
  const bodyBytes = size.subarray(1).reduce((sum, byte) => sum * 256 + byte, first)
  if (bodyAt + bodyBytes > file.sizeBytes()) return null
  return { id: head.readUIntBE(0, idBytes), bodyAt, end: bodyAt + bodyBytes }
}

async function makeVoid(file: EditedFile, at: number, end: number): Promise<void> {
  const total = end - at
  if (total < 2) return
  if (total < 9) await file.write(at, Buffer.from([VOID, 0x80 | (total - 2)]))
  else {
    const header = Buffer.alloc(9)
    header[0] = VOID
    header.writeBigUInt64BE(0x0100_0000_0000_0000n | BigInt(total - 9), 1)
    await file.write(at, header)
  }
  await file.blank(at + (total < 9 ? 2 : 9), end)
}
