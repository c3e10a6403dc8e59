import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'

import { getChannel } from '#contract/channels/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { getLiveSession } from '#contract/live/calls.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { answerableUntil, isUnderWay } from '#contract/live/rules.ts'
import { refresh } from '#web/api/refresh.ts'
import { useQuery } from '#web/api/use-query.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { dayText } from '#web/features/time/when-text.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { liveTexts as texts } from '../messages.ts'
import { QuestionList } from '../questions/question-list.tsx'
import { Countdown } from '../session-before.tsx'
import { LiveChat } from './live-chat.tsx'
import { LivePolls } from './live-polls.tsx'
import { PartTabs } from './part-tabs.tsx'
import { SessionTitle } from './session-title.tsx'

const LivePlayer = lazyPart(async () => (await import('#web/features/live-video/live-player.tsx')).LivePlayer)

const BroadcastPanel = lazyPart(
  async () => (await import('#web/features/broadcast/broadcast-panel.tsx')).BroadcastPanel,
)

type Writing = Pick<OutputOf<typeof getChannel>, 'mayWrite' | 'whyNot'>

const SoftwareStatus = lazyPart(
  async () => (await import('#web/features/stream-key/software-status.tsx')).SoftwareStatus,
)

const WIDE = '(width >= 64rem)'
type Part = 'questions' | 'chat' | 'polls'

interface SessionRoomProps {
  session: LiveSession
  pageName: string
  /** Its reader runs it: they take and answer questions here. */
  isDesk: boolean
  /** Its owner goes live from here. */
  isStudio: boolean
  /** What its owner does to it. */
  controls: ReactNode
}

/** A session that is open, live or over: questions, and beside them the chat and the polls; one at a time on phones. */
export function SessionRoom({ session, pageName, isDesk, isStudio, controls }: SessionRoomProps) {
  const client = useQueryClient()
  const isWide = useSyncExternalStore(onResize, isWideNow, () => true)
  const [chosen, setChosen] = useState<Part>(session.questions === 'off' ? 'chat' : 'questions')
  const channel = useQuery(getChannel, { channelId: session._id }).data
  const { state, text, present } = session
  const beside: Part = chosen === 'polls' ? 'polls' : 'chat'
  const part = isWide ? beside : chosen
  const picture = pictureOf({ session, pageName, isStudio })
  const isScrolledWhole = isWide && picture !== null
  const whyNot = channel?.whyNot ?? null
  const questions = (
    <>
      <Notes {...{ session, isDesk, text, channel }} />
      <QuestionList
        {...{ session, pageName, isDesk, whyNot }}
        mayAsk={channel?.mayWrite === true}
        areRulesBeside={isWide && beside === 'chat'}
      />
    </>
  )

  const isStage = picture !== null && isUnderWay(state)

  return (
    <div
      // The picture has the window: see web/ui/base.css.
      data-stage={isStage || undefined}
      className="flex h-[calc(100dvh-var(--top-bar)-var(--bottom-bar))] min-h-112 lg:h-dvh"
    >
      <div
        className={classNames(
          'relative flex min-h-0 min-w-0 flex-1 flex-col',
          !isWide && 'w-full',
          // Below a picture that is as wide as it can be, the questions are read by scrolling all of it.
          isScrolledWhole && 'overflow-y-auto overscroll-contain',
        )}
      >
        {picture}
        <header
          className={classNames(
            'flex shrink-0 flex-wrap items-end justify-between gap-x-6 border-b border-line px-4 sm:px-6',
            picture !== null && !isWide ? 'gap-y-1 pt-1 pb-2' : 'gap-y-3 pt-2 pb-4',
          )}
        >
          <SessionTitle
            session={session}
            pageName={isStudio ? null : pageName}
            isShort={picture !== null && !isWide}
          />
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            {state === 'open' && present > 0 && (
              <p className="text-sm text-ink-soft">{texts.present(present)}</p>
            )}
            {state === 'open' && <Countdown session={session} isInline />}
            {controls}
          </div>
        </header>
        {isScrolledWhole ? (
          <div className="px-6 py-5">
            <div className="max-w-reading">{questions}</div>
          </div>
        ) : isWide ? (
          <Scrolled>{questions}</Scrolled>
        ) : (
          <>
            <PartTabs parts={['questions', 'chat', 'polls']} value={part} onChange={setChosen} />
            {part === 'chat' ? (
              <LiveChat {...{ session, pageName }} onClosed={() => void refresh(client, [getLiveSession])} />
            ) : (
              <Scrolled>
                {part === 'questions' ? questions : <LivePolls liveSessionId={session._id} />}
              </Scrolled>
            )}
          </>
        )}
      </div>
      {isWide && (
        <aside
          aria-label={texts.chat.title}
          className="flex min-h-0 w-96 shrink-0 flex-col border-s border-line"
        >
          <PartTabs parts={['chat', 'polls']} value={part} onChange={setChosen} />
          {part === 'polls' ? (
            <Scrolled>
              <LivePolls liveSessionId={session._id} />
            </Scrolled>
          ) : (
            <LiveChat {...{ session, pageName }} onClosed={() => void refresh(client, [getLiveSession])} />
          )}
        </aside>
      )}
    </div>
  )
}

