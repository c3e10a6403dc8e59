import type { FileHandle } from 'node:fs/promises'

/** Few large writes cost less than many small ones. */
const BLOCK_BYTES = 1024 * 1024

/** Kept for the next writer; any more are left to the collector. */
const FREE_BLOCKS_MAX = 8
const freeBlocks: Buffer[] = []

/**
 * Writes a stream to a file from `position` on: the next block is gathered while the last one is written, so that
 * neither the disk nor the sender waits for the other. A writer has two blocks, however large the stream; a chunk of
 * the source isn't touched any more once the next one is requested. A stream that breaks is written as far as it came,
 * then its error is thrown. `onWritten` gets the written bytes and their position; it may use the bytes only until it
 * returns, and what it promises is waited for before the next block is written.
 */
export async function writeBlocks(
  handle: FileHandle,
  source: AsyncIterable<Uint8Array>,
  options: { position: number; onWritten?: (bytes: Uint8Array, position: number) => void | Promise<void> },
): Promise<void> {
  let { position } = options
  let block = takeBlock()
  let filledBytes = 0
  let writing: Promise<void> = Promise.resolve()
  const writeFilled = async () => {
    await writing
    const [full, bytes, at] = [block, block.subarray(0, filledBytes), position]
    position += filledBytes
    filledBytes = 0
    block = takeBlock()
    writing = writeAll(handle, bytes, at)
      .then(() => options.onWritten?.(bytes, at))
      .finally(() => giveBack(full))
    // It is checked before the next block, or at the end; until then a failure has a listener.
    writing.catch(() => undefined)
  }
  try {
    for await (const chunk of source)
      for (let from = 0; from < chunk.byteLength;) {
        const count = Math.min(chunk.byteLength - from, BLOCK_BYTES - filledBytes)
        block.set(chunk.subarray(from, from + count), filledBytes)
        from += count
        filledBytes += count
        if (filledBytes === BLOCK_BYTES) await writeFilled()
      }
  } finally {
    try {
      if (filledBytes > 0) await writeFilled()
      await writing
    } finally {
      giveBack(block)
    }
  }
}

function takeBlock(): Buffer {
  return freeBlocks.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES)
}

function giveBack(block: Buffer): void {
  if (freeBlocks.length < FREE_BLOCKS_MAX) freeBlocks.push(block)
}

/** A nearly full disk takes part of a write, without an error. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.byteLength;)
    written += (await handle.write(bytes, written, bytes.byteLength - written, position + written))
      .bytesWritten
}
