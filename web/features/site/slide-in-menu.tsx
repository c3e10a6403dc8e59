import { X } from 'lucide-react'

import { siteMessages } from '#contract/site/messages.ts'
import { CREATE_PATH, signupPath } from '#web/features/sign-in/own-path.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'

import { siteTexts as texts } from './messages.ts'

/** The width from which the top bar shows the buttons itself. */
const WIDE = '(min-width: 40rem)'

/** The top bar's two buttons on small screens. */
export function SlideInMenu({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  return (
    <SidePanel id={id} label={texts.menu} side="right" isOpen={isOpen} onClose={onClose} closesAt={WIDE}>
      <div className="flex h-full flex-col px-5 pb-6">
        <div className="flex h-16 items-center justify-between">
          <Logo />
          <IconButton
            label={texts.closeMenu}
            icon={<X aria-hidden="true" />}
            onClick={onClose}
            className="-me-2"
          />
        </div>
        <nav aria-label={texts.account} className="mt-4 flex flex-col gap-3">
          <Button isFullWidth to="/login">
            {siteMessages.logIn}
          </Button>
          <Button isFullWidth variant="primary" to={signupPath(CREATE_PATH)}>
            {siteMessages.create}
          </Button>
        </nav>
        <p className="mt-auto text-sm text-ink-soft">{siteMessages.tagline}</p>
      </div>
    </SidePanel>
  )
}
