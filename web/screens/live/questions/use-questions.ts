import { useInfiniteQuery } from '@tanstack/react-query'

import type { FailureCodeOf, OutputOf } from '#contract/http/route.ts'
import { listQuestions } from '#contract/live/calls.ts'
import type { Question } from '#contract/live/live-session.ts'
import { QUESTIONS_PER_PAGE } from '#contract/live/rules.ts'
import { call, type CallError } from '#web/api/call.ts'
import { queryKey, refetchIntervalAfter } from '#web/api/use-query.ts'

import { PAGES, type QuestionPages, type QuestionPart } from './known-questions.ts'

/** Questions of one part, page after page. */
export function useQuestions(liveSessionId: string, part: QuestionPart, isEnabled = true) {
  const first = { liveSessionId, part, limit: QUESTIONS_PER_PAGE }
  const list = useInfiniteQuery<
    OutputOf<typeof listQuestions>,
    CallError<FailureCodeOf<typeof listQuestions>>,
    QuestionPages,
    readonly unknown[],
    string | undefined
  >({
    queryKey: [...queryKey(listQuestions, first, true), PAGES],
    queryFn: ({ pageParam, signal }) =>
      call(listQuestions, pageParam === undefined ? first : { ...first, cursor: pageParam }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
    enabled: isEnabled,
    refetchInterval: ({ state }) => refetchIntervalAfter(state.error),
  })
  return {
    questions: list.data && eachOnce(list.data.pages.flatMap(({ questions }) => questions)),
    error: list.error,
    isFetching: list.isFetching,
    refetch: () => void list.refetch(),
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    showMore: () => void list.fetchNextPage(),
  }
}

/** What arrived live may come again with a later page. */
function eachOnce(questions: readonly Question[]): Question[] {
  return [...new Map(questions.map((question) => [question._id, question])).values()]
}
