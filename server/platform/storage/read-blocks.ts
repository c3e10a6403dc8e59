import fs from 'node:fs/promises'

const READ_BYTES = 512 * 1024

/**
 * A file, block by block. Unlike a Node stream it is opened when the first block is requested, and errors are thrown to
 * its reader: no error event can come before a listener exists.
 */
export async function* readBlocks(file: string): AsyncGenerator<Uint8Array> {
  const handle = await fs.open(file, 'r')
  try {
    for (;;) {
      // A buffer each: a store may still be sending the previous one.
      const block = Buffer.allocUnsafeSlow(READ_BYTES)
      const { bytesRead } = await handle.read(block, 0, READ_BYTES)
      if (bytesRead === 0) return
      yield block.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}
