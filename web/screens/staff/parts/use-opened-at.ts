import { useState } from 'react'

/** When this part of the page was opened, in milliseconds: what was due before is late. */
export function useOpenedAt(): number {
  const [openedAt] = useState(() => Date.now())
  return openedAt
}
