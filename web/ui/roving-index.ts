/**
 * Where an arrow key, Home or End leads in a ring of `count` items; null for any other key. `current` is -1 while none
 * has the focus.
 */
export function nextIndex(
  key: string,
  current: number,
  count: number,
  [backKey, forwardKey]: [string, string],
): number | null {
  if (count === 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === forwardKey) return (current + 1) % count
  if (key === backKey) return current <= 0 ? count - 1 : current - 1
  return null
}

/** The next item after `current` whose label starts with the typed text, ignoring case; null if there is none. */
export function indexByTyping(typed: string, current: number, labels: string[]): number | null {
  const wanted = typed.toLowerCase()
  for (let step = 1; step <= labels.length; step++) {
    const index = (current + step) % labels.length
    if (labels[index]?.trim().toLowerCase().startsWith(wanted)) return index
  }
  return null
}
