import { avatarInitial, avatarTintClassName } from '#web/ui/avatar-tint.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'

import type { Collection } from './collection.ts'
import { collectionTexts as texts } from './messages.ts'

/** One collection in a list; all of it is a link. */
export function CollectionCard({ collection }: { collection: Collection }) {
  const { cover, path, title, description, postCount } = collection
  return (
    <Link to={path} className="group block rounded-card">
      <div className="relative">
        {/* Two edges behind it: there is more than one. */}
        <span aria-hidden="true" className="absolute inset-x-4 -top-2 h-4 rounded-t-control bg-wash" />
        <span aria-hidden="true" className="absolute inset-x-2 -top-1 h-4 rounded-t-control bg-line" />
        {cover?.src ? (
          <img
            src={cover.src}
            srcSet={cover.srcSet.map(({ url, widthPx }) => `${url} ${widthPx}w`).join(', ') || undefined}
            sizes="(min-width: 40rem) 24rem, 100vw"
            alt=""
            loading="lazy"
            decoding="async"
            className="relative aspect-video w-full rounded-control bg-wash object-cover"
          />
        ) : (
          <span
            aria-hidden="true"
            className={classNames(
              'tint relative grid aspect-video w-full place-items-center rounded-control font-display text-4xl',
              avatarTintClassName(path),
            )}
          >
            {avatarInitial(title)}
          </span>
        )}
      </div>
      <h3 dir="auto" className="mt-4 font-display text-lg wrap-break-word text-ink group-hover:underline">
        {title}
      </h3>
      <p className="mt-1 text-sm text-ink-faint">{texts.postCount(postCount)}</p>
      {description !== '' && (
        <p dir="auto" className="mt-2 line-clamp-2 text-base wrap-break-word text-ink-soft">
          {description}
        </p>
      )}
    </Link>
  )
}
