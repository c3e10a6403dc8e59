import { Count } from './count.tsx'
import { bellTexts as texts } from './messages.ts'
import { useBadges } from './use-badges.ts'

/** The comments that wait for a decision where the viewer keeps order. */
export function HeldCount() {
  const { heldMessages } = useBadges()
  return <Count of={heldMessages} said={texts.held(heldMessages)} className="ms-auto" />
}
