/** Left to the collector, some seventy megabytes of chunks already read would pile up. */
export function freeChunk({ buffer, byteLength }: Buffer): void {
  // Small ones are slices of a buffer shared with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
