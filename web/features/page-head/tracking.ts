/**
 * Parameters that mail senders, ads and networks add to links. They say where a visitor comes from, never which page to
 * show.
 */
const TRACKING =
  /^(?:utm_.*|mc_[ce]id|fbclid|gclid|gbraid|wbraid|msclkid|igshid|igsh|twclid|ttclid|li_fat_id|ref|ref_src)$/i

/** A query (with its question mark, or empty) without the parameters that only track. */
export function withoutTracking(search: string): string {
  if (search === '') return ''
  const kept = [...new URLSearchParams(search)].filter(([name]) => !TRACKING.test(name))
  return kept.length > 0 ? `?${new URLSearchParams(kept).toString()}` : ''
}
