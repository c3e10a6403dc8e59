import {
  CalendarX,
  Copy,
  ExternalLink,
  Eye,
  EyeOff,
  FolderOpen,
  Link2,
  MessageCircle,
  Pin,
  PinOff,
  PencilLine,
  Trash2,
  Undo2,
} from 'lucide-react'

import { creatorDetails } from '#contract/creators/calls.ts'
import type { InputOf } from '#contract/http/route.ts'
import { DELETE_UNDO_SECONDS } from '#contract/posts/limits.ts'
import { postMessages } from '#contract/posts/messages.ts'
import {
  createDraft,
  deletePost,
  discardChanges,
  getPosts,
  getPostsByPageHandle,
  listOwnPosts,
  movePost,
} from '#contract/posts/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { nameOfPost } from '#web/features/post-card/post-title.ts'
import { navigate } from '#web/routing/navigate.ts'
import type { MenuItem } from '#web/ui/menu-item.ts'
import { toast } from '#web/ui/toast.tsx'

import { ownPostsTexts } from './messages.ts'
import type { OwnPost } from './own-post.ts'

const texts = ownPostsTexts.actions
const done = ownPostsTexts.done
const REFRESHES = [creatorDetails, listOwnPosts, getPostsByPageHandle, getPosts]

const MOVED = {
  draft: postMessages.unscheduled,
  hidden: postMessages.hidden,
  shown: postMessages.shown,
  pinned: postMessages.pinned,
  unpinned: postMessages.unpinned,
  restored: postMessages.restored,
}

type Move = InputOf<typeof movePost>['to']

/** A dialog about a post that its menu opens. */
export type PostDialog = 'collections' | 'preview' | 'comments'

/** What can be done with a post from the list, as a menu. */
export function useOwnPostActions(pageHandle: string, onOpen: (post: OwnPost, dialog: PostDialog) => void) {
  const moving = useMutation(movePost, { refreshes: REFRESHES })
  const deletion = useMutation(deletePost, { refreshes: REFRESHES })
  const discarding = useMutation(discardChanges, { refreshes: [listOwnPosts] })
  const copying = useMutation(createDraft, { refreshes: [listOwnPosts] })

  async function move({ _id: id }: OwnPost, to: Move) {
    try {
      await moving.mutateAsync({ input: { id, to } })
      toast.success(MOVED[to])
    } catch (error) {
      const isLate = to === 'restored' && error instanceof CallError && error.status === 404
      toast.error(isLate ? done.undoLate : messageOf(error))
    }
  }

  async function remove(post: OwnPost) {
    try {
      await deletion.mutateAsync({ input: { id: post._id } })
      toast.success(done.deleted(nameOfPost(post)), {
        durationMs: DELETE_UNDO_SECONDS * 1000,
        action: { label: done.undo, onClick: () => void move(post, 'restored') },
      })
    } catch {
      toast.error(postMessages.deleteFailed)
    }
  }

  async function discard({ _id: id }: OwnPost) {
    try {
      await discarding.mutateAsync({ input: { id } })
      toast.success(postMessages.changesDiscarded)
    } catch (error) {
      toast.error(messageOf(error))
    }
  }

  async function duplicate(post: OwnPost) {
    try {
      const copy = await copying.mutateAsync({ input: { clientKey: crypto.randomUUID(), from: post._id } })
      toast.success(done.duplicate)
      navigate(`/${pageHandle}/write/${copy._id}`)
    } catch (error) {
      toast.error(messageOf(error))
    }
  }

  return (post: OwnPost): MenuItem[] => {
    const isPublished = post.state === 'published'
    const item = (
      id: keyof typeof texts,
      Icon: typeof Pin,
      rest: Omit<MenuItem, 'id' | 'label' | 'icon'>,
    ) => ({
      id,
      label: texts[id] as string,
      icon: <Icon />,
      ...rest,
    })
    const to = (id: keyof typeof texts, Icon: typeof Pin, wanted: Move) =>
      item(id, Icon, { onSelect: () => void move(post, wanted) })
    return [
      item('edit', PencilLine, { to: `/${pageHandle}/write/${post._id}` }),
      ...(isPublished && post.path !== null ? [item('open', ExternalLink, { to: post.path })] : []),
      item('collections', FolderOpen, { onSelect: () => onOpen(post, 'collections') }),
      item('comments', MessageCircle, { onSelect: () => onOpen(post, 'comments') }),
      item('preview', Link2, { onSelect: () => onOpen(post, 'preview') }),
      item('duplicate', Copy, { onSelect: () => void duplicate(post) }),
      ...(isPublished && !post.isPinned ? [to('pin', Pin, 'pinned')] : []),
      ...(post.isPinned ? [to('unpin', PinOff, 'unpinned')] : []),
      ...(isPublished ? [to('hide', EyeOff, 'hidden')] : []),
      ...(post.state === 'hidden' ? [to('show', Eye, 'shown')] : []),
      ...(post.state === 'scheduled' ? [to('unschedule', CalendarX, 'draft')] : []),
      ...(post.hasChanges && post.state !== 'draft' && post.state !== 'scheduled'
        ? [item('discard', Undo2, { onSelect: () => void discard(post) })]
        : []),
      item('delete', Trash2, { onSelect: () => void remove(post), isDanger: true, startsGroup: true }),
    ]
  }
}

function messageOf(error: unknown): string {
  return error instanceof CallError ? error.message : postMessages.stateWrong
}
