import { Ellipsis, FolderPlus, Link2, MessageCircle, SquarePen, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'

import { collectionTexts } from '#web/features/collections/messages.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'

import { ownerTexts as texts } from './owner-messages.ts'
import type { Post } from './post.ts'

const PostCollectionsDialog = lazyPart(
  async () => (await import('#web/features/collections/post-collections-dialog.tsx')).PostCollectionsDialog,
)
const PreviewDialog = lazyPart(
  async () => (await import('#web/features/preview-link/preview-dialog.tsx')).PreviewDialog,
)

const CommentSettingsDialog = lazyPart(
  async () => (await import('#web/features/moderation/comment-settings-dialog.tsx')).CommentSettingsDialog,
)

/** What the owner can do with a post, on its card and on its page; loaded only for them. */
export function OwnerActions({ post, onDelete }: { post: Post; onDelete: () => void }) {
  const [open, setOpen] = useState<'collections' | 'preview' | 'comments' | null>(null)
  return (
    <div className="flex shrink-0">
      <Menu
        items={[
          {
            id: 'edit',
            label: texts.edit,
            icon: <SquarePen />,
            to: `/${post.creatorId.pageHandle}/write/${post._id}`,
          },
          {
            id: 'collections',
            label: collectionTexts.ofPost.action,
            icon: <FolderPlus />,
            onSelect: () => setOpen('collections'),
          },
          { id: 'preview', label: texts.preview, icon: <Link2 />, onSelect: () => setOpen('preview') },
          {
            id: 'comments',
            label: texts.comments,
            icon: <MessageCircle />,
            onSelect: () => setOpen('comments'),
          },
          {
            id: 'delete',
            label: texts.delete.label,
            icon: <Trash2 />,
            onSelect: onDelete,
            isDanger: true,
            startsGroup: true,
          },
        ]}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
        trigger={(trigger) => (
          <IconButton {...trigger} label={texts.more} icon={<Ellipsis aria-hidden="true" />} />
        )}
      />
      <Suspense>
        <PostCollectionsDialog
          postId={open === 'collections' ? post._id : null}
          onClose={() => setOpen(null)}
        />
        <PreviewDialog postId={open === 'preview' ? post._id : null} onClose={() => setOpen(null)} />
        <CommentSettingsDialog
          pageHandle={post.creatorId.pageHandle}
          postId={open === 'comments' ? post._id : null}
          onClose={() => setOpen(null)}
        />
      </Suspense>
    </div>
  )
}
