import type { ReactNode } from 'react'

import type { creatorDetails } from '#contract/creators/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { avatarTintClassName } from '#web/ui/avatar-tint.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** Whose sessions they are. */
export type LivePage = Pick<
  OutputOf<typeof creatorDetails>,
  'pageHandle' | 'pageName' | 'profileImage' | 'bannerImage'
>

/** A session that isn't under way, below the picture and the face of whose it is. */
export function Poster({
  page: { pageHandle, pageName, profileImage, bannerImage },
  children,
}: {
  page: LivePage
  children: ReactNode
}) {
  return (
    <div className="mx-auto w-full max-w-[54rem] px-4 pb-16 sm:px-6 sm:pt-6">
      <div
        className={classNames(
          'tint -mx-4 aspect-[3/1] overflow-hidden sm:mx-0 sm:aspect-[4/1] sm:rounded-card',
          avatarTintClassName(pageHandle),
        )}
      >
        {bannerImage === null ? (
          <div className="soft-light size-full" />
        ) : (
          <img src={bannerImage} alt="" fetchPriority="high" className="size-full object-cover" />
        )}
      </div>
      <div className="relative flex flex-col items-start gap-6 sm:px-6">
        <Avatar
          name={pageName}
          handle={pageHandle}
          src={profileImage}
          size={96}
          hasRing
          isEager
          className="-mt-12 -mb-4"
        />
        {children}
      </div>
    </div>
  )
}
