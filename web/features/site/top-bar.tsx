import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'

import { siteMessages } from '#contract/site/messages.ts'
import { CREATE_PATH, signupPath } from '#web/features/sign-in/own-path.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'

import { siteTexts as texts } from './messages.ts'
import { SlideInMenu } from './slide-in-menu.tsx'

const MENU_ID = 'site-menu'

/** The way in. On small screens a menu holds the same two buttons; without JavaScript no menu opens, so they stay. */
export function TopBar() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <header className="border-b border-line bg-paper">
      <div className="mx-auto flex h-16 max-w-app items-center justify-between gap-3 px-4 sm:px-6">
        <Link to="/" className="inline-flex min-h-11 items-center rounded-control">
          <Logo />
        </Link>
        <nav aria-label={texts.account} className="hidden items-center gap-1 sm:flex sm:gap-2 noscript:flex">
          <Button variant="quiet" size="small" to="/login">
            {siteMessages.logIn}
          </Button>
          <Button size="small" to={signupPath(CREATE_PATH)}>
            {siteMessages.create}
          </Button>
        </nav>
        <IconButton
          label={texts.openMenu}
          icon={<MenuIcon aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-controls={MENU_ID}
          onClick={() => setIsOpen(true)}
          className="-me-2 sm:hidden noscript:hidden"
        />
      </div>
      <SlideInMenu id={MENU_ID} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </header>
  )
}
