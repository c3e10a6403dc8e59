/* Only the studio's own documents may use a camera: its address decides over the policy that comes with a document. */

const STUDIO = '/studio/live/'

/** Whether this document was loaded as a page of the studio. */
export function isStudioDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded === undefined || (URL.parse(loaded.name)?.pathname.startsWith(STUDIO) ?? true)
}

/** Follows links by loading documents, so that no other page keeps what only the studio may. Returns what stops it. */
export function leaveByLoading(): () => void {
  const leave = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    // The browser follows it, then: our own way of showing the next page isn't told.
    if (link) event.stopPropagation()
  }
  window.addEventListener('click', leave, { capture: true })
  return () => window.removeEventListener('click', leave, { capture: true })
}
