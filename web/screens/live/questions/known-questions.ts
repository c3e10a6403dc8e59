import type { InfiniteData, QueryClient } from '@tanstack/react-query'

import type { OutputOf } from '#contract/http/route.ts'
import { listQuestions } from '#contract/live/calls.ts'
import type { Question } from '#contract/live/live-session.ts'
import type { QUESTION_PARTS } from '#contract/live/rules.ts'
import { changeKnown } from '#web/api/change-known.ts'
import { refreshMatching } from '#web/api/refresh.ts'

/*
 * What this page knows of a session's questions. Answers of calls and events change it in place; what an event doesn't
 * say (the viewer's own votes, and why something was declined) is kept.
 */

export type QuestionPart = (typeof QUESTION_PARTS)[number]
type Page = OutputOf<typeof listQuestions>
export type QuestionPages = InfiniteData<Page, string | undefined>

/** Part of the key under which pages of a list are kept. */
export const PAGES = 'pages'

function isListOf(key: readonly unknown[], liveSessionId: string, part?: QuestionPart): boolean {
  const input = key[3] as { liveSessionId: string; part: QuestionPart } | undefined
  return (
    key[2] === listQuestions.path &&
    key[4] === PAGES &&
    input?.liveSessionId === liveSessionId &&
    (part === undefined || input.part === part)
  )
}

/** Puts a question where it belongs now. null: not everyone sees it; those who see more ask again. */
export function putQuestion(
  client: QueryClient,
  liveSessionId: string,
  questionId: string,
  told: Question | null,
): void {
  const known = client
    .getQueriesData<QuestionPages>({ predicate: ({ queryKey }) => isListOf(queryKey, liveSessionId) })
    .flatMap(([, data]) => data?.pages.flatMap(({ questions }) => questions) ?? [])
    .find(({ _id }) => _id === questionId)
  const question = told && {
    ...told,
    hasVoted: known?.hasVoted ?? told.hasVoted,
    isOwn: known?.isOwn ?? told.isOwn,
  }
  for (const part of ['waiting', 'answered'] as const) {
    const belongs = question !== null && (question.state === 'answered') === (part === 'answered')
    changeKnown<QuestionPages>(
      client,
      (queryKey) => isListOf(queryKey, liveSessionId, part),
      (data) => withQuestion(data, questionId, belongs ? question : null, part),
    )
  }
  void refreshMatching(
    client,
    ({ queryKey }) =>
      isListOf(queryKey, liveSessionId, 'held') ||
      ((known?.isOwn === true || told === null) && isListOf(queryKey, liveSessionId, 'own')),
  )
}

/** The question as its viewer's own call answered it. */
export function keepQuestion(client: QueryClient, liveSessionId: string, question: Question): void {
  const isShown = question.state === 'open' || question.state === 'taken' || question.state === 'answered'
  client.setQueriesData<QuestionPages>(
    { predicate: ({ queryKey }) => isListOf(queryKey, liveSessionId) },
    (data) => data && changed(data, (other) => (other._id === question._id ? question : other)),
  )
  putQuestion(client, liveSessionId, question._id, isShown ? question : null)
  if (question.isOwn) void refreshMatching(client, ({ queryKey }) => isListOf(queryKey, liveSessionId, 'own'))
}

export function changeVotes(
  client: QueryClient,
  liveSessionId: string,
  { _id, votes }: { _id: string; votes: number },
): void {
  changeKnown<QuestionPages>(
    client,
    (queryKey) => isListOf(queryKey, liveSessionId),
    (data) => sorted(changed(data, (other) => (other._id === _id ? { ...other, votes } : other))),
  )
}

function changed(data: QuestionPages, change: (question: Question) => Question): QuestionPages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, questions: page.questions.map(change) })) }
}

function withQuestion(
  data: QuestionPages,
  questionId: string,
  question: Question | null,
  part: QuestionPart,
): QuestionPages {
  const pages = data.pages.map((page) => ({
    ...page,
    questions: page.questions.filter(({ _id }) => _id !== questionId),
  }))
  const last = pages.length - 1
  // Beyond what is loaded it would stand in the wrong place only until the list goes on.
  const isAtEnd = pages[last]?.cursor === null || part === 'waiting'
  if (question === null || !isAtEnd) return { ...data, pages }
  const added = pages.map((page, index) =>
    index === last ? { ...page, questions: [...page.questions, question] } : page,
  )
  return sorted({ ...data, pages: added })
}

/** What waits: taken first, then the most wanted, then the oldest, over all pages. */
function sorted(data: QuestionPages): QuestionPages {
  const all = data.pages.flatMap(({ questions }) => questions)
  if (all.some(({ state }) => state !== 'open' && state !== 'taken')) return data
  const inOrder = all.toSorted(
    (a, b) =>
      Number(b.state === 'taken') - Number(a.state === 'taken') ||
      b.votes - a.votes ||
      (a._id < b._id ? -1 : 1),
  )
  let at = 0
  return {
    ...data,
    pages: data.pages.map((page) => {
      const questions = inOrder.slice(at, at + page.questions.length)
      at += page.questions.length
      return { ...page, questions }
    }),
  }
}
