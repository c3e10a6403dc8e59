import { type ReactNode, Suspense, useRef, useState } from 'react'

import { OnceHydrated } from '#web/features/form/once-hydrated.tsx'
import { picturedPart } from '#web/features/post-pictures/pictured-part.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'

import type { Post } from './post.ts'

const RestOfText = lazyPart(async () => (await import('./rest-of-text.tsx')).RestOfText)

/** A post's text. Lists carry only the beginning of a long one; the rest is loaded on request. */
export function PostText({
  post,
  onEnlarge,
  children,
}: {
  post: Post
  onEnlarge: (mediaId: string) => void
  /** What is attached to it: below the text, but above a poll that ends it and may ask about it. */
  children: ReactNode
}) {
  const [whole, setWhole] = useState<string | null>(null)
  const html = withLinksInNewTabs((post.isExcerpt ? whole : null) ?? post.content)
  const wordsRef = useRef<HTMLDivElement>(null)
  const isPictured = html.includes('<figure data-')
  return (
    <>
      {isPictured ? (
        <div ref={wordsRef} data-part="pictured" className="mt-4">
          <Suspense>
            <picturedPart.Screen html={html} media={post.allMedia} onEnlarge={onEnlarge}>
              {!post.isExcerpt && children}
            </picturedPart.Screen>
          </Suspense>
        </div>
      ) : (
        <div
          ref={wordsRef}
          dir="auto"
          className="prose prose-bleed mt-4"
          // Sanitised by the server.
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
      {post.isExcerpt && (
        <div className="mt-5 min-h-9">
          <OnceHydrated>
            <RestOfText post={post} wordsRef={wordsRef} isShown={whole !== null} onWhole={setWhole} />
          </OnceHydrated>
        </div>
      )}
      {(post.isExcerpt || !isPictured) && children}
    </>
  )
}

/**
 * Sanitised post HTML whose links all open in a new tab. The server writes them that way; this covers posts stored
 * before it did. A string, because server and browser must render exactly the same text.
 */
export function withLinksInNewTabs(html: string): string {
  // No `<` within a tag: text that only looks like many tag openings is read once.
  return html.replace(/<a\b[^<>]*/gi, (tag) =>
    /\starget=/i.test(tag) ? tag : `<a target="_blank" rel="noopener noreferrer ugc"${tag.slice(2)}`,
  )
}
