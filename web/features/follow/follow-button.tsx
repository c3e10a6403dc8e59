import { Bell, BellOff, Check, ChevronDown, Plus, UserMinus } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { followPage, getFollowedPages, setFollowMails, unfollowPage } from '#contract/audiences/calls.ts'
import { creatorDetails } from '#contract/creators/calls.ts'
import { getFeed, getPosts, getPostsByPageHandle } from '#contract/posts/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { useLocation } from '#web/routing/location.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'

import { isFollowWish } from './follow-path.ts'
import { followTexts as texts } from './messages.ts'

/** What looks different to a follower. */
const refreshes = [creatorDetails, getFollowedPages, getFeed, getPosts, getPostsByPageHandle]

/** Follows a page, or follows it no longer. */
function useFollow(pageHandle: string) {
  const following = useMutation(followPage, { refreshes })
  const unfollowing = useMutation(unfollowPage, { refreshes })
  const mailing = useMutation(setFollowMails, { refreshes: [creatorDetails, getFollowedPages] })
  return {
    isPending: following.isPending || unfollowing.isPending || mailing.isPending,
    /** Returns whether it worked; if it didn't, it has said why. */
    set: (isFollowing: boolean) =>
      hasWorked(() => (isFollowing ? following : unfollowing).mutateAsync({ input: { pageHandle } })),
    /** The same for mails about the page's posts. */
    setMailed: (isMailed: boolean) =>
      hasWorked(() => mailing.mutateAsync({ input: { pageHandle, isMailed } })),
  }
}

async function hasWorked(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change()
    return true
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    toast.error(texts.failed, { description: error.message })
    return false
  }
}

export type FollowButtonProps = {
  pageHandle: string
  pageName: string
  isFollowing: boolean
  /** Its new posts are mailed to them. */
  isMailed: boolean
}

/** Follows a page, for somebody who has logged in; an address that asks for it is answered at once. */
export function FollowButton({ pageHandle, pageName, isFollowing, isMailed }: FollowButtonProps) {
  const follow = useFollow(pageHandle)
  const start = async () => {
    if (await follow.set(true)) toast.success(texts.nowFollowing(pageName))
  }
  useFollowWish(isFollowing, start)
  if (isFollowing) return <FollowMenu {...{ pageHandle, pageName, isMailed }} />
  return (
    <Button icon={<Plus />} isLoading={follow.isPending} onClick={() => void start()}>
      <RichText text={texts.follow(pageName)} />
    </Button>
  )
}

/** What somebody who follows a page can choose: whether its posts are mailed, and to follow it no longer. */
export function FollowMenu({
  pageHandle,
  pageName,
  isMailed,
  isSmall = false,
}: Omit<FollowButtonProps, 'isFollowing'> & { isSmall?: boolean }) {
  const follow = useFollow(pageHandle)
  return (
    <Menu
      items={[
        {
          id: 'mails',
          label: isMailed ? texts.menu.mailsOff : texts.menu.mailsOn,
          description: isMailed ? texts.menu.areOn : texts.menu.areOff,
          icon: isMailed ? <BellOff /> : <Bell />,
          onSelect: () => void changeMails(),
        },
        {
          id: 'unfollow',
          label: texts.menu.unfollow,
          icon: <UserMinus />,
          startsGroup: true,
          onSelect: () => void follow.set(false),
        },
      ]}
      // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
      trigger={(trigger) => (
        <Button
          {...trigger}
          size={isSmall ? 'small' : 'medium'}
          icon={<Check />}
          isLoading={follow.isPending}
          className="shrink-0"
        >
          <span className="inline-flex items-center gap-1 whitespace-nowrap">
            <span>
              <RichText text={texts.following(pageName)} />
            </span>
            <ChevronDown aria-hidden="true" className="size-4 text-ink-faint" />
          </span>
        </Button>
      )}
    />
  )

  async function changeMails() {
    if (await follow.setMailed(!isMailed))
      toast.success((isMailed ? texts.menu.nowOff : texts.menu.nowOn)(pageName))
  }
}

/** The wish leaves the address, so that a reload doesn't repeat it. */
function useFollowWish(isFollowing: boolean, onWish: () => Promise<void>) {
  const { search, pathname } = useLocation()
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || !isFollowWish(search)) return
    isDone.current = true
    navigate(pathname, { replace: true })
    if (!isFollowing) void onWish()
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the page has opened
  }, [search])
}
