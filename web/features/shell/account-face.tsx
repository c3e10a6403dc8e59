import { Avatar } from '#web/ui/avatar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import type { Account } from './account-items.tsx'
import { menuTexts as texts } from './menu-messages.ts'

/** The signed-in person in a row: picture, name, and whether they are a creator. */
export function AccountFace({ account: { name, profileImage, isCreator } }: { account: Account }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 text-start">
      {name === null ? (
        <Skeleton shape="circle" className="size-8 shrink-0" />
      ) : (
        <Avatar name={name} src={profileImage} size={32} />
      )}
      <span className="min-w-0">
        {name === null ? (
          <>
            <span className="sr-only">{texts.account}</span>
            <Skeleton className="h-4 w-20" />
            <Skeleton className="mt-1.5 h-3 w-12" />
          </>
        ) : (
          <>
            <span className="block truncate text-sm font-semibold text-ink">{name}</span>
            <span className="block text-xs text-ink-faint">{isCreator ? texts.creator : texts.member}</span>
          </>
        )}
      </span>
    </span>
  )
}
