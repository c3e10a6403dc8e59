import { Count } from './count.tsx'
import { bellTexts as texts } from './messages.ts'
import { useBadges } from './use-badges.ts'

/** The comments, held or reported, that wait for a decision where the viewer keeps order. */
export function HeldCount() {
  const { heldMessages, openReports } = useBadges()
  const count = heldMessages + openReports
  return <Count of={count} said={texts.held(count)} className="ms-auto -me-2" />
}
