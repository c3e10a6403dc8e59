import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

import { onDialogsChange, topmostDialog } from './open-dialogs.ts'

/**
 * What must be seen and heard whatever is open. A modal dialog lies over the page and silences it, so this stands in
 * the topmost one, as a popover that nothing there can cut off; and in the page when there is none.
 */
export function TopLayer({ children }: { children: ReactNode }) {
  const [host, setHost] = useState<HTMLElement | null>(null)

  useEffect(() => {
    const element = document.createElement('div')
    element.popover = 'manual'
    element.className = 'top-layer'
    function raise() {
      const place = topmostDialog() ?? document.body
      if (element.parentElement !== place) place.append(element)
      // Whoever was shown last lies on top.
      element.hidePopover()
      element.showPopover()
    }
    raise()
    setHost(element)
    const stop = onDialogsChange(raise)
    return () => {
      stop()
      element.remove()
    }
  }, [])

  return host && createPortal(children, host)
}
