import { ChevronsUpDown } from 'lucide-react'

import { Menu } from '#web/ui/menu.tsx'

import { AccountFace } from './account-face.tsx'
import { useAccount } from './account-items.tsx'

/** The account at the bottom of the sidebar, opening upwards. */
export function AccountMenu() {
  const account = useAccount()
  return (
    <Menu
      items={account.items}
      side="top"
      align="start"
      // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
      trigger={(trigger) => (
        <button
          {...trigger}
          type="button"
          className="flex min-h-12 w-full items-center gap-2 rounded-control px-2 transition-colors duration-120 hover:bg-wash"
        >
          <AccountFace account={account} />
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
        </button>
      )}
    />
  )
}
