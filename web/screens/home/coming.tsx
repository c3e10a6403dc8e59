import { Badge } from '#web/ui/badge.tsx'

import { homeTexts } from './messages.ts'

/** Marks features that are promised but not there yet. */
export function Coming() {
  return (
    <Badge tone="champagne" className="ms-1 align-middle font-sans">
      {homeTexts.coming}
    </Badge>
  )
}
