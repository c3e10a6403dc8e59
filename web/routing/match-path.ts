import { createContext, use } from 'react'
import { parse } from 'regexparam'
import { matchRoute, type Parser } from 'wouter'

/** What an address has in place of each `:name` of its pattern. */
export type PathParams = Readonly<Record<string, string | undefined>>

const parsed = new Map<string, ReturnType<Parser>>()

/**
 * The parameters of a path, decoded; null: it doesn't fit the pattern. Upper and lower case are the same, and so is a
 * path that ends with a slash.
 */
export function matchPath(pattern: string, pathname: string): PathParams | null {
  const [, params] = matchRoute(parseOnce, pattern, pathname)
  if (!params) return null
  // The library lists them by number, too.
  const named = Object.entries(params).filter(([name]) => Number.isNaN(Number(name)))
  return Object.fromEntries(named.map(([name, value]) => [name, value && decoded(value)]))
}

function parseOnce(pattern: string): ReturnType<Parser> {
  const known = parsed.get(pattern) ?? parse(pattern)
  parsed.set(pattern, known)
  return known
}

/** Anyone can type an address with a "%" that stands for nothing. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

export const ParamsContext = createContext<PathParams>({})

/** The parameters of the address whose page is on screen. */
export function useParams(): PathParams {
  return use(ParamsContext)
}
