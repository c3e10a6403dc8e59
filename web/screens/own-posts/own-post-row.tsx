import { Clock, Ellipsis, EyeOff, PencilLine, Pin, ShieldAlert } from 'lucide-react'

import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { nameOfPost } from '#web/features/post-card/post-title.ts'
import { momentText } from '#web/features/time/when-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { MenuItem } from '#web/ui/menu-item.ts'

import { ownPostsTexts as texts } from './messages.ts'
import { audienceText, type OwnPost } from './own-post.ts'

/** A post in the list: what it is called, where it is in its life, who may read it, and what can be done. */
export function OwnPostRow({
  post,
  plans,
  pageHandle,
  items,
}: {
  post: OwnPost
  plans: readonly Plan[]
  pageHandle: string
  items: MenuItem[]
}) {
  const facts = [
    whenText(post),
    audienceText(post.audience, plans),
    post.pictures > 0 && texts.holds.pictures(post.pictures),
    post.players > 0 && texts.holds.players(post.players),
    post.openedBy > 0 && texts.openedBy(post.openedBy),
  ].filter((fact) => fact !== false)
  return (
    <li className="flex items-start gap-2 py-4">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Link
            to={`/${pageHandle}/write/${post._id}`}
            dir="auto"
            className={classNames(
              'min-w-0 rounded-small wrap-break-word text-ink hover:underline',
              // Without a title, its first words stand for it, and shouldn't look like one.
              post.title === null ? 'line-clamp-1 text-base' : 'font-display text-lg leading-snug',
            )}
          >
            {nameOfPost(post)}
          </Link>
          <StateBadges post={post} />
        </div>
        {post.title !== null && post.excerpt !== '' && (
          <p dir="auto" className="mt-0.5 truncate text-base text-ink-soft">
            {post.excerpt}
          </p>
        )}
        <p className="mt-1 text-sm text-ink-faint">
          {facts.map((fact, index) => (
            <span key={fact}>
              {index > 0 && <span aria-hidden="true"> · </span>}
              <span>{fact}</span>
            </span>
          ))}
        </p>
      </div>
      {post.picture?.url && (
        // Decoration: the row says what it is called.
        <img
          src={post.picture.url}
          alt=""
          loading="lazy"
          decoding="async"
          className="ms-2 aspect-4/3 w-16 shrink-0 rounded-control bg-wash object-cover sm:w-24"
        />
      )}
      <Menu
        items={items}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
        trigger={(trigger) => (
          <IconButton
            {...trigger}
            label={texts.actions.label(nameOfPost(post))}
            icon={<Ellipsis aria-hidden="true" />}
          />
        )}
      />
    </li>
  )
}

function whenText({ state, savedAt, publishAt, publishedAt }: OwnPost): string {
  if (state === 'scheduled' && publishAt !== null) return texts.when.goesOut(momentText(publishAt))
  if (state !== 'draft' && publishedAt !== null) return texts.when.published(momentText(publishedAt))
  return texts.when.saved(momentText(savedAt))
}

function StateBadges({ post }: { post: OwnPost }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {post.isPinned && (
        <Badge tone="champagne" icon={<Pin />}>
          {texts.state.pinned}
        </Badge>
      )}
      {post.state === 'draft' && <Badge icon={<PencilLine />}>{texts.state.draft}</Badge>}
      {post.state === 'scheduled' && (
        <Badge tone="info" icon={<Clock />}>
          {texts.state.scheduled}
        </Badge>
      )}
      {post.state === 'hidden' && <Badge icon={<EyeOff />}>{texts.state.hidden}</Badge>}
      {post.isWithheld && (
        <Badge tone="bad" icon={<ShieldAlert />}>
          {texts.state.withheld}
        </Badge>
      )}
      {post.hasChanges && (
        <Badge tone="warn" icon={<PencilLine />}>
          {texts.state.hasChanges}
        </Badge>
      )}
    </span>
  )
}
