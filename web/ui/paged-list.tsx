import type { ReactNode } from 'react'

import { ErrorState } from './error-state.tsx'
import { MoreRows, type MoreRowsProps } from './more-rows.tsx'
import { SkeletonList } from './skeleton.tsx'

/** A list that is read page by page, as `usePages` answers it. */
export type PagedRows<Row> = MoreRowsProps['list'] & {
  /** undefined: nothing has come yet. */
  rows: readonly Row[] | undefined
  error: { message: string } | null
  isFetching: boolean
  refetch: () => void
}

export type PagedListProps<Row> = {
  list: PagedRows<Row>
  texts: { loading: string; failed: string; showMore: string; moreFailed: string }
  /** In place of rows where there are none. */
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** The rows of a list with all that may stand in their place, and the way to the rest of them. */
export function PagedList<Row>({ list, texts, empty, children }: PagedListProps<Row>) {
  if (!list.rows)
    return list.error ? (
      <ErrorState title={texts.failed} onRetry={list.refetch} isRetrying={list.isFetching}>
        {list.error.message}
      </ErrorState>
    ) : (
      <SkeletonList label={texts.loading} />
    )
  if (list.rows.length === 0) return empty
  return (
    <>
      {children(list.rows)}
      <MoreRows list={list} label={texts.showMore} failed={texts.moreFailed} />
    </>
  )
}
