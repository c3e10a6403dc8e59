/** Those whose page name holds what was typed, ignoring case and the space around it. */
export function namedLike<Page extends { pageName: string }>(
  pages: readonly Page[],
  typed: string,
): readonly Page[] {
  const wanted = typed.trim().toLowerCase()
  return wanted === '' ? pages : pages.filter(({ pageName }) => pageName.toLowerCase().includes(wanted))
}
