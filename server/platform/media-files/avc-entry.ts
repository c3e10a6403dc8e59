import { u16, u32, writeBox } from './boxes.ts'

/** How pictures of H.264 are described in a file (ISO 14496-15); `record`: their parameters. */
export function writeAvcEntry({
  record,
  width,
  height,
}: {
  record: Buffer
  width: number
  height: number
}): Buffer {
  return writeBox(
    'avc1',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(width, height),
    u32(0x48_00_00, 0x48_00_00, 0),
    u16(1),
    Buffer.alloc(32),
    u16(0x18, 0xff_ff),
    writeBox('avcC', record),
  )
}
