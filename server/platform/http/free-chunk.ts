/** Left to the collector, some seventy megabytes of chunks that were read would wait for it. */
export function freeChunk({ buffer, byteLength }: Buffer): void {
  // Small ones are parts of a buffer that others are in, too.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
