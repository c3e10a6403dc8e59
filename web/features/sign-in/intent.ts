import { isReservedHandle } from '#contract/handles.ts'
import { type JoinWish, joinWishIn } from '#web/features/plan-cards/join-path.ts'
import { isFollowWish } from '#web/features/follow/follow-path.ts'

import { CREATE_PATH, nextIn } from './own-path.ts'

/** What somebody was about to do when they were asked to log in; the page names it. */
export type Intent =
  | { kind: 'create' }
  | { kind: 'join'; pageHandle: string; wish: JoinWish }
  | { kind: 'follow' | 'talk' | 'visit'; pageHandle: string }

/** The intent in the address of a sign-in page; null: they just want to log in. */
export function intentIn(search: string): Intent | null {
  const next = nextIn(search)
  if (next === null) return null
  const { pathname, search: query } = new URL(next, 'http://localhost')
  if (pathname === CREATE_PATH) return { kind: 'create' }
  const [, pageHandle = '', part] = pathname.split('/')
  // Every address that isn't a creator's begins with a word that no handle may be.
  if (isReservedHandle(pageHandle)) return null
  const wish = joinWishIn(query)
  if (wish) return { kind: 'join', pageHandle, wish }
  if (isFollowWish(query)) return { kind: 'follow', pageHandle }
  return { kind: part === 'posts' || part === 'community' || part === 'live' ? 'talk' : 'visit', pageHandle }
}
