import type { CallOf, InputOf } from '#contract/http/route.ts'

/** A call that a screen makes as it opens. The server makes it first, and sends the answer along with the page. */
export interface Preload {
  method: string
  path: string
  input: object
}

/** The `load.ts` of a screen: what it asks for at an address. `params` are those of its path. */
export type Load = (at: {
  pathname: string
  search: string
  params: Readonly<Record<string, string | undefined>>
}) => Preload[]

export function preload<R extends CallOf>({ method, path }: R, input: InputOf<R> & object): Preload {
  return { method, path, input }
}
