import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

import { onDialogsChange, topmostDialog } from './open-dialogs.ts'

/**
 * For content that must be seen and heard whatever is open. A modal dialog covers the page and silences it, so this is
 * placed in the topmost one, as a popover that nothing there can cut off; and in the page when there is none. Browser
 * only.
 */
export function TopLayer({ children }: { children: ReactNode }) {
  const [host] = useState(makeHost)

  useEffect(() => {
    function raise() {
      const place = topmostDialog() ?? document.body
      if (host.parentElement !== place) place.append(host)
      // The popover shown last is on top.
      host.hidePopover()
      host.showPopover()
    }
    raise()
    const stop = onDialogsChange(raise)
    return () => {
      stop()
      host.remove()
    }
  }, [host])

  return createPortal(children, host)
}

function makeHost(): HTMLElement {
  const host = document.createElement('div')
  host.popover = 'manual'
  host.className = 'top-layer'
  return host
}
