import type { ReactNode } from 'react'

import { Avatar } from '#web/ui/avatar.tsx'

interface PersonRowProps {
  person: { name: string; profileImage: string | null }
  /** A line below the name. */
  detail?: string
  action?: ReactNode
}

/** A person in a list, with what can be done about them. */
export function PersonRow({ person: { name, profileImage }, detail, action }: PersonRowProps) {
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Avatar name={name} src={profileImage} size={32} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-medium">
          {name}
        </p>
        {detail !== undefined && <p className="text-sm text-ink-faint">{detail}</p>}
      </div>
      {action}
    </li>
  )
}

/** The frame around such rows. */
export function PersonList({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">{children}</ul>
}
