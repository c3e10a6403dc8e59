import { useMutation as useTanstackMutation, useQueryClient } from '@tanstack/react-query'

import type { CallOf, FailureCodeOf, InputOf, OutputOf } from '#contract/http/route.ts'

import { call, type CallError, type CallOptions } from './call.ts'
import { refresh } from './refresh.ts'

/**
 * Changes something through a route; on success the named routes are refetched wherever they are shown. `onDone` is called
 * before that: what a call itself is given as `onSuccess` comes after it, and never if that took its caller away.
 */
export function useMutation<R extends CallOf>(
  route: R,
  options: { refreshes?: readonly CallOf[]; onDone?: () => void } = {},
) {
  const client = useQueryClient()
  return useTanstackMutation<
    OutputOf<R>,
    CallError<FailureCodeOf<R>>,
    { input: InputOf<R>; files?: CallOptions['files'] }
  >({
    mutationFn: ({ input, files }) => call(route, input, files ? { files } : {}),
    onSuccess() {
      options.onDone?.()
      return refresh(client, options.refreshes ?? [])
    },
  })
}
