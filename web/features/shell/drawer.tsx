import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import { IconButton } from '#web/ui/icon-button.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'

import { menuTexts as texts } from './menu-messages.ts'

export interface DrawerProps {
  id: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** The width from which the sidebar is beside the page. */
const WIDE = '(min-width: 64rem)'

/** The members' sidebar on smaller screens. */
export function Drawer({ children, ...panel }: DrawerProps) {
  return (
    <SidePanel {...panel} label={texts.menu} side="left" closesAt={WIDE}>
      {children}
      <IconButton
        label={texts.closeMenu}
        icon={<X aria-hidden="true" />}
        onClick={panel.onClose}
        className="absolute top-5 end-3"
      />
    </SidePanel>
  )
}
