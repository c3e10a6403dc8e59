import { Play } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { mediaTexts } from '../messages.ts'
import { toTheEdges } from '../placement.ts'
import { greetingsFor, wordOf } from './embed-signals.ts'
import type { Embed } from './embed.ts'

const texts = mediaTexts.embed

export type EmbedFrameProps = { embed: Embed; pageName: string }

const PROVIDER_NAMES: Record<Embed['provider'], string> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  twitch: 'Twitch',
}

/** A frame that hasn't loaded by then never will. */
const LOADING_MAX_MS = 20_000
/** A player that hasn't answered our greeting by then is none: a browser's or network's error page loads too. */
const SILENT_MAX_MS = 10_000
const GREET_EVERY_MS = 500

type FrameState = 'closed' | 'loading' | 'shown' | 'failed'

/** A video at a provider. Nothing is requested from the provider before the viewer wants to see it. */
export function EmbedFrame({ embed, pageName }: EmbedFrameProps) {
  const [state, setState] = useState<FrameState>('closed')
  const frameRef = useRef<HTMLIFrameElement>(null)
  const provider = PROVIDER_NAMES[embed.provider]
  useFailure(state === 'loading', embed.src, () => setState('failed'))
  usePlayersWord(frameRef, state === 'shown', embed, setState)

  if (state === 'failed')
    return (
      <p role="alert" className="mt-4 text-base text-ink-soft">
        {texts.notLoaded(provider)} <WatchThere embed={embed} />
      </p>
    )
  return (
    <div className={toTheEdges}>
      <div className="relative aspect-video overflow-hidden bg-wash sm:rounded-control">
        {state === 'closed' ? (
          <button
            type="button"
            onClick={() => setState(navigator.onLine ? 'loading' : 'failed')}
            className="group flex size-full flex-col items-center justify-center gap-3 p-6 text-center"
          >
            <span className="grid size-16 place-items-center rounded-full bg-brand text-brand-ink transition-colors duration-120 group-hover:bg-brand-strong">
              <Play aria-hidden="true" fill="currentColor" strokeWidth={1} className="ms-1 size-7" />
            </span>
            <span className="text-base font-semibold">{texts.play(embed.title)}</span>
            <span className="max-w-96 text-sm text-ink-soft">{texts.shownBy(provider)}</span>
          </button>
        ) : (
          <iframe
            ref={frameRef}
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
    </div>
  )
}

function WatchThere({ embed }: { embed: Embed }) {
  return (
    <a
      href={embed.link}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center font-medium text-ink underline underline-offset-4"
    >
      {texts.watchThere(PROVIDER_NAMES[embed.provider])}
    </a>
  )
}

/** Frames report no errors: refusals by the policy and frames that never load are noticed here. */
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

/** A loaded page may still say that the video is gone: players that answer are asked, only through messages. */
function usePlayersWord(
  frameRef: RefObject<HTMLIFrameElement | null>,
  isThere: boolean,
  { provider, src }: Embed,
  onState: (state: FrameState) => void,
) {
  useEffect(() => {
    const player = frameRef.current?.contentWindow
    const greetings = greetingsFor(provider)
    if (!isThere || !player || !greetings) return undefined
    const { origin } = new URL(src)
    const greet = () => {
      for (const greeting of greetings) player.postMessage(JSON.stringify(greeting), origin)
    }
    greet()
    const greeting = setInterval(greet, GREET_EVERY_MS)
    const silence = setTimeout(() => onState('failed'), SILENT_MAX_MS)
    function listen({ source, origin: from, data }: MessageEvent) {
      const word = source === player && from === origin ? wordOf(provider, data) : null
      if (word === null) return
      clearInterval(greeting)
      clearTimeout(silence)
      onState(word === 'failed' ? 'failed' : 'shown')
    }
    addEventListener('message', listen)
    return () => {
      clearInterval(greeting)
      clearTimeout(silence)
      removeEventListener('message', listen)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- one conversation for each frame
  }, [isThere, provider, src])
}
