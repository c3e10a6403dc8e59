/** How wide each picture of a gallery is, in sixths of its width: rows of two and three, the last ones fullest. */
export function gallerySpans(count: number): (2 | 3)[] {
  // Two pictures make a row of halves; whatever three don't divide begins with such rows.
  const rowsOfTwo = count % 3 === 0 ? 0 : count % 3 === 2 ? 1 : 2
  return Array.from({ length: count }, (_, index) => (index < rowsOfTwo * 2 ? 3 : 2))
}
