import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { getChannel } from '#contract/channels/calls.ts'
import {
  attendLiveSession,
  getLiveSession,
  listLivePolls,
  listLiveSessions,
  listQuestions,
} from '#contract/live/calls.ts'
import type { LiveEvent } from '#contract/live/events.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { ATTENDANCE_EVERY_SECONDS, isUnderWay, opensAt } from '#contract/live/rules.ts'
import { ACCESS, GAP, REFUSED } from '#contract/realtime.ts'
import { call } from '#web/api/call.ts'
import { changeKnown } from '#web/api/change-known.ts'
import { useRefreshOn } from '#web/api/realtime.ts'
import { refresh } from '#web/api/refresh.ts'
import { useViewer } from '#web/api/session.ts'
import { useQuery } from '#web/api/use-query.ts'
import { useTopic } from '#web/api/use-topic.ts'

import { changeVotes, putQuestion } from './questions/known-questions.ts'

const ON_ACCESS = [getLiveSession, listLiveSessions] as const
const ALL = [getLiveSession, listQuestions, listLivePolls, getChannel] as const

/** Visitors hear no events: they ask this often. */
const ASKED_EVERY_MS = 10_000

/** A session, kept as it is while it is shown. */
export function useSession(liveSessionId: string) {
  const isMember = useViewer() === 'member'
  const found = useQuery(
    getLiveSession,
    { liveSessionId },
    { refetchEveryMs: isMember ? false : ASKED_EVERY_MS },
  )
  const session = found.data
  return { session, found, isHeard: isMember && session?.door === 'open' }
}

/** Listens to a session that its viewer may come to. */
export function SessionEar({ session }: { session: LiveSession }) {
  const client = useQueryClient()
  const { _id: id, state, isOwner } = session
  useRefreshOn(ACCESS, ON_ACCESS)
  useTopic(`live:${id}`, ({ name, data }) => {
    if (name === GAP || name === REFUSED) void refresh(client, ALL)
    else hear(client, id, { name, data } as LiveEvent)
  })
  useTopic(`channel:${id}`, ({ name, data }) => {
    if (name === 'message' && hasPoll(data)) void refresh(client, [listLivePolls])
  })

  const isThere = isUnderWay(state) && !isOwner
  useEffect(() => {
    if (!isThere) return undefined
    const tell = () => void call(attendLiveSession, { liveSessionId: id }).catch(() => null)
    tell()
    const timer = setInterval(tell, ATTENDANCE_EVERY_SECONDS * 1000)
    return () => clearInterval(timer)
  }, [id, isThere])
  return null
}

/** For people who are signed in and may not come, or not yet. */
export function AccessEar() {
  useRefreshOn(ACCESS, ON_ACCESS)
  return null
}

function hear(client: QueryClient, id: string, event: LiveEvent): void {
  if (event.name === 'live-session.changed') void refresh(client, [getLiveSession])
  else if (event.name === 'live-session.state') {
    changeSession(client, id, (known) => ({ ...known, ...event.data }))
    void refresh(client, [getChannel])
  } else if (event.name === 'present') changeSession(client, id, (known) => ({ ...known, ...event.data }))
  else if (event.name === 'live-session.video')
    changeSession(client, id, (known) => ({ ...known, isOnAir: event.data.isOnAir }))
  else if (event.name === 'question.votes') changeVotes(client, id, event.data)
  else {
    const { question, _id, asked, unshown } = event.data
    changeSession(client, id, (known) => ({ ...known, asked, unshown }))
    putQuestion(client, id, _id, question)
  }
}

function hasPoll(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'pollId' in data && data.pollId !== null
}

/** Changes what this page knows of a session. */
export function changeSession(
  client: QueryClient,
  id: string,
  change: (session: LiveSession) => LiveSession,
): void {
  changeKnown<LiveSession>(
    client,
    (queryKey) => queryKey[2] === getLiveSession.path,
    (known) => (known._id === id ? change(known) : known),
  )
}

/** Asks again at the moment when the waiting room opens. */
export function useOpening({ startsAt, state, now }: LiveSession): void {
  const client = useQueryClient()
  const inMs = opensAt(new Date(startsAt)).getTime() - Date.parse(now)
  useEffect(() => {
    // Longer than that a timer can't wait.
    if (state !== 'scheduled' || inMs > 86_400_000) return undefined
    const timer = setTimeout(() => void refresh(client, [getLiveSession]), Math.max(1000, inMs + 500))
    return () => clearTimeout(timer)
  }, [client, state, inMs])
}
