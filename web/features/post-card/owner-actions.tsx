import { Link2, SquarePen, Trash2 } from 'lucide-react'

import { navigate } from '#web/routing/navigate.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

import { ownerTexts as texts } from './owner-messages.ts'
import type { Post } from './post.ts'

/** What the owner can do with a post on its card; loaded only for them. */
export function OwnerActions({
  post,
  onPreview,
  onDelete,
}: {
  post: Post
  onPreview: (() => void) | undefined
  onDelete: () => void
}) {
  return (
    <div className="flex shrink-0">
      <IconButton
        label={texts.edit}
        icon={<SquarePen aria-hidden="true" />}
        onClick={() => navigate(`/${post.creatorId.pageHandle}/write/${post._id}`)}
      />
      {onPreview && (
        <IconButton label={texts.preview} icon={<Link2 aria-hidden="true" />} onClick={onPreview} />
      )}
      <IconButton label={texts.delete.label} icon={<Trash2 aria-hidden="true" />} onClick={onDelete} />
    </div>
  )
}
