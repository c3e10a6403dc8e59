import { Play } from 'lucide-react'
import { useEffect, useState } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import type { getPosts } from '#contract/posts/routes.ts'

import { mediaTexts } from './messages.ts'
import { toTheEdges } from './placement.ts'

const texts = mediaTexts.embed

export type Embed = NonNullable<OutputOf<typeof getPosts>[number]['embed']>

const PROVIDER_NAMES: Record<Embed['provider'], string> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  twitch: 'Twitch',
}

/** A frame that says nothing for so long is not coming. */
const LOADING_MAX_MS = 20_000

/** A video at a provider. Nothing is asked of the provider before somebody wants to see it. */
export function EmbedFrame({ embed, pageName }: { embed: Embed; pageName: string }) {
  const [state, setState] = useState<'closed' | 'loading' | 'shown' | 'failed'>('closed')
  const provider = PROVIDER_NAMES[embed.provider]
  useFailure(state === 'loading', embed.src, () => setState('failed'))

  if (state === 'failed')
    return (
      <p role="alert" className="mt-4 rounded-control bg-wash p-4 text-base text-ink-soft">
        {texts.notLoaded(provider)}
      </p>
    )
  return (
    <div className={`${toTheEdges} relative aspect-video overflow-hidden bg-wash sm:rounded-control`}>
      {state === 'closed' ? (
        <button
          type="button"
          onClick={() => setState(navigator.onLine ? 'loading' : 'failed')}
          className="group flex size-full flex-col items-center justify-center gap-3 p-6 text-center"
        >
          <span className="grid size-16 place-items-center rounded-full bg-brand text-brand-ink transition-colors duration-120 group-hover:bg-brand-strong">
            <Play aria-hidden="true" fill="currentColor" strokeWidth={1} className="ml-1 size-7" />
          </span>
          <span className="text-base font-semibold">{texts.play(embed.title)}</span>
          <span className="max-w-96 text-sm text-ink-soft">{texts.shownBy(provider)}</span>
        </button>
      ) : (
        <iframe
          src={embed.src}
          title={texts.frame(embed.title, pageName)}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          // Players of other origins need their own scripts and storage; neither our page nor top navigation.
          // oxlint-disable-next-line react/iframe-missing-sandbox -- unsafe only for pages of our own origin
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          referrerPolicy="strict-origin-when-cross-origin"
          onLoad={() => setState('shown')}
          className="size-full border-0"
        />
      )}
    </div>
  )
}

/** Frames report no errors: a policy that refuses one and a frame that never loads are noticed here. */
function useFailure(isLoading: boolean, src: string, fail: () => void) {
  useEffect(() => {
    if (!isLoading) return undefined
    const timer = setTimeout(fail, LOADING_MAX_MS)
    const { origin } = new URL(src)
    function notice({ blockedURI }: SecurityPolicyViolationEvent) {
      if (blockedURI.startsWith(origin)) fail()
    }
    document.addEventListener('securitypolicyviolation', notice)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('securitypolicyviolation', notice)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- one wait for each frame
  }, [isLoading, src])
}