/** The picture that its creator sends, or that others watch; null: there is none. */
function pictureOf({
  session,
  pageName,
  isStudio,
}: Pick<SessionRoomProps, 'session' | 'pageName' | 'isStudio'>): ReactNode {
  const { _id: liveSessionId, title, state, video, isOnAir } = session
  if (video === 'none') return null
  if (isStudio && video === 'browser' && isUnderWay(state))
    return (
      <Suspense>
        <BroadcastPanel session={session} />
      </Suspense>
    )
  const isFromSoftware = isStudio && video === 'rtmp' && isUnderWay(state)
  const isShown = state === 'live' || state === 'ended'
  if (!isShown && !isFromSoftware) return null
  return (
    <Suspense>
      {isShown && (
        <LivePlayer
          key={state}
          {...{ liveSessionId, title, isOnAir }}
          pageName={isStudio ? null : pageName}
          isOver={state === 'ended'}
        />
      )}
      {isFromSoftware && (
        <div className="max-h-[58dvh] shrink-0 overflow-y-auto border-b border-line px-4 py-3 empty:hidden sm:px-6">
          <SoftwareStatus isLive={isShown} />
        </div>
      )}
    </Suspense>
  )
}

/** What stands above the questions: what it is about, that it waits, or what is left of it. */
function Notes({
  session,
  isDesk,
  text,
  channel,
}: {
  session: LiveSession
  isDesk: boolean
  text: string
  channel: Writing | undefined
}) {
  const { state, endedAt, video, replayPath, settings } = session
  const isWaiting = state === 'open' && !isDesk && channel !== undefined
  return (
    <div className="mb-6 flex flex-col gap-4 empty:hidden">
      {text !== '' && (
        <p dir="auto" className="text-start text-base wrap-break-word whitespace-pre-line text-ink-soft">
          {text}
        </p>
      )}
      {isWaiting && (
        <div className="rounded-card bg-wash px-4 py-3">
          <p className="font-semibold">{texts.waiting.title}</p>
          <p className="mt-0.5 text-base text-ink-soft">{whileWaiting(session, channel)}</p>
        </div>
      )}
      {state === 'ended' && (replayPath !== null || settings) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-wash px-4 py-3 empty:hidden">
          <p className="text-base text-ink-soft">
            {!settings
              ? video === 'none'
                ? texts.over.postNote
                : texts.over.recordingNote
              : settings.draftPath === null
                ? endedAt !== null && texts.acts.answerUntil(dayText(answerableUntil(new Date(endedAt))))
                : texts.over.draftNote}
          </p>
          {replayPath !== null && (
            <Button size="small" variant="primary" to={replayPath}>
              {texts.over.post}
            </Button>
          )}
          {settings && settings.draftPath !== null && (
            <Button size="small" variant="primary" to={settings.draftPath}>
              {texts.over.draft}
            </Button>
          )}
        </div>
      )}
      {settings && state === 'ended' && (
        <dl aria-label={texts.run.figures} className="flex flex-wrap gap-x-8 gap-y-2">
          <Figure label={texts.run.attended} value={settings.attended} />
          <Figure label={texts.run.peak} value={settings.peak} />
          <Figure label={texts.run.asked} value={session.asked} />
        </dl>
      )}
    </div>
  )
}

/** What a viewer can do until it starts. */
function whileWaiting({ questions }: LiveSession, { mayWrite, whyNot }: Writing): string {
  if (whyNot === 'rules') return texts.waiting.rules
  if (!mayWrite) return texts.waiting.soon
  return questions === 'off' ? texts.waiting.chat : texts.waiting.questions
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt className="text-sm text-ink-faint">{label}</dt>
      <dd className="font-display text-2xl tabular-nums">{value}</dd>
    </div>
  )
}

function Scrolled({ children }: { children: ReactNode }) {
  return (
    // What only screen readers read is placed absolutely: it belongs in here, or it would lengthen the page.
    <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-5 sm:px-6">
      <div className="mx-auto max-w-reading">{children}</div>
    </div>
  )
}

function isWideNow(): boolean {
  return window.matchMedia(WIDE).matches
}

function onResize(listener: () => void): () => void {
  const wide = window.matchMedia(WIDE)
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
