import type { FileHandle } from 'node:fs/promises'

/** Few large writes cost less than many small ones. */
const BLOCK_BYTES = 1024 * 1024

/**
 * Writes a stream to a file from `position` on: the next block is gathered while the last one is written, so that
 * neither the disk nor the sender waits for the other. A stream that breaks is written as far as it came, then its
 * error is thrown. `onWritten` is told up to where the file is whole.
 */
export async function writeBlocks(
  handle: FileHandle,
  source: AsyncIterable<Uint8Array>,
  options: { position: number; onWritten?: (position: number) => void },
): Promise<void> {
  let { position } = options
  let gathered: Uint8Array[] = []
  let gatheredBytes = 0
  let writing: Promise<void> = Promise.resolve()
  const writeGathered = async () => {
    await writing
    const [chunks, at] = [gathered, position]
    position += gatheredBytes
    const end = position
    gathered = []
    gatheredBytes = 0
    writing = writeAll(handle, chunks, at).then(() => options.onWritten?.(end))
    // It is looked at before the next block, or at the end; until then a failure has a listener.
    writing.catch(() => undefined)
  }
  try {
    for await (const chunk of source) {
      gathered.push(chunk)
      gatheredBytes += chunk.byteLength
      if (gatheredBytes >= BLOCK_BYTES) await writeGathered()
    }
  } finally {
    if (gatheredBytes > 0) await writeGathered()
    await writing
  }
}

/** A disk that is nearly full takes a part of what it is given, without an error. */
async function writeAll(handle: FileHandle, chunks: Uint8Array[], position: number): Promise<void> {
  const expected = chunks.reduce((total, chunk) => total + chunk.byteLength, 0)
  const { bytesWritten } = await handle.writev(chunks, position)
  if (bytesWritten === expected) return
  const rest = Buffer.concat(chunks).subarray(bytesWritten)
  for (let written = 0; written < rest.byteLength;)
    written += (
      await handle.write(rest, written, rest.byteLength - written, position + bytesWritten + written)
    ).bytesWritten
}
