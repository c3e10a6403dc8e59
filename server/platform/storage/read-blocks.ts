import fs from 'node:fs/promises'

const READ_BYTES = 512 * 1024

/**
 * A file, block by block, or its bytes from `start` to before `end`. Unlike a Node stream it is opened when the first block is requested, and errors are thrown to
 * its reader: no error event can come before a listener exists.
 */
export async function* readBlocks(
  file: string,
  { start, end }: { start: number; end: number } = { start: 0, end: Infinity },
): AsyncGenerator<Uint8Array> {
  const handle = await fs.open(file, 'r')
  try {
    for (let position = start; position < end;) {
      // A buffer each: a store may still be sending the previous one.
      const block = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, end - position))
      const { bytesRead } = await handle.read(block, 0, block.byteLength, position)
      if (bytesRead === 0) return
      position += bytesRead
      yield block.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}
